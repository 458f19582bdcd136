"""Where things stand: what Graphviz is asked, and what happens when it does not answer."""

import asyncio
import multiprocessing
import os
import shutil
import signal
import sys
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import bad_workers
import pytest
from programs import NEURON, SPELT_OUT
from traces import trace_of

from gradstep.app.picture import graphviz_worker
from gradstep.app.picture.layout import prepare
from gradstep.app.picture.memory import Failures
from gradstep.app.picture.placing import (
    LayoutFailed,
    LayoutTooSlow,
    Look,
    NoGraphviz,
    Placement,
    Placer,
    TooEntangled,
    TooManyNodes,
    place_now,
)
from gradstep.app.picture.ranks import ranks_of, settings_for
from gradstep.app.picture.sizes import columns, operator_size, printable, shortened

pytestmark = pytest.mark.anyio

TRACE = trace_of(NEURON)
LEAF = trace_of("x = 7.25")
THIRDS = ["x0 = 1.0; x1 = 1.0", *(f"x{i} = x{i - 1} + x{i // 2}*x{i // 3}" for i in range(2, 152))]
SHARED = "x0 = 1.0\n" + "\n".join(f"x{i} = x{i - 1}*x{i // 2}" for i in range(1, 900))


@pytest.fixture(scope="module")
def placer() -> Iterator[Placer]:
    placer = Placer()
    yield placer
    placer.close()


@pytest.fixture
async def frail(request: pytest.FixtureRequest) -> AsyncIterator[Placer]:
    """A placer of one worker, half a second, and the fault that the test asks for."""
    placer = Placer(size=1, seconds=0.5, lay_out=request.param)
    yield placer
    placer.close()


def workers() -> list[int]:
    return [process.pid for process in multiprocessing.active_children() if process.name == "pebble_pool_worker"]


# What Graphviz is asked


@pytest.mark.parametrize("look", [Look("row", "LR"), Look("stack", "TB")], ids=str)
def test_no_text_of_the_program_reaches_graphviz(look: Look) -> None:
    dot = prepare(trace_of("node = 2.0; 权重 = 3.0; digraph = node*权重 + tanh(node)"), look).dot
    words = set("".join(character if character.isalpha() else " " for character in dot).split())
    assert words - {"tailport", "e"} == {
        "digraph", "graph", "node", "edge", "nodesep", "rankdir", "ranksep", "nslimit", "fixedsize", "true", "label",
        "shape", "box", "ellipse", "width", "height", "id", "weight", "arrowhead", "none", look.direction,
    }  # fmt: skip


def test_values_and_operators_are_called_by_numbers() -> None:
    dot = prepare(trace_of("a = 2.0; b = a + a"), Look()).dot
    assert "0 -> 3 [id=" in dot
    assert dot.count("0 -> 3") == 2
    assert "3 -> 1 [" in dot


async def test_the_same_trace_gives_the_same_placement(placer: Placer) -> None:
    one = await placer.place(TRACE, Look("stack", "LR"))
    assert one == place_now(trace_of(NEURON), Look("stack", "LR"))


@pytest.mark.parametrize(
    "look", [Look("row", "LR"), Look("row", "TB"), Look("stack", "LR"), Look("stack", "TB")], ids=str
)
async def test_cards_and_operators_keep_clear_of_each_other(placer: Placer, look: Look) -> None:
    placement = await placer.place(trace_of(SPELT_OUT), look)
    boxes = [(b.x, b.y, b.x + c.width, b.y + c.height) for b, c in zip(placement.boxes, placement.cards, strict=True)]
    for operator in placement.operators:
        if operator is not None:
            pill = operator.outline
            half = (pill.width / 2, pill.height / 2)
            boxes.append((pill.x - half[0], pill.y - half[1], pill.x + half[0], pill.y + half[1]))
    for index, (left, top, right, bottom) in enumerate(boxes):
        assert left >= 0
        assert top >= 0
        assert right <= placement.width
        assert bottom <= placement.height
        for other in boxes[:index]:
            assert right <= other[0] or other[2] <= left or bottom <= other[1] or other[3] <= top


@pytest.mark.parametrize("program", [NEURON, SPELT_OUT], ids=["packed", "spelt out"])
async def test_texts_stay_readable_on_a_desk(placer: Placer, program: str) -> None:
    placement = await placer.place(trace_of(program), Look("stack", "LR"))
    assert 13 * min(1100 / placement.width, 560 / placement.height) >= 11


async def test_the_neuron_stays_readable_on_a_phone(placer: Placer) -> None:
    placement = await placer.place(TRACE, Look("stack", "TB"))
    assert 13 * 390 / placement.width >= 11


async def test_one_leaf_is_a_picture(placer: Placer) -> None:
    placement = await placer.place(LEAF, Look())
    assert (len(placement.boxes), placement.operators, placement.edges) == (1, (None,), ())


