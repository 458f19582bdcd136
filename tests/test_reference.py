"""The numbers that everything else leans on, through the API: neuron, spelt-out tanh, differences, stability."""

from typing import Any

import pytest
from cases.answers import data_of, grads_of, phases, writes_of
from httpx import AsyncClient
from programs import NEURON, SPELT_OUT

pytestmark = pytest.mark.anyio

PARABOLA = "x = 3.0\nf = 3*x**2 - 4*x + 5"


async def trace_of(client: AsyncClient, source: str, **options: Any) -> Any:
    response = await client.post("/api/trace", json={"source": source, "options": options})
    assert response.status_code == 200, response.text
    return response.json()


def near(value: float) -> Any:
    return pytest.approx(value, rel=1e-9, abs=0, nan_ok=True)


# The neuron


async def test_the_neuron_has_10_values_5_operators_and_16_steps(client: AsyncClient) -> None:
    trace = await trace_of(client, NEURON)
    assert len(trace["nodes"]) == 10
    assert sum(bool(node["operands"]) for node in trace["nodes"]) == 5
    assert phases(trace) == {"build": 5, "topo": 1, "backward": 10}


async def test_the_neuron_ids_count_up_in_the_order_made(client: AsyncClient) -> None:
    trace = await trace_of(client, NEURON)
    names = ["x1", "x2", "w1", "w2", "b", "x1*w1", "x2*w2", "x1*w1 + x2*w2", "n", "o"]
    assert [node["label"] or node["text"] for node in trace["nodes"]] == names
    assert (trace["roots"], trace["topos"]) == ([9], [[0, 2, 5, 1, 3, 6, 7, 4, 8, 9]])


@pytest.mark.parametrize(
    ("name", "grad"),
    [
        ("o", 1.0), ("n", 0.5), ("x1*w1", 0.5), ("x2*w2", 0.5), ("x1*w1 + x2*w2", 0.5), ("b", 0.5),
        ("x1", -1.5), ("w1", 1.0), ("x2", 0.5), ("w2", 0.0),
    ],
)  # fmt: skip
async def test_a_gradient_of_the_neuron(client: AsyncClient, name: str, grad: float) -> None:
    assert grads_of(await trace_of(client, NEURON))[name] == near(grad)


async def test_the_neuron_comes_out_at_half_the_root_of_two(client: AsyncClient) -> None:
    data = data_of(await trace_of(client, NEURON))
    assert data["n"] == pytest.approx(0.8813735870, abs=5e-11)
    assert data["o"] == near(2**0.5 / 2)


async def test_a_write_of_the_neuron_has_every_number_that_made_it(client: AsyncClient) -> None:
    trace = await trace_of(client, NEURON)
    (call,) = [step for step in trace["steps"] if step["phase"] == "backward" and step["node"] == 5]
    write = {"kind": "write", "target": 0, "slot": 0, "local": -3.0, "local_text": "other.data", "before": 0.0}
    first = call["events"][0]
    assert {name: first[name] for name in write} == write
    assert [first[name] for name in ("upstream", "contribution", "after")] == [near(0.5), near(-1.5), near(-1.5)]


@pytest.mark.parametrize(("source", "writes"), [(NEURON, 9), (SPELT_OUT, 18), (PARABOLA, 11)])
async def test_there_is_one_write_for_each_slot(client: AsyncClient, source: str, writes: int) -> None:
    trace = await trace_of(client, source)
    assert len(writes_of(trace)) == sum(len(node["operands"]) for node in trace["nodes"]) == writes


# tanh spelt out


async def test_tanh_spelt_out_has_18_values_10_operators_and_29_steps(client: AsyncClient) -> None:
    trace = await trace_of(client, SPELT_OUT)
    assert len(trace["nodes"]) == 18
    assert sum(bool(node["operands"]) for node in trace["nodes"]) == 10
    assert phases(trace) == {"build": 10, "topo": 1, "backward": 18}


