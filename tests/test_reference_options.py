"""What each option of a trace changes, through the API: the numbers, the order of calls, the counts."""

from typing import Any

import pytest
from cases.answers import data_of, grads_of, phases, writes_of
from httpx import AsyncClient
from programs import NEURON, SPELT_OUT

from gradstep.app.links.content import encode

pytestmark = pytest.mark.anyio


async def trace_of(client: AsyncClient, source: str, **options: Any) -> Any:
    response = await client.post("/api/trace", json={"source": source, "options": options})
    assert response.status_code == 200, response.text
    return response.json()


async def test_assigning_where_one_should_add_loses_a_contribution(client: AsyncClient) -> None:
    source = "a = 3.0\nb = a + a"
    assert grads_of(await trace_of(client, source))["a"] == 2.0
    lost = await trace_of(client, source, accumulate="=")
    assert grads_of(lost)["a"] == 1.0
    assert writes_of(lost) == [("b", "a", 0.0, 1.0), ("b", "a", 1.0, 1.0)]


async def test_the_recursive_schedule_counts_twice(client: AsyncClient) -> None:
    source = "a = 1.0\nb = a + a\nc = b + b"
    assert grads_of(await trace_of(client, source))["a"] == 4.0
    trace = await trace_of(client, source, schedule="recursive")
    assert phases(trace) == {"build": 2, "backward": 7}
    assert trace["topos"] == [[]]
    assert [step["node"] for step in trace["steps"]][2:] == [2, 1, 0, 0, 1, 0, 0]
    assert grads_of(trace)["a"] == 8.0


async def test_appending_before_the_operands_leaves_them_without_gradients(client: AsyncClient) -> None:
    trace = await trace_of(client, NEURON, schedule="preorder")
    assert {name for name, grad in grads_of(trace).items() if grad and name} == {"n", "o"}
    assert trace["topos"] == [[9, 8, 7, 5, 0, 2, 6, 1, 3, 4]]
    assert phases(trace) == {"build": 5, "topo": 1, "backward": 10}


async def test_composed_is_what_one_would_write_out(client: AsyncClient) -> None:
    packed = await trace_of(client, NEURON)
    composed = await trace_of(client, NEURON, granularity="composed")
    by_hand = await trace_of(client, SPELT_OUT)
    assert [(node["op"], node["operands"]) for node in composed["nodes"]] == [
        (node["op"], node["operands"]) for node in by_hand["nodes"]
    ]
    assert composed["nodes"][-1]["label"] == "o"
    assert [node["label"] for node in composed["nodes"][9:-1]] == [""] * 8
    for name in ("x1", "x2", "w1", "w2", "b", "n"):
        assert grads_of(composed)[name] == pytest.approx(grads_of(packed)[name], rel=1e-12)


@pytest.mark.parametrize("order", [1, 2, 3, 12345, 2**31 - 1])
@pytest.mark.parametrize("source", [NEURON, SPELT_OUT, "a = 2.0\nb = a*a + a\nc = b*a + b"])
async def test_another_order_is_another_valid_sort_with_the_same_gradients(
    client: AsyncClient, source: str, order: int
) -> None:
    plain, shuffled = await trace_of(client, source), await trace_of(client, source, order=order)
    (topo,) = shuffled["topos"]
    assert sorted(topo) == sorted(plain["topos"][0])
    place = {node: at for at, node in enumerate(topo)}
    for node in shuffled["nodes"]:
        assert all(place[operand] < place[node["id"]] for operand in node["operands"])
    for node, grad in plain["grads"].items():
        assert shuffled["grads"][node] == pytest.approx(grad, rel=1e-12)


async def test_some_orders_differ(client: AsyncClient) -> None:
    topos = {str((await trace_of(client, NEURON, order=order))["topos"]) for order in range(6)}
    assert len(topos) > 2


@pytest.mark.parametrize(
    "wrong",
    [
        {"accumulate": "-="}, {"schedule": "random"}, {"granularity": "fine"},
        {"order": -1}, {"order": 2**31}, {"seed": 1},
    ],
)  # fmt: skip
async def test_options_that_there_are_not_are_refused(client: AsyncClient, wrong: dict[str, Any]) -> None:
    response = await client.post("/api/trace", json={"source": NEURON, "options": wrong})
    assert response.status_code == 422
    assert next(iter(wrong)) in response.text


SIGMOID = "x = 0.5\ny = sigmoid(x)"


async def test_a_sigmoid_spelt_out_is_one_over_one_plus_exp_and_its_last_node_takes_the_name(
    client: AsyncClient,
) -> None:
    packed = await trace_of(client, SIGMOID)
    composed = await trace_of(client, SIGMOID, granularity="composed")
    by_hand = await trace_of(client, "x = 0.5\ny = 1/(1+(-x).exp())")
    assert [(node["op"], node["operands"], node["label"]) for node in composed["nodes"]] == [
        (node["op"], node["operands"], node["label"]) for node in by_hand["nodes"]
    ]
    assert composed["nodes"][-1]["label"] == "y"
    assert data_of(composed)["y"] == pytest.approx(data_of(packed)["y"], rel=1e-12)
    assert grads_of(composed)["x"] == pytest.approx(grads_of(packed)["x"], rel=1e-12)


async def test_a_recursive_run_that_explodes_is_cut_between_steps(client: AsyncClient) -> None:
    trace = await trace_of(client, "a = 1.0" + "\na = a + a" * 24, schedule="recursive")
    assert trace["truncated"] == {"limit": 50_000, "found": 50_001}
    assert sum(len(step["events"]) for step in trace["steps"]) <= 50_000
    assert all(sum(e["kind"] == "write" for e in s["events"]) in (0, 2) for s in trace["steps"])


@pytest.mark.parametrize(
    "options",
    [
        {"accumulate": "="},
        {"schedule": "recursive"},
        {"schedule": "preorder"},
        {"granularity": "composed"},
        {"order": 7},
    ],
    ids=str,
)
async def test_an_option_is_a_part_of_the_link(client: AsyncClient, options: dict[str, Any]) -> None:
    asked = {"source": NEURON, "options": options}
    link = (await client.post("/api/links", json=asked)).json()["id"]
    assert link != (await client.post("/api/links", json={"source": NEURON})).json()["id"]
    kept = (await client.get(f"/api/links/{link}")).json()["options"]
    assert {name: kept[name] for name in options} == options
    trace = await trace_of(client, NEURON, **options)
    assert (await client.get(f"/api/links/{link}/trace")).json() == trace
    for page in (
        await client.get(f"/t/{link}", params={"step": 999}),
        await client.get("/", params={"code": encode(NEURON), "step": 999, **options}),
    ):
        assert f'data-step="{len(trace["steps"])}"' in page.text
        assert f'data-steps="{len(trace["steps"])}"' in page.text


async def test_defaults_that_are_written_out_change_no_link(client: AsyncClient) -> None:
    defaults = {"accumulate": "+=", "schedule": "topo", "granularity": "packed", "order": 0}
    asked = [{"source": NEURON}, {"source": NEURON, "options": defaults}, {"source": NEURON, "options": {}}]
    assert len({(await client.post("/api/links", json=body)).json()["id"] for body in asked}) == 1
