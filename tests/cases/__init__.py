"""Programs as people type them, with what must hold of each, as data; ``tests/test_cases_*.py`` run them."""

from .autograd import AUTOGRAD
from .numerics import NUMERICS
from .permalinks import DAMAGED, HOSTILE, PERMALINKS, TOO_LONG
from .pictures import PICTURES, PICTURES_REFUSED
from .powers import POWERS
from .records import Check, Mistaken, Page, Refused, Said, Traced, Write
from .scale import SCALE_REFUSED, SCALE_TRACED
from .security import SECURITY_REFUSED, SECURITY_TRACED
from .syntax import SYNTAX_REFUSED, SYNTAX_TRACED
from .ux import UX_REFUSED, UX_TRACED

__all__ = [
    "AUTOGRAD",
    "DAMAGED",
    "HOSTILE",
    "PERMALINKS",
    "REFUSED",
    "TOO_LONG",
    "TRACED",
    "Check",
    "Mistaken",
    "Page",
    "Refused",
    "Said",
    "Traced",
    "Write",
    "case",
]

TRACED = (*AUTOGRAD, *POWERS, *NUMERICS, *SYNTAX_TRACED, *SECURITY_TRACED, *SCALE_TRACED, *PICTURES, *UX_TRACED)
REFUSED = (*SYNTAX_REFUSED, *SECURITY_REFUSED, *SCALE_REFUSED, *PICTURES_REFUSED, *UX_REFUSED)


def case(name: str) -> Traced:
    """The traced case with this id."""
    return next(each for each in TRACED if each.id == name)
