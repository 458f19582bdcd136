"""Statements: the words of one, read as far as it can be read alone."""

from __future__ import annotations

import ast
import keyword

from ..errors import Fix, Problem, Span
from ..text import Text
from .calls import label_of
from .expressions import code_of, refuse_keyword
from .habits import explain
from .oddities import is_glued, is_open
from .program import Apply, Assign, Backward, Evaluate, Load, SetLabel, Target, ZeroGrad
from .refusals import refusal_of_operator
from .skeletons import Unreadable, tree_of
from .tokens import ASSIGNING, Kind
from .vocabulary import BINARY, RESERVED, reserved
from .wording import Wording

__all__ = ["read_statement"]


def read_statement(words: Wording) -> None:
    """Put what a statement means into its draft, or every problem with it."""
    draft, tokens = words.draft, words.tokens
    readable = not any(
        token.kind is Kind.ODD
        or (token.kind is Kind.STRING and is_open(token))
        or (at > 0 and is_glued(tokens[at - 1], token))
        for at, token in enumerate(tokens)
    )
    try:
        tree = tree_of(tokens) if readable else None
    except Unreadable as reason:
        tree = None
        if reason.is_too_long:
            message = Text("this statement is too long a chain to be read: {found} words", found=len(tokens))
            hint = Text("split it up, as in s = a + b on one line and s += c on the next")
            words.refuse(message, hint, words.places.span(tokens[0].start, tokens[-1].end))
    if isinstance(tree, ast.Expr):
        _bare(tree.value, words)
    elif isinstance(tree, ast.Assign):
        _assignment(tree, words)
    elif isinstance(tree, ast.AugAssign):
        _update(tree, words)
    elif isinstance(tree, ast.AnnAssign):
        _annotated(tree, words)
    elif not draft.problems:
        explain(words)
    if draft.problems:
        draft.statement = None
        draft.assigned = _meant_to_assign(words)


def _meant_to_assign(words: Wording) -> list[Target]:
    """Every name before the last ``=`` of a statement that is wrong."""
    tokens = words.tokens
    # What other languages assign with, and == typed for =.
    level, last = 0, 1 if len(tokens) > 1 and tokens[1].text in ("==", ":=", "←", "≈", "≔") else 0
    for at, token in enumerate(tokens):
        level += (token.text in ("(", "[", "{")) - (token.text in (")", "]", "}"))
        if level <= 0 and token.kind is Kind.OPERATOR and (token.text in ASSIGNING or token.text == ":"):
            last = at
    return [Target(token.text, words.span_of(token)) for token in tokens[:last] if token.kind is Kind.NAME]


def _bare(node: ast.expr, words: Wording) -> None:
    """A statement that is an expression alone, or one of the calls that give no value."""
    span = words.span(node)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute | ast.Name):
        on_value = isinstance(node.func, ast.Attribute)
        called = words.last(node.func).text
        if called == "zero_grad" or (called == "backward" and on_value):
            if node.args or node.keywords:
                message = Text("{name}() takes no argument here", name=called)
                words.refuse(message, Text("write {name}() with empty brackets", name=called), span)
            receiver = code_of(node.func.value, words) if isinstance(node.func, ast.Attribute) else ()
            words.draft.statement = Backward(receiver, span) if called == "backward" else ZeroGrad(span)
            return
    if isinstance(node, ast.Compare) and isinstance(node.left, ast.Name) and isinstance(node.ops[0], ast.Eq):
        sign = words.span_of(words.operator(node.left, node.comparators[0]))
        message = Text("== compares, and comparisons have no derivative here")
        hint = Text("write {name} = with one = to assign", name=words.name(node.left))
        words.refuse(message, hint, sign, Fix(Text("write ="), sign, "="))
        return
    if isinstance(node, ast.Attribute) and words.attribute(node) in ("backward", "zero_grad"):
        end = words.places.span(words.end(node), words.end(node))
        hint = Text("write {call}()", call=words.shown(node))
        words.refuse(Text("the brackets ( ) are missing"), hint, span, Fix(Text("add ()"), end, "()"))
        return
    words.draft.statement = Evaluate(code_of(node, words), _whole(words, 0))


def _whole(words: Wording, first: int) -> Span:
    """The place of the statement from its word number ``first`` on."""
    return words.places.span(words.tokens[first].start, words.tokens[-1].end)


def _right_side(left: ast.expr, right: ast.expr, words: Wording) -> Span:
    sign = words.operator(left, right)
    return words.places.span(words.tokens[words.tokens.index(sign) + 1].start, words.tokens[-1].end)


