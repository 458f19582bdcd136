"""Text to checked Program: ``parse`` reads what a person typed, and never runs it.

Follow ``parse`` in parsing.py from top to bottom::

    text ─characters, prompts─▶ ASCII signs ─tokens─▶ words ─brackets, lines─▶ statements
         ─listings─▶ those of the program ─skeletons─▶ syntax trees
         ─statements, expressions, calls─▶ code ─names─▶ Program

Where Python's parser gives up, ``habits`` and ``oddities`` say why. ``fixes`` keeps the edits on offer apart.
"""

from .parsing import Limits, parse
from .program import (
    Apply,
    Assign,
    Backward,
    Code,
    Evaluate,
    Input,
    Instruction,
    Load,
    Program,
    Push,
    SetLabel,
    Statement,
    Target,
    Wrap,
    ZeroGrad,
)

__all__ = [
    "Apply",
    "Assign",
    "Backward",
    "Code",
    "Evaluate",
    "Input",
    "Instruction",
    "Limits",
    "Load",
    "Program",
    "Push",
    "SetLabel",
    "Statement",
    "Target",
    "Wrap",
    "ZeroGrad",
    "parse",
]
