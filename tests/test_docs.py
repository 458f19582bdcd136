"""What the documents show is what the code gives."""

import doctest
import importlib
import json
import re
from pathlib import Path

import pytest

import gradstep
from gradstep.app.trace_json import trace_json
from gradstep.engine import value
from gradstep.engine.language import parse
from gradstep.engine.numeric.check import check_gradients
from gradstep.engine.trace import Options
from gradstep.engine.tracing import trace_program

ROOT = Path(__file__).parent.parent
SOURCES = sorted([*(ROOT / "engine").rglob("*.py"), *(ROOT / "app").rglob("*.py")])
WITH_EXAMPLES = [
    ".".join(("gradstep", *path.relative_to(ROOT).with_suffix("").parts))
    for path in SOURCES
    if "    >>> " in path.read_text()
]
SELF_ADD = json.loads(trace_json(trace_program(parse("a = 3.5\nb = a + a"))))


def test_the_example_of_the_trace_format_is_a_real_step():
    shown = re.search(r"```json\n(.*?)```", (ROOT / "docs" / "trace-format.md").read_text(), re.DOTALL)
    assert json.loads(shown[1]) == SELF_ADD["steps"][2]


@pytest.mark.parametrize("part", ["node", "step", "whole"])
def test_the_trace_format_names_every_field(part):
    fields = {"node": SELF_ADD["nodes"][0], "step": SELF_ADD["steps"][0], "whole": SELF_ADD}[part]
    document = (ROOT / "docs" / "trace-format.md").read_text()
    assert [field for field in fields if f"`{field}`" not in document] == []


def test_the_output_in_the_readme_is_real():
    readme = (ROOT / "README.md").read_text()
    for event in SELF_ADD["steps"][2]["events"]:
        assert f"    {event}\n" in readme
    assert doctest.testfile(str(ROOT / "README.md"), module_relative=False).failed == 0


def test_the_check_in_the_readme_is_real():
    program = trace_program(parse("a = 3.5\nb = a + a"), Options(accumulate="="))
    lines = [
        f"    {each.label} {each.autodiff} {each.central} {each.verdict}\n" for each in check_gradients(program).checks
    ]
    assert len(lines) == 2
    assert "".join(lines) in (ROOT / "README.md").read_text()


@pytest.mark.parametrize("name", WITH_EXAMPLES)
def test_examples_in_docstrings_run(name):
    result = doctest.testmod(importlib.import_module(name))
    assert result.attempted > 0
    assert result.failed == 0


def test_every_folder_that_the_readme_names_exists():
    for folder in re.findall(r"`(\w+)/`", (ROOT / "README.md").read_text()):
        assert (ROOT / folder).is_dir()


def test_the_public_name_has_a_value():
    assert gradstep.Value is value.Value
