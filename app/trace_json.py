"""The trace as JSON, version 1; docs/trace-format.md describes it."""

from __future__ import annotations

import math
from dataclasses import asdict
from typing import Any

import orjson

from gradstep.engine.errors import Fix, Problem, Span
from gradstep.engine.readiness import READY, Call, calls_of
from gradstep.engine.trace import Event, Fault, Node, Step, Trace

from .words.explain import StepTexts, step_texts
from .words.texts import Translator, translator

__all__ = ["VERSION", "number_json", "problem_json", "trace_json", "trace_object"]

VERSION = 1


def trace_json(trace: Trace, language: str = "en") -> bytes:
    """The trace in UTF-8, the same bytes for the same trace and language in every process."""
    return orjson.dumps(trace_object(trace, translator(language)))


def trace_object(trace: Trace, translate: Translator) -> dict[str, Any]:
    """The trace as JSON types; closures are dataclasses, and events where every number in the trace is finite."""
    texts = step_texts(trace, translate)
    calls = calls_of(trace)
    return {
        "version": VERSION,
        "source": trace.source,
        "options": asdict(trace.options),
        "roots": trace.roots,
        "truncated": trace.truncated,
        "notices": [problem_json(notice, translate) for notice in trace.notices],
        "nodes": [_node(node, translate) for node in trace.nodes],
        "topos": trace.topos,
        "steps": [_step(step, texts[k], calls.get(k, READY), trace, translate) for k, step in enumerate(trace.steps)],
        "grads": {str(node): number_json(grad) for node, grad in enumerate(trace.grads)},
    }


def problem_json(problem: Problem, translate: Translator) -> dict[str, Any]:
    """A problem or notice: what is wrong, what to do, where, and the edits that would mend it."""
    return {
        "message": translate(problem.message),
        "hint": translate(problem.hint),
        **asdict(problem.span),
        "fixes": [_fix(fix, translate) for fix in problem.fixes],
    }


def _fix(fix: Fix, translate: Translator) -> dict[str, Any]:
    options = {"options": dict(fix.options)} if fix.options else {}
    return {"title": translate(fix.title), "replacement": fix.replacement, **asdict(fix.span), **options}


def _node(node: Node, translate: Translator) -> dict[str, Any]:
    return {
        "id": node.id,
        "label": node.label,
        "aliases": node.aliases,
        "text": node.text,
        "op": node.op,
        "operands": node.operands,
        "data": number_json(node.data),
        "span": _span(node.span),
        "reachable": node.reachable,
        "fault": _fault(node.fault, translate) if node.fault else None,
    }


def _span(span: Span | None) -> dict[str, int] | None:
    if span is None:
        return None
    return {"line": span.line, "column": span.column, "end_line": span.end_line, "end_column": span.end_column}


def _fault(fault: Fault, translate: Translator) -> dict[str, Any]:
    return {"reason": translate(fault.reason), "origin": fault.origin}


def _step(step: Step, texts: StepTexts, call: Call, trace: Trace, translate: Translator) -> dict[str, Any]:
    return {
        "phase": step.phase,
        "node": step.node,
        "title": texts.title,
        "explanation": texts.explanation,
        "code": texts.code,
        "closure": texts.closure,
        "call": call.nth,
        "missing": call.missing,
        "events": step.events if trace.finite else [_event(step, i, translate) for i in range(len(step.events))],
    }


def _event(step: Step, index: int, translate: Translator) -> dict[str, Any]:
    event: Event = step.events[index]
    fields = {key: number_json(value) if isinstance(value, float) else value for key, value in asdict(event).items()}
    if index in step.faults:
        fields["fault"] = _fault(step.faults[index], translate)
    return fields


def number_json(number: float) -> float | str:
    """A number for JSON, which has no inf and nan: they travel as strings."""
    if math.isfinite(number):
        return number
    return "NaN" if math.isnan(number) else "Infinity" if number > 0 else "-Infinity"