async def test_a_power_has_its_base_before_its_exponent(placer: Placer) -> None:
    trace = trace_of("a = 2.0; b = 3.0; c = b**a; d = a**b; e = c*d")
    placement = await placer.place(trace, Look())
    ends = {(edge.user, edge.slot): edge.operand for edge in placement.edges}
    assert (ends[2, 0], ends[2, 1], ends[3, 0], ends[3, 1]) == (1, 0, 0, 1)


# How hard it will be


def test_a_leaf_stands_one_rank_before_its_nearest_user() -> None:
    ranks = ranks_of(trace_of("a = 1.0; b = 2.0; c = a*a; d = c*b").nodes)
    assert ranks.count == 5
    assert ranks.effort == 6  # four cards and two circles; no edge passes a rank


def test_an_edge_over_many_ranks_costs_more() -> None:
    ranks = ranks_of(trace_of("a = 1.0; c = tanh(a); d = tanh(c); e = d*a").nodes)
    assert ranks.effort == 7 + 4  # a's edge to the last circle spans 5 ranks


@pytest.mark.parametrize(("effort", "lines"), [(6_000, False), (6_001, True), (12_001, True), (56_000, True)])
def test_harder_graphs_get_straight_lines(effort: int, lines: bool) -> None:
    settings = settings_for(effort)
    assert settings is not None
    assert ("splines" in settings) == lines


def test_beyond_the_budget_there_are_no_settings() -> None:
    assert settings_for(56_001) is None


async def test_a_graph_over_the_budget_is_refused_at_once(placer: Placer) -> None:
    trace = trace_of(SHARED)
    start = time.monotonic()
    with pytest.raises(TooEntangled) as refused:
        await placer.place(trace, Look())
    assert time.monotonic() - start < 1
    assert refused.value.status == 422


async def test_a_graph_of_too_many_values_is_refused_with_both_numbers(placer: Placer) -> None:
    trace = trace_of("x0 = 1.0\n" + "\n".join(f"x{i} = tanh(x{i - 1})" for i in range(1, 1001)))
    with pytest.raises(TooManyNodes, match=r"1001.*1000") as refused:
        await placer.place(trace, Look())
    assert refused.value.status == 422


# What happens when Graphviz does not answer


@pytest.mark.parametrize("frail", [bad_workers.hangs_on_circles], indirect=True)
async def test_a_hung_layout_is_ended_and_remembered_and_the_next_one_is_served(frail: Placer) -> None:
    await frail.warm()
    start = time.monotonic()
    with pytest.raises(LayoutTooSlow, match=r"0\.5 seconds") as slow:
        await frail.place(TRACE, Look())
    assert 0.4 < time.monotonic() - start < 3
    assert slow.value.status == 503
    assert isinstance(await frail.place(LEAF, Look()), Placement)
    start = time.monotonic()
    with pytest.raises(LayoutTooSlow):
        await frail.place(TRACE, Look())
    assert time.monotonic() - start < 0.1


@pytest.mark.parametrize("frail", [bad_workers.crashes_on_circles], indirect=True)
async def test_a_crash_is_remembered_and_the_next_one_is_served(frail: Placer) -> None:
    with pytest.raises(LayoutFailed):
        await frail.place(TRACE, Look())
    assert isinstance(await frail.place(LEAF, Look()), Placement)


@pytest.mark.parametrize("fault", [signal.SIGKILL, signal.SIGTERM, signal.SIGSTOP], ids=lambda fault: fault.name)
async def test_an_idle_worker_that_dies_or_stops_is_replaced(fault: signal.Signals) -> None:
    before = set(workers())
    placer = Placer(size=1, seconds=0.5)
    try:
        await placer.warm()
        for pid in set(workers()) - before:
            os.kill(pid, fault)
        deadline = time.monotonic() + 5
        placement = None
        while placement is None and time.monotonic() < deadline:
            try:
                placement = await placer.place(LEAF, Look())
            except (LayoutTooSlow, LayoutFailed):
                continue
        assert placement is not None
    finally:
        placer.close()
        for pid in set(workers()) - before:
            os.kill(pid, signal.SIGKILL)


@pytest.mark.parametrize("frail", [bad_workers.misses_graphviz], indirect=True)
async def test_without_graphviz_the_reason_says_so(frail: Placer) -> None:
    with pytest.raises(NoGraphviz, match="Graphviz is not installed"):
        await frail.place(TRACE, Look())


@pytest.mark.parametrize("frail", [bad_workers.fails], indirect=True)
async def test_a_layout_that_graphviz_gives_up_is_a_failure_of_its_own(frail: Placer) -> None:
    with pytest.raises(LayoutFailed):
        await frail.place(TRACE, Look())


async def test_the_same_question_at_once_is_one_layout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COUNT_IN", str(tmp_path))
    placer = Placer(size=2, lay_out=bad_workers.counts)
    try:
        answers = await asyncio.gather(*(placer.place(TRACE, Look()) for _ in range(10)))
        again = await placer.place(trace_of(NEURON), Look())
    finally:
        placer.close()
    assert all(answer == again for answer in answers)
    assert len(list(tmp_path.iterdir())) == 1


