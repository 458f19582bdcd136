"""Every text that a person reads, in their language: gettext catalogues over the engine's templates."""

from __future__ import annotations

import gettext
from functools import lru_cache
from pathlib import Path
from typing import cast

from gradstep.engine.text import Text

__all__ = ["LANGUAGES", "Translator", "translator"]

LANGUAGES = ("en", "zh")
_CATALOGUES = Path(__file__).parent / "locale"


class Translator:
    """Turns templates and texts into sentences of one language; what a catalogue lacks stays English."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._catalogue = gettext.translation("gradstep", _CATALOGUES, [language], fallback=True)
        self.gettext = self._catalogue.gettext
        self.ngettext = self._catalogue.ngettext

    def __call__(self, text: Text) -> str:
        """The text, filled in; values that are texts themselves are translated first."""
        values = {key: self(value) if isinstance(value, Text) else value for key, value in text.values.items()}
        if text.plural:
            return self.ngettext(text.template, text.plural, cast(int, text.values["count"])).format(**values)
        return self.gettext(text.template).format(**values)


@lru_cache
def translator(language: str = "en") -> Translator:
    """The translator for ``en`` or ``zh``."""
    return Translator(language)
