"""Calls: functions in their three forms, ``Value(…)``, and brackets behind something that can't be called."""

from __future__ import annotations

import ast
import math

from ..errors import Fix, Problem
from ..text import Text
from .constants import constant, read_conversion
from .drafts import Call
from .nearness import nearest_function
from .oddities import in_doubt
from .program import Apply, Instruction, Push, Wrap
from .tokens import Kind
from .vocabulary import ELSEWHERE, FUNCTIONS, HIDDEN, MODULES, TRANSLATED, UNREAD_MODULES, available
from .wording import Wording

__all__ = ["Work", "label_of", "read_attribute", "read_call"]

# What is still to be read or put into the code, in the order of evaluation.
Work = list[ast.expr | Instruction]
_VALUES = (ast.Name, ast.BinOp, ast.UnaryOp, ast.Call, ast.Attribute)


def read_call(node: ast.Call, words: Wording) -> Work:
    """The parts of a call, or nothing where it was refused."""
    function = node.func
    if isinstance(function, ast.Attribute):
        return _method(node, function, words)
    if isinstance(function, ast.Name):
        name = words.name(function)
        if name in FUNCTIONS:
            return _function(node, name, words)
        if name == "Value":
            return _value(node, words)
        if name in ("float", "int"):
            return read_conversion(node, name, words)
        if name == "zero_grad":
            hint = Text("write zero_grad() on a line of its own")
            words.refuse(Text("zero_grad() gives no value"), hint, words.span(node))
            return []
        if node.col_offset == function.col_offset:
            opening = words.brackets.partners[words.end(node) - 1]
            sign = words.sign_before(words.end(function))
            words.draft.calls.append(Call(name, words.span(function), opening, sign))
            return []
    return _missing_sign(node, words)


def _function(node: ast.Call, name: str, words: Wording) -> Work:
    if not _takes_one(node, name, words):
        return []
    return [node.args[0], Apply(name, 1, words.span(node))]


def _takes_one(node: ast.Call, name: str, words: Wording) -> bool:
    """Whether a call has one plain argument; says what is wrong where it hasn't."""
    span = words.span(node)
    hint = Text("write {name}(x) with one value in the brackets", name=name)
    if node.keywords:
        message = Text("{name} takes exactly one value, without names and = in the brackets", name=name)
    elif any(isinstance(argument, ast.Starred) for argument in node.args):
        message = Text("{name} takes exactly one value, and * can't spread a list here", name=name)
    elif len(node.args) == 1:
        return True
    elif not node.args:
        message = Text("{name} takes exactly one value, and none is given", name=name)
    else:
        message = Text("{name} takes exactly one value, and {found} are given", name=name, found=len(node.args))
        if len(node.args) == 2 and all(words.first(part).text.isdigit() for part in node.args):
            hint = Text("use a point for decimals, as in 2.5; a comma stands between two values")
    words.refuse(message, hint, span)
    return False


def _method(node: ast.Call, function: ast.Attribute, words: Wording) -> Work:
    name = words.attribute(function)
    module = _module(function.value, words)
    if module and not (name in FUNCTIONS and not node.args and not node.keywords and module != "math"):
        if module == "math" and name in FUNCTIONS:
            return _function(node, name, words)
        return _of_module(node, function, name, words)
    if name not in FUNCTIONS:
        return read_attribute(function, words, is_called=True)
    if node.args or node.keywords:
        message = Text("{name} after a dot takes no argument", name=name)
        hint = Text("write {value}.{name}()", value=words.shown(function.value), name=name)
        words.refuse(message, hint, words.span(node))
        return []
    return [function.value, Apply(name, 1, words.span(node))]


def _module(node: ast.expr, words: Wording) -> str:
    """The name of the module at the front of ``torch.nn.functional``, '' where there is none."""
    while isinstance(node, ast.Attribute):
        node = node.value
    name = words.name(node) if isinstance(node, ast.Name) else ""
    return name if name in MODULES else ""


def _of_module(node: ast.Call, function: ast.Attribute, name: str, words: Wording) -> Work:
    """``np.tanh(x)`` and the like: the function alone is what there is."""
    written = words.shown(function)
    plain = name if name in FUNCTIONS else TRANSLATED.get(name)
    if plain is None:
        hint = ELSEWHERE.get(name) or Text("available: {functions}", functions=available())
        words.refuse(Text("{name} isn't available", name=written), hint, words.span(function))
        return []
    fix = Fix(Text("write {name}", name=plain), words.span(function), plain)
    hint = Text("write {name}(x); no module is needed", name=plain)
    words.refuse(Text("{name} isn't available", name=written), hint, words.span(function), fix)
    return list(node.args)


