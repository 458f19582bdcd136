"""What goes wrong in a layout worker, for the tests of placing. Worker processes import this module by its name."""

import os
import signal
import time
from pathlib import Path

from gradstep.app.picture.graphviz_worker import Coordinates, GraphvizFailed, GraphvizMissing, lay_out

__all__ = [
    "counts",
    "crashes_on_circles",
    "fails",
    "hangs_on_circles",
    "has_no_graphviz",
    "misses_graphviz",
    "takes_a_while",
]


def hangs_on_circles(dot: str, seconds: float) -> Coordinates:
    if "ellipse" in dot:
        time.sleep(60)
    return lay_out(dot, seconds)


def crashes_on_circles(dot: str, seconds: float) -> Coordinates:
    if "ellipse" in dot:
        os.kill(os.getpid(), signal.SIGKILL)
    return lay_out(dot, seconds)


def misses_graphviz(dot: str, seconds: float) -> Coordinates:
    raise GraphvizMissing


def has_no_graphviz() -> str | None:
    return None


def fails(dot: str, seconds: float) -> Coordinates:
    raise GraphvizFailed("no")


def counts(dot: str, seconds: float) -> Coordinates:
    """Lays out, and leaves a mark in the folder that ``COUNT_IN`` names."""
    Path(os.environ["COUNT_IN"], str(time.monotonic_ns())).touch()
    time.sleep(0.2)
    return lay_out(dot, seconds)


def takes_a_while(dot: str, seconds: float) -> Coordinates:
    """Lays out; a large graph takes a second."""
    if dot.count("ellipse") > 50:
        time.sleep(1)
    return lay_out(dot, seconds)
