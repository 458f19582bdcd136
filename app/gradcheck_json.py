"""The gradient check as JSON; docs/gradient-check.md describes it."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import orjson

from gradstep.engine.numeric.check import TOLERANCE, Check, GradientCheck
from gradstep.engine.numeric.sweep import Sweep

from .trace_json import number_json
from .words.texts import Translator, translator

__all__ = ["gradcheck_json"]


def gradcheck_json(found: GradientCheck, sweep: Sweep | None, language: str = "en") -> bytes:
    """The check in UTF-8, and the sweep of a Value if one was asked for."""
    say = translator(language)
    answer = {
        "h": found.h,
        "scheme": found.scheme,
        "tolerance": TOLERANCE,
        "forward_passes": found.forward_passes,
        "further_passes": found.further_passes,
        "checks": [_check(check, say) for check in found.checks],
        "sweep": sweep and {"node": sweep.node, "points": [_numbers(asdict(point)) for point in sweep.points]},
    }
    return orjson.dumps(answer)


def _check(check: Check, say: Translator) -> dict[str, Any]:
    return {**_numbers(asdict(check)), "reason": say(check.reason) if check.reason else ""}


def _numbers(fields: dict[str, Any]) -> dict[str, Any]:
    return {name: number_json(value) if isinstance(value, float) else value for name, value in fields.items()}
