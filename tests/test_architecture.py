"""The direction of the arrows."""

import ast
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
ENGINE = sorted((ROOT / "engine").rglob("*.py"))
APP = ROOT / "app"
# What each room of the app may import of the others and of the app's own modules.
ROOMS = {
    "words": set(),
    "picture": {"cache"},
    "links": {"cache", "options"},
}


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


def imported_of_the_app(path):
    """The rooms and modules of the app, by the first part of their names, that a file of it imports."""
    package = ("gradstep", "app", *path.relative_to(APP).parent.parts)
    for level, module in imported(path):
        start = package[: len(package) - level + 1] if level else ()
        parts = (*start, *module.split(".")) if module else start
        if parts[:2] == ("gradstep", "app"):
            assert len(parts) > 2, f"{path}: name the module that something is imported from"
            yield parts[2]


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_of_the_app_imports_only_what_lies_below_it(room):
    for path in (APP / room).rglob("*.py"):
        assert set(imported_of_the_app(path)) <= {room} | ROOMS[room], path


def test_only_the_app_as_a_whole_imports_its_routes():
    outside = {path for path in APP.rglob("*.py") if "web" in imported_of_the_app(path) and path.parent.name != "web"}
    assert outside == {APP / "main.py"}
    assert not [path for path in APP.rglob("*.py") if "main" in imported_of_the_app(path)]


def test_layout_workers_load_nothing_of_the_app():
    source = ROOT / "app" / "picture" / "graphviz_worker.py"
    assert not [module for level, module in imported(source) if level or module.startswith("gradstep")]


def test_nothing_is_executed_that_a_person_typed():
    for path in [*ENGINE, *(ROOT / "app").rglob("*.py")]:
        calls = [node.func for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Call)]
        assert not {call.id for call in calls if isinstance(call, ast.Name)} & {"eval", "exec", "compile", "__import__"}
