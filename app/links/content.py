"""What a link stands for: a program and its options, in one canonical form, and packed into a URL."""

from __future__ import annotations

import binascii
import hashlib
import zlib
from base64 import b32encode, urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any
from urllib.parse import unquote

import orjson
from pydantic import ValidationError

from gradstep.engine.errors import GradstepError
from gradstep.engine.language.places import with_line_feeds
from gradstep.engine.text import Text
from gradstep.engine.trace import Options

from ..options import OptionsModel, options_of

__all__ = ["Content", "DamagedLink", "decode", "encode", "options_in"]

_DEFAULTS = Options()


class DamagedLink(GradstepError):
    """A link whose text or options can't be read back. ``source`` is as much of the text as could be."""

    def __init__(self, reason: Text, source: str = "") -> None:
        super().__init__(str(reason))
        self.reason = reason
        self.source = source


@dataclass(frozen=True, slots=True)
class Content:
    """A program with LF line endings, and how the engine runs it. Equal contents have equal links."""

    source: str
    options: Options = _DEFAULTS

    @classmethod
    def of(cls, source: str, options: Options = _DEFAULTS) -> Content:
        """The content for a text as typed, with any line endings."""
        return cls(with_line_feeds(source), options)

    def changed_options(self) -> dict[str, Any]:
        """The options that differ from their defaults, by name: a new option changes no old link."""
        values = {field.name: getattr(self.options, field.name) for field in fields(Options)}
        return {name: value for name, value in values.items() if value != getattr(_DEFAULTS, name)}

    def canonical(self) -> str:
        """Compact JSON with sorted keys: what is hashed and stored. Control characters are escaped, NUL too."""
        data = {"options": self.changed_options(), "source": self.source}
        return orjson.dumps(data, option=orjson.OPT_SORT_KEYS).decode()

    def digest(self) -> str:
        """52 characters of a-z and 2-7, the SHA-256 of the canonical form. A short id is its beginning."""
        return b32encode(hashlib.sha256(self.canonical().encode()).digest()).decode().rstrip("=").lower()

    @classmethod
    def from_canonical(cls, text: str) -> Content:
        """The content again.

        Raises:
            ValueError: if this isn't a canonical form that this version knows.
        """
        data = orjson.loads(text)
        if not isinstance(data, dict) or data.keys() != {"options", "source"} or not isinstance(data["source"], str):
            raise ValueError("not the canonical form of a link")
        return cls(data["source"], options_of(OptionsModel.model_validate(data["options"])))


def encode(source: str) -> str:
    """The text as a ``code`` parameter: zlib-compressed UTF-8 in URL-safe base64 without padding."""
    return urlsafe_b64encode(zlib.compress(source.encode(), 9)).decode().rstrip("=")


def decode(code: str, limit: int) -> str:
    """The text in a ``code`` parameter.

    Args:
        code: what :func:`encode` gave, or any other program that compresses; damage never gives another text.
        limit: most bytes of UTF-8 that it may inflate to.

    Raises:
        DamagedLink: if it isn't that.
    """
    try:
        packed = urlsafe_b64decode(code.encode("ascii") + b"=" * (-len(code) % 4))
        inflater = zlib.decompressobj()
        text = inflater.decompress(packed, limit + 1)
        source = text.decode()
    except (binascii.Error, zlib.error, UnicodeError):
        raise DamagedLink(Text("its text can't be unpacked")) from None
    if len(text) > limit:
        raise DamagedLink(Text("its text is longer than {limit} bytes", limit=limit))
    # The decoder skips characters outside its alphabet, and bits that don't fill a byte.
    whole = urlsafe_b64encode(packed).decode().rstrip("=") == code
    if not whole or not inflater.eof or inflater.unused_data:
        raise DamagedLink(Text("its text can't be unpacked"))
    return source


def options_in(query: Mapping[str, str]) -> Options:
    """The options among the parameters of a URL (``accumulate=%3D``); other parameters are none of ours.

    Raises:
        DamagedLink: if an option has a value that it can't have.
    """
    given: dict[str, object] = {}
    for field in fields(Options):
        if field.name in query:
            # Chat programs encode a URL once more.
            text = unquote(query[field.name])
            is_number = isinstance(getattr(_DEFAULTS, field.name), int) and text.isascii() and text.isdigit()
            given[field.name] = int(text[:20]) if is_number else text
    try:
        return options_of(OptionsModel.model_validate(given))
    except ValidationError as error:
        name = error.errors()[0]["loc"][0]
        raise DamagedLink(Text("its option {name} has a value that is not known here", name=name)) from None
