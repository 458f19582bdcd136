"""What travels into the API: the bodies of requests, checked strictly."""

from __future__ import annotations

from dataclasses import fields
from typing import Any, Literal, get_type_hints

from pydantic import BaseModel, ConfigDict, Field, create_model, field_validator

from gradstep.engine.trace import Options

__all__ = ["DrawingRequest", "LinkRequest", "OptionsModel", "TraceRequest", "inline_schema", "options_of"]


class _Strict(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class _OptionsBase(_Strict):
    @field_validator("*", mode="before")
    @classmethod
    def _exact_type(cls, value: object) -> object:
        # Literal[0] alone would take False and 0.0, which are equal to it.
        if type(value) not in (str, int):
            raise ValueError("Input should be a string or an integer")
        return value


# Made from the engine's own options, so that a new one is known here at once.
_hints = get_type_hints(Options)
_fields: dict[str, Any] = {field.name: (_hints[field.name], field.default) for field in fields(Options)}
OptionsModel: type[BaseModel] = create_model(
    "OptionsModel", __base__=_OptionsBase, __doc__="How the engine runs; what is left out has its default.", **_fields
)


def options_of(model: BaseModel) -> Options:
    """The engine's options for a checked ``OptionsModel``."""
    return Options(**model.model_dump())


class TraceRequest(_Strict):
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