def read_attribute(node: ast.Attribute, words: Wording, is_called: bool = False) -> Work:
    """``math.pi``; everything else behind a dot is refused by name."""
    name, span = words.attribute(node), words.span(node)
    if _module(node.value, words) and not is_called:
        if name == "pi":
            return [Push(math.pi, "pi", span)]
        if (found := constant(name)) is not None:
            instead, how = found
            fixes = [Fix(Text("write {number}", number=instead), span, instead)] if instead else []
            words.refuse(Text("{name} isn't available", name=words.shown(node)), how, span, *fixes)
            return []
    if words.is_string(node.value):
        return [node.value]
    message, fixes = Text("{name} isn't available", name=f".{name}"), []
    hint = HIDDEN.get(name) or ELSEWHERE.get(name)
    if name in FUNCTIONS:
        end = words.end(node)
        message = Text("{name} is a function and needs brackets", name=name)
        hint = Text("write {value}.{name}()", value=words.shown(node.value), name=name)
        fixes = [Fix(Text("add ()"), words.places.span(end, end), "()")]
    elif name.startswith("_"):
        hint = Text("names that begin with _ belong to the engine; use numbers, names, + - * / ** and functions")
    elif isinstance(node.value, ast.Name) and words.name(node.value) in UNREAD_MODULES:
        module = words.name(node.value)
        message = Text("{name} isn't available", name=words.shown(node))
        hint = Text("{module} is a module, and none of it is run: remove this, or write its number", module=module)
    elif hint is None:
        hint = Text("available after a dot: {functions}", functions=available())
        meant = nearest_function(name)
        if meant:
            hint = Text("did you mean {name}?", name=meant)
            fixes = [Fix(Text("write {name}", name=meant), words.span_of(words.last(node)), meant)]
    words.refuse(message, hint, span, *fixes)
    return []


def _value(node: ast.Call, words: Wording) -> Work:
    """``Value(2.0)`` and ``Value(2.0, label='x1')``."""
    span = words.span(node)
    hint = Text("write Value(2.0) or Value(2.0, label='x1')")
    if not node.args:
        words.refuse(Text("Value needs a number"), hint, span)
        return []
    if len(node.args) > 1:
        hint = Text("the engine fills in operands and operation itself; write Value(2.0, label='x1')")
        words.refuse(Text("Value takes one number, and {found} values are given", found=len(node.args)), hint, span)
        return []
    label: str | None = ""
    for given in node.keywords:
        if given.arg != "label":
            words.refuse(Text("Value takes only a number and a label"), hint, span)
            return []
        label = label_of(given.value, words)
    if _gives_value(node.args[0], words):
        message = Text(
            "this Value is a new leaf, a copy: gradients don't flow through it to {value}",
            value=words.shown(node.args[0]),
        )
        hint = Text("write {value} without Value( ) to keep the connection", value=words.shown(node.args[0]))
        words.draft.notices.append(Problem(message, hint, span))
    return [] if label is None else [node.args[0], Wrap(label, span)]


def _gives_value(node: ast.expr, words: Wording) -> bool:
    """Whether an expression holds anything but plain numbers, and so gives a Value."""
    parts = [part for part in ast.walk(node) if isinstance(part, ast.Name | ast.Call)]
    return any(isinstance(part, ast.Call) or words.name(part) not in ("pi", *MODULES) for part in parts)


def label_of(node: ast.expr, words: Wording) -> str | None:
    """The text of a label; None, with the reason noted, where it is no plain text in quotes."""
    token = words.first(node)
    if not words.is_string(node) or words.last(node) is not token or token.text[0] not in "'\"":
        words.refuse(Text("a label is a text in quotes"), Text("write label='x1'"), words.span(node))
        return None
    quotes = 3 if token.text[:3] in ("'''", '"""') and len(token.text) >= 6 else 1
    label = token.text[quotes:-quotes]
    if "\\" in label or "\n" in label:
        words.refuse(Text("a label is one line without \\"), Text("write label='x1'"), words.span(node))
        return None
    return label


def _missing_sign(node: ast.Call, words: Wording) -> Work:
    """``3(x + 1)`` and ``(a)(b)``: brackets behind a value multiply on paper, not here."""
    function = node.func
    opening = words.brackets.partners[words.end(node) - 1]
    is_number = isinstance(function, ast.Constant) and words.first(function).kind is Kind.NUMBER
    if not is_number and not isinstance(function, _VALUES):
        return [function]
    span = words.span(node)
    if len(node.args) != 1 or node.keywords:
        words.refuse(Text("a value can't be called like a function"), Text("remove the brackets after it"), span)
        return []
    point = words.places.span(opening, opening)
    message = Text("an operator is missing before the bracket")
    before = words.typed(words.start(node), opening).rstrip()
    inside = words.typed(opening, words.end(node))
    if sign := words.sign_before(opening):
        words.refuse(message, in_doubt(f"{before}*{inside}", sign), span)
    else:
        hint = Text("missing *: write {before}*{inside}", before=before, inside=inside)
        words.refuse(message, hint, span, Fix(Text("insert *"), point, "*"))
    return [function, *node.args] if not isinstance(node.args[0], ast.Starred) else []
