"""The direction of the arrows."""

import ast
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
ENGINE = sorted((ROOT / "engine").rglob("*.py"))


def imported(path):
    """(level, module) of every import in a file."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from ((0, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.level, node.module or ""


@pytest.mark.parametrize("path", ENGINE, ids=lambda path: str(path.relative_to(ROOT)))
def test_the_engine_imports_the_standard_library_and_itself_alone(path):
    depth = len(path.relative_to(ROOT / "engine").parts)
    for level, module in imported(path):
        assert level <= depth
        assert level > 0 or module.partition(".")[0] in sys.stdlib_module_names


def test_layout_workers_load_nothing_of_the_app():
    source = ROOT / "app" / "picture" / "graphviz_worker.py"
    assert not [module for level, module in imported(source) if level or module.startswith("gradstep")]


def test_nothing_is_executed_that_a_person_typed():
    for path in [*ENGINE, *(ROOT / "app").rglob("*.py")]:
        calls = [node.func for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Call)]
        assert not {call.id for call in calls if isinstance(call, ast.Name)} & {"eval", "exec", "compile", "__import__"}
