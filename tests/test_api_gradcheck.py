"""``POST /api/gradcheck``: what it takes, what it answers."""

from typing import Any

import pytest
from httpx import AsyncClient
from programs import NEURON

pytestmark = pytest.mark.anyio

PARABOLA = "x = 3.0\nf = 3*x**2 - 4*x + 5"


async def _check(client: AsyncClient, source: str, **fields: Any) -> Any:
    response = await client.post("/api/gradcheck", json={"source": source, **fields})
    assert response.status_code == 200, response.text
    return response.json()


async def test_the_neuron_agrees_in_id_order(client: AsyncClient) -> None:
    answer = await _check(client, NEURON)
    assert (answer["h"], answer["scheme"], answer["sweep"]) == (None, "auto", None)
    assert [check["node"] for check in answer["checks"]] == [0, 1, 2, 3, 4, 8, 9]
    assert {check["verdict"] for check in answer["checks"]} == {"agrees"}
    assert answer["forward_passes"] > 0


async def test_a_check_has_every_field_of_the_contract(client: AsyncClient) -> None:
    (check, _) = (await _check(client, PARABOLA, h=1e-5))["checks"]
    fields = {"node", "label", "autodiff", "numeric", "relative_error", "verdict", "reason"}
    assert fields <= set(check)
    assert (check["label"], check["autodiff"], check["reason"]) == ("x", 14.0, "")


@pytest.mark.parametrize(
    ("fields", "h", "scheme"),
    [
        ({}, None, "auto"),
        ({"scheme": "auto"}, None, "auto"),
        ({"h": None, "scheme": None, "sweep": None}, None, "auto"),
        ({"h": 1e-3}, 1e-3, "central"),
        ({"h": 1}, 1, "central"),
        ({"h": 1e-3, "scheme": "forward"}, 1e-3, "forward"),
        ({"scheme": "forward"}, 1e-8, "forward"),
        ({"scheme": "central"}, 1e-5, "central"),
    ],
)
async def test_the_step_and_scheme_may_be_left_out(client: AsyncClient, fields: Any, h: Any, scheme: str) -> None:
    answer = await _check(client, PARABOLA, **fields)
    assert (answer["h"], answer["scheme"]) == (h, scheme)


@pytest.mark.parametrize("options", [{"accumulate": "="}, {"schedule": "recursive"}, {"schedule": "preorder"}], ids=str)
async def test_each_mistake_is_found(client: AsyncClient, options: dict[str, str]) -> None:
    answer = await _check(client, "a = 1.0; b = a + a; c = b + b; d = c*2", options=options)
    a = answer["checks"][0]
    assert (a["label"], a["verdict"]) == ("a", "differs")
    assert a["reason"]


async def test_two_backward_calls_differ_with_that_as_the_reason(client: AsyncClient) -> None:
    answer = await _check(client, f"{NEURON}\no.backward()\no.backward()")
    x1 = answer["checks"][0]
    assert (x1["autodiff"], x1["verdict"]) == (pytest.approx(-7.5), "differs")
    assert "2 times without zero_grad()" in x1["reason"]


@pytest.mark.parametrize("sweep", ["x", 0, "0"])
async def test_a_sweep_by_label_or_id(client: AsyncClient, sweep: Any) -> None:
    found = (await _check(client, PARABOLA, sweep=sweep))["sweep"]
    assert found["node"] == 0
    assert [point["h"] for point in found["points"]] == [float(f"1e-{k}") for k in range(1, 15)]
    assert set(found["points"][0]) == {"h", "forward", "central", "forward_error", "central_error"}


async def test_numbers_that_are_not_finite_travel_as_text(client: AsyncClient) -> None:
    (x, _) = (await _check(client, "x = 0.0\ny = x**0.5"))["checks"]
    assert (x["autodiff"], x["verdict"]) == ("Infinity", "unchecked")
    assert x["numeric"] == "NaN"


@pytest.mark.parametrize(
    ("fields", "detail"),
    [
        ({"h": 0}, "h:"),
        ({"h": -1e-3}, "h:"),
        ({"h": "1e-3"}, "h:"),
        ({"h": True}, "h:"),
        ({"scheme": "backward"}, "scheme:"),
        ({"h": 1e-3, "scheme": "auto"}, "scheme: auto chooses"),
        ({"sweep": "y1"}, "sweep: no Value is called 'y1'"),
        ({"sweep": "F"}, "did you mean 'f'"),
        ({"sweep": 99}, "sweep: no Value"),
        ({"sweep": -1}, "sweep: no Value"),
        ({"sweep": 1.5}, "sweep"),
        ({"step": 1}, "step: There is no field"),
        ({"options": {"order": -1}}, "options.order"),
    ],
    ids=str,
)
async def test_wrong_fields_are_named(client: AsyncClient, fields: Any, detail: str) -> None:
    response = await client.post("/api/gradcheck", json={"source": PARABOLA, **fields})
    assert response.status_code == 422
    assert response.headers["content-type"] == "application/problem+json"
    assert detail in response.json()["detail"]


@pytest.mark.parametrize(("source", "status"), [("y = ", 422), ("x = 1; y = zz*2", 422), ("x" * 20_000, 413)])
async def test_a_wrong_program_gets_its_problems(client: AsyncClient, source: str, status: int) -> None:
    response = await client.post("/api/gradcheck", json={"source": source})
    assert response.status_code == status
    assert response.json()["errors"][0]["line"] == 1


async def test_a_large_program_is_answered(client: AsyncClient) -> None:
    answer = await _check(client, "x = 1.0\ny = " + "+".join(["x"] * 5_000))
    assert [check["verdict"] for check in answer["checks"]] == ["agrees", "agrees"]


async def test_an_input_without_a_number_is_checked(client: AsyncClient) -> None:
    answer = await _check(client, "tanh(w*x + b)")
    assert [(check["label"], check["verdict"]) for check in answer["checks"]] == [
        ("w", "agrees"),
        ("x", "agrees"),
        ("b", "agrees"),
    ]