def _assignment(node: ast.Assign, words: Wording) -> None:
    if len(node.targets) == 1 and isinstance(node.targets[0], ast.Attribute):
        _set_attribute(node.targets[0], node.value, words)
        return
    if len(node.targets) == 1 and isinstance(node.targets[0], ast.Tuple | ast.List):
        _refuse_several(node.targets[0], node.value, words)
        return
    targets = tuple(target for part in node.targets if (target := _target(part, words)) is not None)
    code = code_of(node.value, words)
    words.draft.assigned = list(targets)
    words.draft.statement = Assign(targets, code, _right_side(node.targets[-1], node.value, words))


def _target(node: ast.expr, words: Wording) -> Target | None:
    """The name that is assigned to; None, with the reason noted, where it can't be."""
    span = words.span(node)
    if not isinstance(node, ast.Name):
        hint = Text("write name = expression, as in y = x + 1")
        words.refuse(Text("the left side of = must be a name"), hint, span)
        return None
    name = words.name(node)
    if keyword.iskeyword(name):
        refuse_keyword(name, span, words)
        return None
    if name in RESERVED:
        hint = Text("choose another name, as in {name}_1", name=name)
        words.refuse(reserved(name), hint, span, Fix(Text("write {name}", name=f"{name}_1"), span, f"{name}_1"))
        return None
    return Target(name, span)


def _refuse_several(left: ast.Tuple | ast.List, right: ast.expr, words: Wording) -> None:
    """``a, b = 1, 2``; the edit is offered where the values are numbers, so that their order can't matter."""
    message, hint = Text("several names can't be assigned at once"), Text("write one assignment for each")
    fixes = []
    if isinstance(right, ast.Tuple) and len(left.elts) == len(right.elts):
        pairs = list(zip(left.elts, right.elts, strict=True))
        if all(isinstance(name, ast.Name) and isinstance(value, ast.Constant) for name, value in pairs):
            apart = "; ".join(f"{words.shown(name)} = {words.shown(value)}" for name, value in pairs)
            hint = Text("write {apart}", apart=apart) if len(apart) < 60 else hint
            fixes = [Fix(Text("write one assignment for each"), _whole(words, 0), apart)] if "…" not in apart else []
    words.refuse(message, hint, words.span(left), *fixes)


def _set_attribute(target: ast.Attribute, value: ast.expr, words: Wording) -> None:
    """``x.label = 'x1'``; nothing else behind a dot can be set."""
    words.draft.is_free = False
    name, span = words.attribute(target), words.span(target)
    if name != "label":
        hints = {
            "data": Text("assign the name again, as in x = 3.0"),
            "grad": Text("gradients are written by backward() and cleared by zero_grad()"),
        }
        hint = hints.get(name) or Text("remove this line; only a label can be set, as in x.label = 'x1'")
        words.refuse(Text("{name} can't be set", name=f".{name}"), hint, span)
        return
    if not isinstance(target.value, ast.Name):
        words.refuse(Text("a label belongs to a name"), Text("give the value a name first: x = …"), span)
        return
    label = label_of(value, words)
    receiver = words.name(target.value)
    words.draft.loads.append(Load(receiver, words.span(target.value)))
    words.draft.statement = SetLabel(receiver, label or "", _whole(words, 0))


def _update(node: ast.AugAssign, words: Wording) -> None:
    """``s += x*w``: a new Value and the name bound to it."""
    words.draft.is_free = False
    target = _target(node.target, words)
    sign = words.operator(node.target, node.value)
    right = _right_side(node.target, node.value, words)
    operator = BINARY.get(type(node.op).__name__)
    if operator is None:
        message, hint = refusal_of_operator(sign.text.removesuffix("="))
        words.draft.problems.append(Problem(message, hint, words.span_of(sign)))
    code = code_of(node.value, words)
    if target is not None and operator is not None:
        load = Load(target.name, target.span)
        words.draft.loads.insert(0, load)
        words.draft.assigned = [target]
        words.draft.statement = Assign((target,), (load, *code, Apply(operator, 2, right)), right)


def _annotated(node: ast.AnnAssign, words: Wording) -> None:
    """``a: float = 2``."""
    tokens = words.tokens
    colon = next(token for token in tokens if token.text == ":" and token.start >= words.end(node.target))
    end = words.end(node.annotation)
    while end < tokens[-1].end and node.value is not None and words.token_after(end).text != "=":
        end = words.token_after(end).end
    span = words.places.span(colon.start, end)
    hint = Text("leave out the colon and the type: every number is a float")
    is_type = isinstance(node.target, ast.Name) and isinstance(node.annotation, ast.Name | ast.Attribute)
    if not isinstance(node.target, ast.Name):  # as in ``In [1]: a = 2.0`` in the middle of a line
        words.refuse(Text("a colon can't stand here"), Text("write one statement on each line, as in y = x + 1"), span)
        return
    fixes = [Fix(Text("remove the type"), span, "")] if node.value is not None and is_type else []
    words.refuse(Text("types aren't written here"), hint, span, *fixes)
