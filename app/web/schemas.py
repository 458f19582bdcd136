"""What travels into the API: the bodies of requests, checked strictly."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from ..options import OptionsModel, StrictModel

__all__ = ["DrawingRequest", "GradcheckRequest", "LinkRequest", "TraceRequest", "inline_schema"]


class TraceRequest(StrictModel):
    """A program and how to run it."""

    source: str = Field(description="The program's text.", examples=["x = 3.0\ny = x*x"])
    options: OptionsModel = Field(
        default_factory=OptionsModel, description="How the engine runs; may be left out, wholly or in part."
    )


class LinkRequest(TraceRequest):
    """A program to keep, and how to run it."""


class DrawingRequest(TraceRequest):
    """A program, how to run it, which moment to draw and how."""

    card: Literal["row", "stack"] = Field("stack", description="A node's texts side by side, or one above the other.")
    direction: Literal["LR", "TB"] = Field("LR", description="Left to right, or top to bottom.")
    step: int = Field(0, ge=0, description="Steps done; more than there are means all of them.")
    event: int = Field(0, ge=0, description="Events done of the step that comes next.")


class GradcheckRequest(TraceRequest):
    """A program, how to run it, and how to take its numeric derivatives."""

    h: float | None = Field(
        None,
        gt=0,
        allow_inf_nan=False,
        description="The step of every difference; left out, each check chooses its own.",
    )
    scheme: Literal["forward", "central", "auto"] | None = Field(
        None, description="Which difference decides: central where only h is given, auto where neither is."
    )
    sweep: Annotated[str, Field(max_length=1000)] | int | None = Field(
        None,
        description="The label or id of a Value whose differences are wanted for h = 1e-1 to 1e-14.",
        examples=["x"],
    )


def inline_schema(model: type[BaseModel]) -> dict[str, Any]:
    """The model's JSON schema in one piece, without references."""
    schema = model.model_json_schema()
    definitions = schema.pop("$defs", {})

    def resolve(part: Any) -> Any:
        if isinstance(part, list):
            return [resolve(item) for item in part]
        if not isinstance(part, dict):
            return part
        if "$ref" in part:
            rest = {key: value for key, value in part.items() if key != "$ref"}
            part = {**definitions[part["$ref"].rpartition("/")[2]], **rest}
        return {key: resolve(value) for key, value in part.items()}

    resolved: dict[str, Any] = resolve(schema)
    return resolved