@pytest.mark.parametrize(
    ("name", "data", "grad"),
    [
        ("2", 2.0, 0.2203433968),
        ("n*2", 1.7627471740, 0.25),
        ("e", 5.8284271247, 0.0428932188),
        ("-1", -1.0, 0.1464466094),
        ("num", 4.8284271247, 0.1464466094),
        ("1", 1.0, -0.1035533906),
        ("den", 6.8284271247, -0.1035533906),
        ("den**-1", 0.1464466094, 4.8284271247),
        ("o", 0.7071067812, 1.0),
        ("x1", 2.0, -1.5),
        ("w1", -3.0, 1.0),
        ("x2", 0.0, 0.5),
        ("w2", 1.0, 0.0),
        ("b", 6.8813735870, 0.5),
    ],
)
async def test_a_value_of_tanh_spelt_out(client: AsyncClient, name: str, data: float, grad: float) -> None:
    trace = await trace_of(client, SPELT_OUT)
    assert data_of(trace)[name] == pytest.approx(data, rel=0, abs=5.1e-11)
    assert grads_of(trace)[name] == pytest.approx(grad, rel=0, abs=5.1e-11)


async def test_e_gets_its_gradient_in_two_writes(client: AsyncClient) -> None:
    trace = await trace_of(client, SPELT_OUT)
    mine = [write for write in writes_of(trace) if write[1] == "e"]
    assert [user for user, *_ in mine] == ["den", "num"]
    contributions = [after - before for *_, before, after in mine]
    assert contributions == [pytest.approx(-0.1035533906, abs=5e-11), pytest.approx(0.1464466094, abs=5e-11)]
    assert mine[-1][-1] == pytest.approx(0.0428932188, abs=5e-11)


# backward() twice


async def test_a_second_backward_adds_in_the_interior_too(client: AsyncClient) -> None:
    trace = await trace_of(client, f"{NEURON}\no.backward()\no.backward()")
    grads = grads_of(trace)
    expected = {
        "o": 1.0, "n": 1.0, "x1*w1 + x2*w2": 1.5, "b": 1.5, "x1*w1": 2.0, "x2*w2": 2.0,
        "x1": -7.5, "w1": 5.0, "x2": 2.5, "w2": 0.0,
    }  # fmt: skip
    assert {name: grads[name] for name in expected} == {name: near(grad) for name, grad in expected.items()}
    assert trace["roots"] == [9, 9]
    assert phases(trace) == {"build": 5, "topo": 2, "backward": 20}


async def test_a_second_backward_is_not_twice_the_first(client: AsyncClient) -> None:
    once, twice = [grads_of(await trace_of(client, f"{NEURON}{calls}")) for calls in ("", "\no.backward()" * 2)]
    assert {name for name in once if twice[name] == near(2 * once[name])} == {"n", "w2"}


async def test_zero_grad_between_the_calls_is_the_cure(client: AsyncClient) -> None:
    once = await trace_of(client, NEURON)
    for call in ("zero_grad()", "o.zero_grad()"):
        trace = await trace_of(client, f"{NEURON}\no.backward()\n{call}\no.backward()")
        assert trace["grads"] == once["grads"]
        (cleared,) = [step for step in trace["steps"] if step["phase"] == "zero_grad"]
        assert cleared["node"] is None
        assert [event["node"] for event in cleared["events"]] == list(range(10))
        assert all(event["kind"] == "clear" and event["after"] == 0 for event in cleared["events"])


# Numeric derivatives


async def sweep_of(client: AsyncClient) -> dict[float, Any]:
    response = await client.post("/api/gradcheck", json={"source": PARABOLA, "sweep": "x"})
    assert response.status_code == 200, response.text
    return {point["h"]: point for point in response.json()["sweep"]["points"]}


async def test_the_parabola_has_slope_14_at_3(client: AsyncClient) -> None:
    trace = await trace_of(client, PARABOLA)
    assert (data_of(trace)["f"], grads_of(trace)["x"]) == (20.0, 14.0)


async def test_the_forward_difference_at_a_thousandth(client: AsyncClient) -> None:
    assert (await sweep_of(client))[1e-3]["forward"] == pytest.approx(14.003, abs=1e-9)
    answer = await client.post("/api/gradcheck", json={"source": PARABOLA, "h": 1e-3, "scheme": "forward"})
    assert answer.json()["checks"][0]["numeric"] == pytest.approx(14.003, abs=1e-9)


