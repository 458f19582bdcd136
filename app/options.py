"""The engine's options as they come from outside, in requests and links: checked strictly."""

from __future__ import annotations

from dataclasses import fields
from typing import Any, get_type_hints

from pydantic import BaseModel, ConfigDict, Field, create_model, field_validator
from pydantic_core import PydanticCustomError

from gradstep.engine.trace import Options

__all__ = ["OptionsModel", "StrictModel", "options_of"]


class StrictModel(BaseModel):
    """A model that takes exactly its fields, in exactly their types."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class _OptionsBase(StrictModel):
    @field_validator("*", mode="before")
    @classmethod
    def _exact_type(cls, value: object) -> object:
        # An int alone would take False.
        if type(value) not in (str, int):
            raise PydanticCustomError("string_or_integer", "Input should be a string or an integer")
        return value


# Made from the engine's own options, so that a new one is known here at once.
_hints = get_type_hints(Options)
_fields: dict[str, Any] = {
    field.name: (
        _hints[field.name],
        Field(field.default, ge=field.metadata.get("minimum"), le=field.metadata.get("maximum")),
    )
    for field in fields(Options)
}
OptionsModel: type[BaseModel] = create_model(
    "OptionsModel", __base__=_OptionsBase, __doc__="How the engine runs; what is left out has its default.", **_fields
)


def options_of(model: BaseModel) -> Options:
    """The engine's options for a checked ``OptionsModel``."""
    return Options(**model.model_dump())