async def test_one_who_goes_away_does_not_end_the_layout_for_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COUNT_IN", str(tmp_path))
    placer = Placer(size=1, lay_out=bad_workers.counts)
    try:
        one, other = (asyncio.create_task(placer.place(TRACE, Look())) for _ in range(2))
        await asyncio.sleep(0.05)
        one.cancel()
        assert isinstance(await other, Placement)
        with pytest.raises(asyncio.CancelledError):
            await one
    finally:
        placer.close()


async def test_slow_layouts_leave_a_worker_to_the_others() -> None:
    placer = Placer(size=2, lay_out=bad_workers.takes_a_while)
    try:
        await placer.warm()
        hard = trace_of("\n".join(THIRDS[:60]))
        slow = [asyncio.create_task(placer.place(hard, look)) for look in (Look("row", "LR"), Look("row", "TB"))]
        await asyncio.sleep(0.2)
        assert isinstance(await placer.place(TRACE, Look()), Placement)
        assert not any(task.done() for task in slow)
        assert all(isinstance(answer, Placement) for answer in await asyncio.gather(*slow))
    finally:
        placer.close()


async def test_a_graph_of_long_edges_is_answered_in_time(placer: Placer) -> None:
    start = time.monotonic()
    answers = await asyncio.gather(placer.place(trace_of("\n".join(THIRDS)), Look()), return_exceptions=True)
    assert time.monotonic() - start < 10
    assert isinstance(answers[0], (Placement, LayoutTooSlow))


async def test_the_backend_is_named(placer: Placer) -> None:
    assert (await placer.backend() or "").startswith(("pygraphviz", "dot"))


# The worker, with and without what it needs


def test_without_library_and_program_there_is_no_backend(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pygraphviz", None)
    monkeypatch.setenv("PATH", "")
    assert graphviz_worker.backend() is None
    with pytest.raises(graphviz_worker.GraphvizMissing):
        graphviz_worker.lay_out("digraph { 0 }", 5)


@pytest.mark.skipif(shutil.which("dot") is None, reason="there is no dot program here")
def test_without_the_library_the_program_serves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pygraphviz", None)
    assert (graphviz_worker.backend() or "").startswith("dot")
    answer = graphviz_worker.lay_out(prepare(TRACE, Look()).dot, 5)
    assert len(answer["at"]) == 15
    assert len(answer["edges"]) == 9
    with pytest.raises(graphviz_worker.GraphvizFailed):
        graphviz_worker.lay_out("digraph {", 5)


def test_the_worker_knows_nothing_of_the_app() -> None:
    source = Path(graphviz_worker.__file__).read_text("utf-8")
    assert "gradstep" not in source
    assert "from ." not in source


# Memory


def test_failures_are_forgotten_after_a_while_and_are_bounded() -> None:
    failures = Failures(size=2, seconds=60)
    for key in b"abc":
        failures.put(bytes([key]), LayoutFailed)
    assert [failures.get(bytes([key])) for key in b"abc"] == [None, LayoutFailed, LayoutFailed]
    brief = Failures(seconds=0)
    brief.put(b"a", LayoutFailed)
    assert brief.get(b"a") is None


# Texts


@pytest.mark.parametrize(
    ("text", "width"),
    [("x1*w1", 5), ("权重", 4), ("ａ", 2), ("e\u0301", 1), ("س", 2), ("≈1.0000", 7), ("…", 1), ("ế", 1), ("", 0)],
)
def test_a_wide_character_takes_two_columns_and_a_combining_one_none(text: str, width: int) -> None:
    assert columns(text) == width


@pytest.mark.parametrize(
    ("text", "short"),
    [
        ("x1*w1 + x2*w2 + b", "x1*w1 + x2*w2 + b"),
        ("w" * 21, "w" * 21),
        ("w" * 22, "w" * 20 + "…"),
        ("权" * 11, "权" * 10 + "…"),
        ("a\nb\t\u202ec", "a b c"),
    ],
)
def test_labels_are_shortened_by_their_width(text: str, short: str) -> None:
    assert shortened(text) == short


def test_a_heap_of_combining_marks_ends_somewhere() -> None:
    assert len(shortened("e" + "\u0301" * 5000)) < 200


@pytest.mark.parametrize("text", ["\x00", "\ud800", "\ufffe", "\x1b[31m", "\u2066", "\x85"])
def test_printable_has_nothing_that_xml_forbids(text: str) -> None:
    assert not set(printable(f"a{text}b")) - set("ab \ufffd[31m")


@pytest.mark.parametrize(("op", "text"), [("*", "*"), ("**-1", "**-1"), ("**0.3333333333333333", "**0.3333333…")])
def test_an_operator_has_room_for_its_sign(op: str, text: str) -> None:
    shown, width, height = operator_size(op)
    assert shown == text
    assert width >= height
