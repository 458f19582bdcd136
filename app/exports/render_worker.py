"""SVG to pixels, away from the server: PNG files, and the frames of a GIF.

Runs in worker processes, which can be ended in the middle of a picture. It imports nothing of the app, so a worker
stays small.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from functools import cache
from itertools import product
from pathlib import Path

import resvg_py
from PIL import Image

__all__ = ["film", "film_frame", "png"]

# Fonts are part of the project, so that a picture looks the same wherever it is made; see scripts/fonts.
_FONTS = Path(__file__).parents[2] / "static" / "fonts"
_FONT_NAMES = ("DejaVuSansMono.ttf", "DejaVuSansMono-Bold.ttf", "NotoSansSC-Regular.ttf")
_FONT_FILES = [str(_FONTS / name) for name in _FONT_NAMES]
_MONO = "DejaVu Sans Mono"
_COLOURS = 256  # of a GIF
_GREYS = 5  # steps between a line's colour and its ground, where it is smoothed
_APART = 8  # between the colours of a palette
_LAST_FOR = 3  # times as long as any other frame: to look at the result before it begins again

Colour = tuple[int, int, int]


def png(svg: str, zoom: float) -> bytes:
    """The picture as PNG, ``zoom`` pixels for each px.

    Text in characters that our fonts lack takes the system's fonts, as far as there are some.
    """
    data = resvg_py.svg_to_bytes(
        svg_string=svg,
        zoom=zoom,
        skip_system_fonts=_is_covered(svg),
        font_files=_FONT_FILES,
        font_family=_MONO,
        monospace_family=_MONO,
        sans_serif_family=_MONO,
    )
    return bytes(data)


def film_frame(svg: str, colours: Sequence[str]) -> bytes:
    """One frame of a GIF: the picture as PNG in the film's own palette.

    Args:
        colours: the colours that the pictures of this film are drawn in, as ``#rrggbb``; their mixtures follow.
    """
    with Image.open(io.BytesIO(png(svg, 1))) as image:
        flat = image.convert("RGB").quantize(palette=_lookup(tuple(colours)), dither=Image.Dither.NONE)
    flat.putpalette(_palette(tuple(colours)))
    out = io.BytesIO()
    flat.save(out, "PNG", compress_level=1)
    return out.getvalue()


def film(frames: Sequence[bytes], milliseconds: int) -> bytes:
    """The frames as one GIF that begins again at its end. Each stays for so long, and the last for longer."""
    images = [Image.open(io.BytesIO(frame)) for frame in frames]
    durations = [milliseconds] * (len(images) - 1) + [_LAST_FOR * milliseconds]
    out = io.BytesIO()
    images[0].save(
        out, "GIF", save_all=True, append_images=images[1:], duration=durations, loop=0, disposal=1, optimize=False
    )
    return out.getvalue()


@cache
def _palette(colours: tuple[str, ...]) -> list[int]:
    """The film's palette: the colours, and those between any two of them, as many as there is room for.

    One palette for all frames: what doesn't move then keeps its exact colour, and takes no room in the file.
    """
    plain = [_rgb(colour) for colour in colours]
    chosen = dict.fromkeys(plain)
    for step in _halvings(_GREYS):
        for ink, ground in product(plain, plain):
            mixed = _mixed(ink, ground, step)
            if len(chosen) < _COLOURS and all(_distance(mixed, other) >= _APART for other in chosen):
                chosen[mixed] = None
    flat = [value for colour in chosen for value in colour]
    return flat + flat[:3] * (_COLOURS - len(chosen))


@cache
def _lookup(colours: tuple[str, ...]) -> Image.Image:
    """What Pillow looks colours up in: it rounds channels down to a multiple of 4, so the palette is rounded too."""
    image = Image.new("P", (1, 1))
    image.putpalette([value & ~3 for value in _palette(colours)])
    return image


def _halvings(count: int) -> list[float]:
    """Parts of the way from one colour to another, the middle first."""
    return sorted(((step + 1) / (count + 1) for step in range(count)), key=lambda part: abs(part - 0.5))


def _mixed(one: Colour, other: Colour, part: float) -> Colour:
    red, green, blue = (round(a + (b - a) * part) for a, b in zip(one, other, strict=True))
    return red, green, blue


def _distance(one: Colour, other: Colour) -> int:
    return max(abs(a - b) for a, b in zip(one, other, strict=True))


def _rgb(colour: str) -> Colour:
    number = int(colour.removeprefix("#"), 16)
    return number >> 16, number >> 8 & 255, number & 255


def _is_covered(text: str) -> bool:
    """Whether our fonts have every character of the text."""
    return text.isascii() or _covered().issuperset(character for character in text if character >= " ")


@cache
def _covered() -> frozenset[str]:
    """The characters of our fonts, as their making wrote them down."""
    lines = (_FONTS / "covered.txt").read_text("ascii").split()
    runs = ((int(code, 16) for code in line.split("-")) for line in lines)
    return frozenset(chr(code) for first, last in runs for code in range(first, last + 1))
