"""Names: which are known where, which become inputs, and what is said of the others."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from ..errors import Fix, Problem, Span
from ..text import Text
from .characters import code_point, name_of
from .constants import constant
from .drafts import Call, Draft
from .nearness import NearNames, nearest_function
from .oddities import in_doubt
from .places import Places
from .program import Assign, Backward, Code, Evaluate, Input, Load, Push, SetLabel, ZeroGrad
from .vocabulary import ELSEWHERE, MODULES, TRANSLATED, available

__all__ = ["Scope"]

_FUNCTION_LETTERS = "fghFGHφσ"  # f(x) is hardly ever f times x


class Scope:
    """The names of a whole program, met in text order."""

    def __init__(self, drafts: Sequence[Draft], vague: set[str], places: Places) -> None:
        """``vague`` are names that a refused block holds: they are neither known nor unknown.

        A name that a refused statement assigns, or one that is vague itself, may have been meant as a function.
        """
        self.drafts = drafts
        self.places = places
        self.inputs: dict[str, Input] = {}
        self._vague = vague
        self._known: set[str] = set()
        self._first: dict[str, Span] = {}
        self._told: set[str] = set()
        self._maybe_functions = set(vague)
        for draft in drafts:
            for target in draft.assigned:
                self._first.setdefault(target.name, target.span)
        self._near = NearNames([*self._first, "pi"])
        counted = [draft for draft in drafts if not isinstance(draft.statement, Backward | ZeroGrad)]
        self._only = counted[0] if len(counted) == 1 and counted[0].is_free and not vague else None

    def check(self) -> None:
        """Note every unknown name in the draft that uses it; put the number where ``pi`` stands for it."""
        for draft in self.drafts:
            for load in draft.loads:
                if load.name in self._known or load.name in self._vague:
                    continue
                if load.name == "pi" and isinstance(draft.statement, SetLabel):
                    hint = Text("assign it first, as in pi = 3.14159")
                    draft.problems.append(Problem(Text("pi is a number and has no label"), hint, load.span))
                elif load.name == "pi":
                    _put_pi(draft)
                elif draft is self._only:
                    self._add_input(load, draft)
                else:
                    self._unknown(load, draft)
            for call in draft.calls:
                self._call(call, draft)
            self._assign(draft)

    def _assign(self, draft: Draft) -> None:
        names = {target.name for target in draft.assigned}
        self._known |= names
        used = {load.name for load in draft.loads} | {call.name for call in draft.calls}
        if draft.statement is None or not self._maybe_functions.isdisjoint(used):
            self._maybe_functions |= names
        else:
            self._maybe_functions -= names

    def _add_input(self, load: Load, draft: Draft) -> None:
        if load.name in self.inputs:
            return
        self.inputs[load.name] = Input(load.name, load.span)
        values = {"name": _short(load.name)}
        message = Text("{name} is a free input here, 1.0 until you change it", **values)
        if load.name == "π":
            hint = Text("write pi for the number 3.14159…")
            draft.notices.append(Problem(message, hint, load.span, _only(load, "pi", draft)))
        elif (found := constant(load.name)) is not None:
            draft.notices.append(Problem(message, found[1], load.span, _only(load, found[0], draft)))
        elif any(target.name == load.name for target in draft.assigned):
            message = Text("the {name} on the right is a free input, 1.0 until you change it", **values)
            hint = Text("the {name} on the left is a new value that is computed from it", **values)
            draft.notices.append(Problem(message, hint, load.span))

    def _unknown(self, load: Load, draft: Draft) -> None:
        name = load.name
        if name in self._first and self._first[name].line >= load.span.line:
            problem, is_slip = self._too_early(load, draft), False
        else:
            problem, is_slip = self._never_assigned(load, draft)
        # A slip must be mended at each place, a line for a missing number is written once.
        if is_slip or name not in self._told:
            draft.problems.append(problem)
        self._told.add(name)

    def _too_early(self, load: Load, draft: Draft) -> Problem:
        used, assigned = load.span.line, self._first[load.name].line
        values = {"name": _short(load.name), "used": used, "assigned": assigned}
        if used == assigned:
            message = Text("{name} is used before it is first assigned on line {assigned}", **values)
            hint = Text("give it a number on a line above: {name} = 1.0", **values)
            return Problem(message, hint, load.span, (self._line_above(load.name, draft),))
        message = Text("{name} is used on line {used} but first assigned on line {assigned}", **values)
        return Problem(message, Text("move line {assigned} above line {used}", **values), load.span)

    def _never_assigned(self, load: Load, draft: Draft) -> tuple[Problem, bool]:
        """The problem, and whether it is most likely a slip in a known name."""
        name, span = load.name, load.span
        message = Text("no value is called {name}", name=_short(name))
        add = self._line_above(name, draft)
        near = self._near.near(name)
        if (found := constant(name)) is not None and (near is None or near.casefold() != name.casefold()):
            instead, hint = found
            fixes = [Fix(Text("write {number}", number=instead), span, instead)] if instead else []
            return Problem(message, hint, span, (*fixes, add) if name == "e" else tuple(fixes)), bool(fixes)
        if (known := self._near.looking_like(name)) is not None:
            message, hint = _lookalike(name, known)
        elif (known := "pi" if name == "π" else near) is not None:
            hint = Text("write pi for the number 3.14159…") if name == "π" else Text("did you mean {name}?", name=known)
        else:
            hint = Text("give it a number on a line above: {name} = 1.0", name=_short(name))
            if (other := _hint_for(name)) is not None:
                return Problem(message, other, span), False
            return Problem(message, hint, span, (add,)), False
        return Problem(message, hint, span, (Fix(Text("write {name}", name=known), span, known), add)), True

    def _line_above(self, name: str, draft: Draft) -> Fix:
        start = self.places.start_of_line(draft.above)
        title = Text("insert {name} = 1.0 above", name=_short(name))
        return Fix(title, self.places.span(start, start), f"{draft.indent}{name} = 1.0\n")

    def _call(self, call: Call, draft: Draft) -> None:
        """``name(…)`` where no function has that name."""
        name = call.name
        if name in self._maybe_functions:
            return  # why it isn't available has been told
        point = self.places.span(call.argument, call.argument)
        multiply = Fix(Text("insert *"), point, "*")
        if name in self._known or name in self.inputs or name == "pi":
            message = Text("{name} is a value, not a function", name=_short(name))
            hint = Text("missing *: write {name}*(…)", name=_short(name))
            if call.sign:
                hint = in_doubt(f"{_short(name)}*(…)", call.sign)
            draft.problems.append(Problem(message, hint, call.span, () if call.sign else (multiply,)))
            return
        message = Text("there is no function {name}", name=_short(name))
        meant = nearest_function(name)
        if meant is not None:
            fix = Fix(Text("write {name}", name=meant), call.span, meant)
            hint = Text("did you mean {meant}? available: {functions}", meant=meant, functions=available())
            draft.problems.append(Problem(message, hint, call.span, (fix,)))
            return
        hint = Text("available: {functions}", functions=available())
        if name in ELSEWHERE:
            hint = Text("{instead}; available: {functions}", instead=ELSEWHERE[name], functions=available())
        elif len(name) == 1:
            hint = Text(
                "if {name} is a value, write {name}*(…); available: {functions}", name=name, functions=available()
            )
        fixes = (multiply,) if len(name) == 1 and name not in _FUNCTION_LETTERS and not call.sign else ()
        draft.problems.append(Problem(message, hint, call.span, fixes))


def _only(load: Load, instead: str, draft: Draft) -> tuple[Fix, ...]:
    """The edit that writes a number instead of a free name, where the name stands at one place alone."""
    if not instead or sum(other.name == load.name for other in draft.loads) > 1:
        return ()
    return (Fix(Text("write {number}", number=instead), load.span, instead),)


def _lookalike(name: str, known: str) -> tuple[Text, Text]:
    """What is said of a name that only looks like a known one, as with a Cyrillic letter in it."""
    letter = next(typed for typed, meant in zip(name, known, strict=True) if typed != meant)
    message = Text(
        "no value is called {name}: its {letter} is {code} ({unicode_name})",
        name=_short(name), letter=letter, code=code_point(letter), unicode_name=name_of(letter),
    )  # fmt: skip
    return message, Text("{name} exists and looks the same; type {name}", name=_short(known))


def _hint_for(name: str) -> Text | None:
    """What to write for names that other programs know."""
    if name in MODULES:
        return Text("modules aren't needed: write tanh(x), and pi for the number 3.14159…")
    if name in TRANSLATED:
        return Text("write {name}(x), with a value in brackets", name=TRANSLATED[name])
    return None


def _short(name: str) -> str:
    return name if len(name) <= 40 else name[:40] + "…"


def _put_pi(draft: Draft) -> None:
    """Replace every ``pi`` in the code of a draft by its number."""
    statement = draft.statement
    if isinstance(statement, Assign | Evaluate | Backward):
        draft.statement = replace(statement, code=_with_pi(statement.code))


def _with_pi(code: Code) -> Code:
    return tuple(
        Push(math.pi, "pi", item.span) if isinstance(item, Load) and item.name == "pi" else item for item in code
    )
