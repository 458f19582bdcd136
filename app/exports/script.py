"""What both scripts have in common: the program as a comment, numbers, and the check at the end."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Iterable, Sequence

from gradstep.engine.trace import Node, Options, Trace

from ..picture.sizes import printable
from .names import comment
from .replay import Expected

__all__ = ["CHECK", "checks", "header", "listed", "literal", "meaning", "ran_wrong"]

CHECK = '''\
def check(name, grad, expected, rounding=1e-300):
    """The gradient is what Gradstep has, to 1e-9 of it; `rounding` is more where its terms nearly cancel."""
    is_same = grad == expected or (math.isnan(grad) and math.isnan(expected))
    assert is_same or abs(grad - expected) <= 1e-9 * abs(expected) + rounding, f"{name}: {grad}, not {expected}"
'''

_NEGLIGIBLE = 1e-10  # of a gradient: rounding below that is within the tolerance anyway


def header(trace: Trace, about: Sequence[str]) -> list[str]:
    """The beginning of a script: what it is and needs, and the program that it was made from."""
    program = [f"#     {printable(line)}".rstrip() for line in trace.source.split("\n")]
    return [*(f"# {line}".rstrip() for line in about), "#", "# The program:", "#", *program, ""]


def ran_wrong(options: Options) -> bool:
    """Whether the engine was made to run in a way that a right one doesn't."""
    return options.accumulate != "+=" or options.schedule != "topo"


def meaning(node: Node, name: str) -> str:
    """What a Value is, as a comment, where its variable doesn't say it."""
    return "" if name == node.label else comment(node.label or node.text)


def literal(number: float) -> str:
    """The number as Python reads it back, to the last digit."""
    if math.isfinite(number):
        return repr(number)
    return "math.nan" if math.isnan(number) else "math.inf" if number > 0 else "-math.inf"


def listed(names: Iterable[str], before: str, after: str) -> str:
    """The names between two texts, in lines of a readable length."""
    inside = textwrap.fill(", ".join(names), 110, break_long_words=False, break_on_hyphens=False)
    return f"{before}{inside}{after}" if "\n" not in inside else f"{before}\n{textwrap.indent(inside, '    ')}\n{after}"


def checks(names: Sequence[str], grads: Sequence[str], expected: Sequence[Expected]) -> list[str]:
    """A call of ``check`` for each gradient; ``grads`` are expressions for what was computed."""
    lines = []
    for name, grad, wanted in zip(names, grads, expected, strict=True):
        is_close = wanted.rounding <= _NEGLIGIBLE * abs(wanted.grad) or not math.isfinite(wanted.rounding)
        rounding = "" if is_close or wanted.rounding == 0 else f", rounding={wanted.rounding:.1e}"
        lines.append(f'check("{name}", {grad}, {literal(wanted.grad)}{rounding})')
    return lines
