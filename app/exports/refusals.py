"""Why an export is not made.

The exception tree::

    NotExported              ``reason`` says why
    ├── TooLarge             it would pass a limit, which the reason names
    └── NotRendered          the workers didn't answer in time
"""

from __future__ import annotations

from typing import ClassVar

from gradstep.engine.errors import GradstepError
from gradstep.engine.text import Text

__all__ = ["NotExported", "NotRendered", "TooLarge"]


class NotExported(GradstepError):
    """There is no export. ``reason`` is a sentence for people, ``status`` the HTTP status that fits."""

    status: ClassVar[int] = 503

    def __init__(self, reason: Text) -> None:
        self.reason = reason
        super().__init__(str(reason))


class TooLarge(NotExported):
    """It would pass a limit, which the reason names with what to do."""

    status = 422


class NotRendered(NotExported):
    """Rendering took too long, or others were before it for too long."""
