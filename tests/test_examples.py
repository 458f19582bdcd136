"""The gallery: each example opens at its moment, and what its sentence says is what the engine did."""

import html
import math
import re

import pytest
from httpx import AsyncClient

from gradstep.app.examples import EXAMPLES, Example
from gradstep.app.web.examples import example_card_of
from gradstep.engine.frames import frame_at
from gradstep.engine.language import parse
from gradstep.engine.numbers import shown
from gradstep.engine.numeric.check import check_gradients
from gradstep.engine.numeric.sweep import sweep_steps
from gradstep.engine.trace import Trace
from gradstep.engine.tracing import trace_program

ALL = [example for group in EXAMPLES for example in group.examples]
BY_ID = {example.id: example for example in ALL}
each_example = pytest.mark.parametrize("example", ALL, ids=[example.id for example in ALL])


def run(example: Example) -> Trace:
    return trace_program(parse(example.source), example.options)


def named(trace: Trace, name: str) -> int:
    """The last Value of that label or text."""
    return next(node.id for node in reversed(trace.nodes) if name in (node.label, node.text))


def grad(trace: Trace, name: str) -> str:
    """What stands as the Value's grad at the end."""
    return shown(trace.grads[named(trace, name)])


def writes(id: str) -> list[tuple[str, str, str]]:
    """What the step that the example opens at writes: name, before and after, as shown."""
    example = BY_ID[id]
    trace = run(example)
    events = trace.steps[example.step - 1].events
    found = [event for event in events if event.kind == "write"]
    names = [trace.nodes[write.target].label or trace.nodes[write.target].text for write in found]
    return [(name, shown(write.before), shown(write.after)) for name, write in zip(names, found, strict=True)]


@pytest.mark.anyio
async def test_the_page_shows_each_example_with_its_way_in(client: AsyncClient) -> None:
    page = await client.get("/examples")
    assert page.status_code == 200
    for example in ALL:
        card = example_card_of(example, "en")
        assert f'id="{example.id}"' in page.text
        assert html.escape(card.url) in page.text
        assert html.escape(card.watch).replace("&#x27;", "&#39;") in page.text
    assert page.text.count("<svg") == len(ALL)


@pytest.mark.anyio
@each_example
async def test_an_example_opens_at_its_moment_and_holds_all_of_itself(client: AsyncClient, example: Example) -> None:
    card = example_card_of(example, "en")
    assert card.url.startswith("/?code=")
    page = await client.get(card.url)
    assert page.status_code == 200
    assert f'data-step="{example.step}" data-steps="{len(run(example).steps)}"' in page.text
    assert f'data-event="{example.event}"' in page.text
    assert f'"panel":"{example.panel}"' in page.text or example.panel is None
    assert example.panel is None or f"panel={example.panel}" in card.url


@pytest.mark.anyio
async def test_the_language_goes_along(client: AsyncClient) -> None:
    page = await client.get("/examples?lang=zh")
    assert page.status_code == 200
    assert 'lang="zh"' in page.text
    assert all("lang=zh" in example_card_of(example, "zh").url for example in ALL)


@each_example
def test_an_example_has_one_sentence_and_a_moment_that_exists(example: Example) -> None:
    assert str(example.watch).startswith("Watch ")
    assert re.fullmatch(r"[^!?]*[^.]\.", str(example.watch))
    steps = run(example).steps
    assert 0 < example.step <= len(steps)
    assert [each.id for each in ALL].count(example.id) == 1


@pytest.mark.anyio
async def test_the_picture_of_a_puzzle_gives_no_answer_away(client: AsyncClient) -> None:
    page = (await client.get("/examples")).text
    picture = page.split('id="by-hand"')[1].split("</svg>")[0]
    assert set(re.findall(r'data-field="grad"[^>]*>([^<]*)<', picture)) == {"0.0000"}


def test_the_neuron_passes_on_times_the_other_factor() -> None:
    assert writes("neuron") == [("x1", "0.0000", "-1.5000"), ("w1", "0.0000", "1.0000")]


def test_spelt_out_e_gets_its_second_write() -> None:
    assert writes("spelt-out")[0] == ("e", "-0.1036", "0.0429")
    trace = run(BY_ID["spelt-out"])
    first, second = [
        e for step in trace.steps for e in step.events if e.kind == "write" and e.target == named(trace, "e")
    ]
    assert shown(second.contribution) == "0.1464"
    assert shown(first.after) == "-0.1036"


def test_one_value_in_both_slots_is_written_twice() -> None:
    assert writes("self-add") == [("a", "0.0000", "1.0000"), ("a", "1.0000", "2.0000")]


