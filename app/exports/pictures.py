"""Frames as SVG files, the card for link previews, and all frames in one archive."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from xml.sax.saxutils import escape

from gradstep.engine.frames import Frame, Player
from gradstep.engine.text import Text
from gradstep.engine.trace import Trace

from ..picture.drawing import draw
from ..picture.graph_style import Theme, graph_style
from ..picture.placing import Placement
from ..picture.sizes import shortened
from .refusals import TooLarge

__all__ = ["CARD_SIZE", "MAX_ARCHIVE", "Archive", "Sheets", "colours_of", "preview_card"]

Translate = Callable[[Text], str]

CARD_SIZE = (1200, 630)  # px: what most sites show of a link
MAX_ARCHIVE = 60_000  # Values in all frames of an archive together, about 1.5 KB each
_BAR, _MARGIN = 84, 28  # px of the card: its title bar, and the least space around the graph
_LARGEST = 2.0  # times its size that a small graph is drawn on the card
_TITLE_COLUMNS = 46
_COLOUR = re.compile("#[0-9a-f]{6}")
_DATE = (1980, 1, 1, 0, 0, 0)  # the same archive each time


@dataclass(frozen=True, slots=True)
class Sheets:
    """The frames of one trace as SVG files, in one look, theme and language."""

    trace: Trace
    placement: Placement
    theme: Theme
    translate: Translate

    @property
    def size(self) -> tuple[float, float]:
        """The width and height of every frame, in px."""
        return self.placement.width, self.placement.height

    def draw(self, frame: Frame) -> str:
        """One frame as a self-contained SVG."""
        steps = len(self.trace.steps)
        title = self.translate(Text("The graph after {step} of {steps} steps", step=frame.step, steps=steps))
        return draw(
            self.trace,
            self.placement,
            frame,
            standalone=True,
            title=title,
            translate=self.translate,
            theme=self.theme,
        )

    def draw_range(self, first: int, last: int) -> Iterator[tuple[int, str]]:
        """The frames after ``first`` to ``last`` steps, each with its number."""
        player = Player(self.trace)
        for step in range(first, last + 1):
            player.go(step)
            yield step, self.draw(player.frame())


class Archive:
    """A ZIP of frames, filled one by one. The same frames give the same bytes."""

    def __init__(self, trace: Trace) -> None:
        """Raises TooLarge."""
        found = (len(trace.steps) + 1) * len(trace.nodes)
        if found > MAX_ARCHIVE:
            raise TooLarge(
                Text(
                    "the frames would hold {found} Values together, and the limit is {limit}: take single frames",
                    found=found,
                    limit=MAX_ARCHIVE,
                )
            )
        self._digits = max(3, len(str(len(trace.steps))))
        self._bytes = io.BytesIO()
        self._zip = zipfile.ZipFile(self._bytes, "w", zipfile.ZIP_DEFLATED)

    def add(self, step: int, svg: str) -> None:
        """Add one frame, as ``frame-007.svg``."""
        entry = zipfile.ZipInfo(f"frame-{step:0{self._digits}}.svg", _DATE)
        entry.compress_type = zipfile.ZIP_DEFLATED
        self._zip.writestr(entry, svg)

    def close(self) -> bytes:
        """The archive, which takes no more frames."""
        self._zip.close()
        return self._bytes.getvalue()


def colours_of(theme: Theme) -> list[str]:
    """Every colour that a picture of this theme is drawn in, as ``#rrggbb``, the most frequent first."""
    found = _COLOUR.findall(graph_style(theme))
    return sorted(set(found), key=lambda colour: (-found.count(colour), colour))


def preview_card(svg: str, size: tuple[float, float], title: str, counter: str, theme: Theme) -> str:
    """The picture that other sites show of a link: a bar that says what it is, and below it the frame as large as fits.

    Args:
        svg: the frame.
        size: its width and height in px.
        title: what the step shown does.
        counter: how far that is: ``6 / 29``.
    """
    width, height = CARD_SIZE
    across, down = width - 2 * _MARGIN, height - _BAR - 2 * _MARGIN
    scale = min(across / size[0], down / size[1], _LARGEST)
    x = (width - size[0] * scale) / 2
    y = _BAR + (height - _BAR - size[1] * scale) / 2
    ground, ink, line = ("#14161a", "#eceae4", "#363b44") if theme == "dark" else ("#fbfaf8", "#1b1e26", "#d5d3cd")
    said = escape(shortened(title, _TITLE_COLUMNS))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'font-family="DejaVu Sans Mono, monospace" fill="{ink}">'
        f'<rect width="{width}" height="{height}" fill="{ground}"/>'
        f'<path d="M0 {_BAR}h{width}" stroke="{line}" stroke-width="2"/>'
        f'<text x="{_MARGIN}" y="{_BAR / 2 + 10}" font-size="30" font-weight="700">Gradstep</text>'
        f'<text x="{width / 2}" y="{_BAR / 2 + 8}" font-size="22" text-anchor="middle">{said}</text>'
        f'<text x="{width - _MARGIN}" y="{_BAR / 2 + 8}" font-size="22" text-anchor="end">{escape(counter)}</text>'
        f'<g transform="translate({x:.2f} {y:.2f}) scale({scale:.4f})">{svg}</g></svg>'
    )