@pytest.mark.parametrize(("h", "error"), [(1e-8, 9e-8), (1e-11, 1.8e-4), (1e-13, 2.3e-3), (1e-14, 0.21)])
async def test_the_error_of_the_forward_difference(client: AsyncClient, h: float, error: float) -> None:
    assert (await sweep_of(client))[h]["forward_error"] == pytest.approx(error, rel=0.06)


async def test_the_error_falls_to_1e_8_and_then_grows(client: AsyncClient) -> None:
    points = await sweep_of(client)
    assert list(points) == [float(f"1e-{n}") for n in range(1, 15)]
    errors = [point["forward_error"] for point in points.values()]
    assert errors[:8] == sorted(errors[:8], reverse=True)
    assert errors[7:] == sorted(errors[7:])


async def test_the_forward_difference_takes_one_pass_for_each_value(client: AsyncClient) -> None:
    for source in (PARABOLA, NEURON, SPELT_OUT):
        body = {"source": source, "h": 1e-3, "scheme": "forward"}
        answer = (await client.post("/api/gradcheck", json=body)).json()
        assert answer["forward_passes"] == len(answer["checks"])


@pytest.mark.parametrize("count", [1, 13, 130])
async def test_as_many_parameters_take_as_many_forward_passes(client: AsyncClient, count: int) -> None:
    names = [f"p{number}" for number in range(count)]
    source = "\n".join(f"{name} = 0.5" for name in names) + "\n" + " + ".join([*names, "1"])
    body = {"source": source, "h": 1e-3, "scheme": "forward"}
    answer = (await client.post("/api/gradcheck", json=body)).json()
    assert [check["label"] for check in answer["checks"]] == names
    assert answer["forward_passes"] == count
    assert {check["verdict"] for check in answer["checks"]} == {"agrees"}


# Stability

MINUS_1000 = "x = -1000\ny = 1/(1 + (-x).exp())"


async def test_a_sigmoid_written_out_overflows_in_exp(client: AsyncClient) -> None:
    trace = await trace_of(client, MINUS_1000)
    (began,) = [node for node in trace["nodes"] if node["fault"] and node["fault"]["origin"]]
    assert (began["op"], began["data"]) == ("exp", "Infinity")
    assert "exp(1000.0) is larger than 1.8e308" in began["fault"]["reason"]


async def test_the_packed_sigmoid_does_not(client: AsyncClient) -> None:
    trace = await trace_of(client, "x = -1000\ny = sigmoid(x)")
    assert (data_of(trace)["y"], grads_of(trace)["x"]) == (0.0, 0.0)
    assert not [node for node in trace["nodes"] if node["fault"]]
    assert trace["notices"] == []


async def test_composed_it_overflows_as_if_written_out(client: AsyncClient) -> None:
    trace = await trace_of(client, "x = -1000\ny = sigmoid(x)", granularity="composed")
    by_hand = await trace_of(client, MINUS_1000)
    assert [(node["op"], node["operands"], node["data"]) for node in trace["nodes"]] == [
        (node["op"], node["operands"], node["data"]) for node in by_hand["nodes"]
    ]
    assert trace["grads"] == by_hand["grads"]


@pytest.mark.parametrize(("x", "digits", "size"), [(10, 22026.47, 5e-3), (50, 5.18e21, 5e18)])
async def test_exp_grows(client: AsyncClient, x: int, digits: float, size: float) -> None:
    assert data_of(await trace_of(client, f"y = exp({x})"))["y"] == pytest.approx(digits, abs=size)


async def test_tanh_of_1000_is_1_packed_and_nan_composed(client: AsyncClient) -> None:
    packed = await trace_of(client, "x = 1000\ny = tanh(x)")
    composed = await trace_of(client, "x = 1000\ny = tanh(x)", granularity="composed")
    assert (data_of(packed)["y"], grads_of(packed)["x"]) == (1.0, 0.0)
    assert data_of(composed)["y"] == near(float("nan"))
    faults = {node["op"]: node["fault"] for node in composed["nodes"] if node["fault"] and node["fault"]["origin"]}
    assert faults.keys() == {"exp", "*"}
    assert "exp(2000.0) is larger than 1.8e308" in faults["exp"]["reason"]
    assert "inf * 0.0 has no value" in faults["*"]["reason"]
