"""Graphviz, away from the server: DOT in, coordinates out.

Runs in worker processes (Graphviz holds the interpreter's lock for a whole layout) and, as a program, for one layout:
DOT on standard input, JSON on standard output. It imports nothing of the app, so a worker stays small.
"""

from __future__ import annotations

import contextlib
import io
import json
import shutil
import signal
import subprocess
import sys
from typing import Any

__all__ = ["Coordinates", "GraphvizFailed", "GraphvizMissing", "GraphvizSlow", "backend", "default_signals", "lay_out"]

# "size": (width, height), "at": {node name: centre}, "edges": {edge id: the control points of a chain of cubic
# Bézier curves}; in points (1/72 inch), y upwards.
Coordinates = dict[str, Any]


class GraphvizMissing(Exception):
    """Neither pygraphviz nor the ``dot`` program is there."""


class GraphvizSlow(Exception):
    """The ``dot`` program ran out of time."""


class GraphvizFailed(Exception):
    """Graphviz gave up on the graph."""


def default_signals() -> None:
    """Let SIGTERM end the process at once; a Python handler would have to wait until the C code of a layout returns."""
    signal.signal(signal.SIGTERM, signal.SIG_DFL)


def backend() -> str | None:
    """The Graphviz that would be used, with its version, or None if there is none."""
    try:
        import pygraphviz

        return f"pygraphviz {pygraphviz.__version__}"
    except ImportError:
        pass
    program = shutil.which("dot")
    if program is None:
        return None
    try:
        found = subprocess.run([program, "-V"], capture_output=True, text=True, timeout=5, check=True)
    except (OSError, subprocess.SubprocessError):
        return None
    return (found.stderr or found.stdout).strip() or "dot"


def lay_out(dot: str, seconds: float) -> Coordinates:
    """Where Graphviz puts everything.

    ``seconds`` bounds the ``dot`` program; in pygraphviz a layout can't be stopped, so the caller has to end the
    process. Raises GraphvizMissing, GraphvizSlow or GraphvizFailed.
    """
    try:
        import pygraphviz
    except ImportError:
        return _coordinates(_run_program(dot, seconds))
    return _coordinates(_run_library(pygraphviz, dot))


def _run_library(pygraphviz: Any, dot: str) -> bytes:
    graph = pygraphviz.AGraph(string=dot)
    try:
        with contextlib.redirect_stderr(io.StringIO()):  # it warns of every graph over 1,000 nodes
            result: bytes = graph.draw(format="json0", prog="dot")
    except (ValueError, OSError) as error:
        raise GraphvizFailed(str(error)) from None
    finally:
        graph.close()
    return result


def _run_program(dot: str, seconds: float) -> bytes:
    program = shutil.which("dot")
    if program is None:
        raise GraphvizMissing
    try:
        done = subprocess.run(
            [program, "-Tjson0"], input=dot.encode(), capture_output=True, timeout=seconds, check=True
        )
    except subprocess.TimeoutExpired:
        raise GraphvizSlow from None
    except subprocess.CalledProcessError as error:
        raise GraphvizFailed(error.stderr.decode(errors="replace")[:500]) from None
    except OSError as error:
        raise GraphvizMissing(str(error)) from None
    return done.stdout


def _coordinates(json0: bytes) -> Coordinates:
    answer = json.loads(json0)
    _, _, width, height = map(float, answer["bb"].split(","))
    return {
        "size": (width, height),
        "at": {node["name"]: tuple(map(float, node["pos"].split(","))) for node in answer.get("objects", ())},
        "edges": {
            edge["id"]: [tuple(map(float, point.split(","))) for point in edge["pos"].split()]
            for edge in answer.get("edges", ())
            if "id" in edge
        },
    }


if __name__ == "__main__":
    try:
        json.dump(lay_out(sys.stdin.read(), float(sys.argv[1])), sys.stdout)
    except (GraphvizMissing, GraphvizSlow, GraphvizFailed) as problem:
        sys.exit(type(problem).__name__)
