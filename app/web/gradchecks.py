"""The route of the gradient check."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response

from gradstep.engine.language.nearness import NearNames
from gradstep.engine.numeric.check import check_gradients
from gradstep.engine.numeric.differences import Scheme
from gradstep.engine.numeric.sweep import sweep_steps
from gradstep.engine.text import Text
from gradstep.engine.trace import Trace

from ..gradcheck_json import gradcheck_json
from ..links.content import Content
from ..options import options_of
from ..packing import respond
from ..services import services_of
from .api import BODY_PROBLEMS, Language
from .bodies import body_docs, body_of
from .problems import BadBody
from .schemas import GradcheckRequest

__all__ = ["router"]

# Where a scheme is asked for without a step: about where float64 has its smallest error.
_USUAL: dict[Scheme, float] = {"forward": 1e-8, "central": 1e-5}
_LONGEST_ID = 9  # digits

router = APIRouter(tags=["Gradient check"])


@router.post(
    "/api/gradcheck",
    summary="Check gradients",
    response_description="Each gradient beside its numeric derivative, with a verdict.",
    responses=BODY_PROBLEMS,
    openapi_extra=body_docs(GradcheckRequest),
)
async def check(
    request: Request, body: Annotated[GradcheckRequest, Depends(body_of(GradcheckRequest))], lang: Language = "en"
) -> Response:
    """Runs the program, and compares what backward() left behind with difference quotients of its last root."""
    h, scheme = _step(body)
    tracer = services_of(request).tracer
    trace = await tracer.trace(Content.of(body.source, options_of(body.options)))

    def work() -> bytes:
        sweep = None if body.sweep is None else sweep_steps(trace, _swept(trace, body.sweep))
        return gradcheck_json(check_gradients(trace, h, scheme), sweep, lang)

    return await respond(request, await tracer.run(work), "application/json")


def _step(body: GradcheckRequest) -> tuple[float | None, Scheme]:
    if body.scheme is None or body.scheme == "auto":
        if body.scheme == "auto" and body.h is not None:
            raise _wrong(Text("scheme: auto chooses each h itself, so it takes no h"))
        return body.h, "central"
    return (_USUAL[body.scheme] if body.h is None else body.h), body.scheme


def _swept(trace: Trace, wanted: str | int) -> int:
    """The id of the Value that a label, another name, or an id means."""
    labels = {name: node.id for node in reversed(trace.nodes) for name in [*node.aliases, node.label] if name}
    if isinstance(wanted, str) and wanted in labels:
        return labels[wanted]
    text = str(wanted)
    if text.isascii() and text.isdigit() and len(text) <= _LONGEST_ID and int(text) < len(trace.nodes):
        return int(text)
    names = NearNames(labels)
    near = names.near(text) or names.looking_like(text)
    if near:
        raise _wrong(Text("sweep: no Value is called '{name}'; did you mean '{near}'?", name=text[:60], near=near))
    raise _wrong(Text("sweep: no Value is called '{name}'", name=text[:60]))


def _wrong(fault: Text) -> BadBody:
    return BadBody(422, fault, [fault])