def test_two_ways_meet_at_seven() -> None:
    assert writes("diamond")[0] == ("a", "4.0000", "7.0000")
    assert grad(run(BY_ID["diamond"]), "a") == "7.0000"


def test_w2_gets_nothing_as_x2_is_0() -> None:
    assert ("w2", "0.0000", "0.0000") in writes("zero")
    moved = BY_ID["zero"].source.replace("w2 = 1.0", "w2 = 1000.0")
    outputs = [trace_program(parse(source)).nodes[-1].data for source in (BY_ID["zero"].source, moved)]
    assert outputs[0] == outputs[1]


def test_additions_pass_on_1_and_tanh_less_each_time() -> None:
    trace = run(BY_ID["additions"])
    assert {grad(trace, name) for name in "uabc"} == {"1.0000"}
    assert grad(trace, "x") == "0.1677"
    tanh_grads = [trace.grads[named(trace, name)] for name in "rqpx"]
    assert tanh_grads == sorted(tanh_grads, reverse=True)


def test_an_assignment_leaves_1_where_2_is_right() -> None:
    assert writes("assign") == [("a", "0.0000", "1.0000"), ("a", "1.0000", "1.0000")]
    assert grad(trace_program(parse(BY_ID["assign"].source)), "a") == "2.0000"


def test_without_the_sort_b_runs_twice_and_a_ends_at_8() -> None:
    example = BY_ID["needs-a-sort"]
    trace = run(example)
    calls = [k for k, step in enumerate(trace.steps, 1) if step.phase == "backward" and step.node == named(trace, "b")]
    assert calls[1:] == [example.step]
    assert grad(trace, "a") == "8.0000"
    assert grad(trace_program(parse(example.source)), "a") == "4.0000"


def test_in_preorder_only_n_and_o_get_a_gradient() -> None:
    example = BY_ID["append-too-early"]
    trace = run(example)
    assert trace.steps[example.step - 1].node == named(trace, "o")
    assert example.step == len(trace.steps)
    assert {node.label for node in trace.nodes if trace.grads[node.id] != 0} == {"n", "o"}


def test_a_second_backward_takes_x1_to_minus_seven_and_a_half() -> None:
    assert writes("twice")[0] == ("x1", "-1.5000", "-7.5000")


def test_the_new_object_is_in_no_topo_and_keeps_0() -> None:
    trace = run(BY_ID["fresh-object"])
    new, old = named(trace, "s1"), named(trace, "x1*w1")
    assert new != old
    assert trace.nodes[new].data == trace.nodes[old].data == -6
    assert not trace.nodes[new].reachable
    assert all(new not in topo for topo in trace.topos)
    assert (trace.grads[new], shown(trace.grads[old])) == (0.0, "0.5000")


def test_the_sigmoid_is_right_and_its_gradient_is_nan() -> None:
    example = BY_ID["overflow"]
    trace = run(example)
    assert trace.nodes[named(trace, "exp(x*-1)")].data == math.inf
    assert trace.nodes[named(trace, "x*-1")].data == 1000
    assert trace.nodes[named(trace, "y")].data == 0
    assert math.isnan(trace.grads[named(trace, "x")])
    nans = [any(math.isnan(now.grad) for now in frame_at(trace, k).nodes) for k in (example.step - 1, example.step)]
    assert nans == [False, True]


def test_exp_is_its_own_factor() -> None:
    trace = run(BY_ID["exp"])
    assert (grad(trace, "a"), grad(trace, "b")) == ("22026.4658", "5.1847e+21")
    assert trace.grads[named(trace, "a")] == trace.nodes[named(trace, "exp(a)")].data
    frame = frame_at(trace, BY_ID["exp"].step)
    assert [frame.nodes[named(trace, name)].grad for name in "ab"] == [trace.grads[named(trace, name)] for name in "ab"]


def test_all_seven_gradients_of_the_neuron_agree() -> None:
    verdicts = [each.verdict for each in check_gradients(run(BY_ID["check"])).checks]
    assert verdicts == ["agrees"] * 7


def test_the_forward_error_is_smallest_at_1e_minus_8() -> None:
    example = BY_ID["sweep"]
    trace = run(example)
    x = named(trace, example.sweep)
    assert trace.grads[x] == 14
    points = sweep_steps(trace, x).points
    best = min(points, key=lambda point: point.forward_error)
    assert best.h == 1e-8
    assert points[-1].forward_error > 1e5 * best.forward_error < points[0].forward_error


def test_the_puzzle_opens_where_the_first_gradients_are_due() -> None:
    example = BY_ID["by-hand"]
    trace = run(example)
    assert all(now.grad == 0 for now in frame_at(trace, example.step - 1).nodes)
    assert any(now.grad != 0 for now in frame_at(trace, example.step).nodes)
