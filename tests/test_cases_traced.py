"""Programs that are traced, through the API: every number, place, order and reason that a case names."""

import json
import math
from typing import Any

import pytest
from cases import TRACED, Traced, case
from cases.answers import assert_says, ids_of, names_of, number, writes_of
from httpx import AsyncClient

pytestmark = pytest.mark.anyio

# What Python says where it gives up, and where it keeps its files.
PYTHONS_OWN = ("Traceback", "math domain error", "ZeroDivision", "OverflowError", "set_int_max_str_digits", ".py")


def having(field: str) -> pytest.MarkDecorator:
    """The cases that say something in a field."""
    held = [case for case in TRACED if getattr(case, field) not in (None, (), {}, False)]
    return pytest.mark.parametrize("case", held, ids=lambda case: case.id)


async def trace_of(client: AsyncClient, case: Traced, **options: str) -> Any:
    response = await client.post("/api/trace", json={"source": case.source, "options": options})
    assert response.status_code == 200, response.text
    return json.loads(response.content, parse_constant=pytest.fail)  # NaN and Infinity are no JSON


def near(value: float) -> Any:
    return pytest.approx(value, rel=1e-9, abs=0, nan_ok=True)


def has(words: tuple[str, ...], text: str) -> bool:
    return all(word.lower() in text.lower() for word in words)


def test_every_case_has_a_name_of_its_own() -> None:
    assert len({case.id for case in TRACED}) == len(TRACED)


@having("values")
async def test_data_and_grads_are_right(client: AsyncClient, case: Traced) -> None:
    trace = await trace_of(client, case)
    ids, right = ids_of(trace), float if case.exact else near
    for name, (data, grad) in case.values.items():
        node = ids[name]
        if data is not None:
            assert number(trace["nodes"][node]["data"]) == right(data), name
        if grad is not None:
            assert number(trace["grads"][str(node)]) == right(grad), name


@pytest.mark.parametrize("case", TRACED, ids=lambda case: case.id)
async def test_the_text_comes_back_and_every_place_is_inside_it(client: AsyncClient, case: Traced) -> None:
    trace = await trace_of(client, case)
    assert trace["source"] == case.source.replace("\r\n", "\n").replace("\r", "\n")
    lines = trace["source"].split("\n")
    for node in trace["nodes"]:
        if span := node["span"]:
            first, last = lines[span["line"] - 1], lines[span["end_line"] - 1]
            assert 1 <= span["column"] <= len(first)
            assert 1 < span["end_column"] <= len(last) + 1
            assert first[span["column"] - 1].strip(), "a place begins with what stands there"


@pytest.mark.parametrize("case", TRACED, ids=lambda case: case.id)
async def test_a_number_has_a_reason_exactly_where_it_is_not_finite(client: AsyncClient, case: Traced) -> None:
    trace = await trace_of(client, case)
    for node in trace["nodes"]:
        assert (node["fault"] is None) == math.isfinite(number(node["data"])), node["text"]
        assert node["fault"] is None or node["fault"]["reason"]
    told = json.dumps([trace["nodes"], trace["steps"], trace["notices"]], ensure_ascii=False)
    assert not [words for words in PYTHONS_OWN if words in told]


@pytest.mark.parametrize("case", TRACED, ids=lambda case: case.id)
async def test_as_many_values_and_steps_as_the_rules_say(client: AsyncClient, case: Traced) -> None:
    trace = await trace_of(client, case)
    nodes, steps = trace["nodes"], trace["steps"]
    operators = [node for node in nodes if node["operands"]]
    backward = [step["node"] for step in steps if step["phase"] == "backward"]
    assert len(steps) == len(operators) + len(trace["topos"]) + len(backward)
    assert sorted(backward) == sorted(node for topo in trace["topos"] for node in topo)
    assert case.nodes in (None, len(nodes))
    assert case.operators in (None, len(operators))
    assert case.steps in (None, len(steps))
    assert case.backwards in (None, len(backward))


@having("fires")
async def test_backward_calls_come_in_order(client: AsyncClient, case: Traced) -> None:
    trace = await trace_of(client, case)
    names = names_of(trace)
    assert tuple(names[step["node"]] for step in trace["steps"] if step["phase"] == "backward") == case.fires


@having("leaves")
async def test_a_number_is_one_leaf_as_typed(client: AsyncClient, case: Traced) -> None:
    trace = await trace_of(client, case)
    for name, text in case.leaves.items():
        node = trace["nodes"][ids_of(trace)[name]]
        assert (node["operands"], node["op"], node["text"]) == ([], "", text)


@having("aliases")
async def test_a_second_name_is_no_second_value(client: AsyncClient, case: Traced) -> None:
    trace = await trace_of(client, case)
    assert {node["label"]: node["aliases"] for node in trace["nodes"] if node["aliases"]} == case.aliases


@having("writes")
async def test_every_write_happens_in_order(client: AsyncClient, case: Traced) -> None:
    assert writes_of(await trace_of(client, case)) == list(case.writes or ())


@having("totals")
async def test_a_gradient_grows_write_by_write(client: AsyncClient, case: Traced) -> None:
    written = writes_of(await trace_of(client, case))
    for name, totals in case.totals.items():
        mine = [write for write in written if write[1] == name]
        assert [after for *_, after in mine] == [near(total) for total in totals]
        assert [before for *_, before, _ in mine] == [0.0, *(after for *_, after in mine[:-1])]
        assert [math.copysign(1, after) for *_, after in mine] == [math.copysign(1, total) for total in totals]


@having("told")
async def test_a_step_says_what_it_did(client: AsyncClient, case: Traced) -> None:
    trace = await trace_of(client, case)
    names = names_of(trace)
    said = {names[step["node"]]: step["explanation"] for step in trace["steps"] if step["phase"] == "backward"}
    for name, words in case.told.items():
        assert has(words, said[name]), said[name]


@having("mistaken")
async def test_a_broken_engine_has_other_gradients(client: AsyncClient, case: Traced) -> None:
    right = await trace_of(client, case)
    for option, grads in case.mistaken:
        trace = await trace_of(client, case, **option)
        for name, grad in grads.items():
            node = str(ids_of(trace)[name])
            assert trace["grads"][node] == near(grad), (option, name)
            assert trace["grads"][node] != right["grads"][node]


@having("began")
async def test_a_number_that_is_not_finite_is_marked_where_it_began(client: AsyncClient, case: Traced) -> None:
    trace = await trace_of(client, case)
    names = names_of(trace)
    began = {names[node["id"]]: node for node in trace["nodes"] if node["fault"] and node["fault"]["origin"]}
    assert began.keys() == case.began.keys()
    for name, said in case.began.items():
        span, reason = began[name]["span"], began[name]["fault"]["reason"]
        assert (span["line"], span["column"]) == (said.line, said.column)
        assert said.end_column in (None, span["end_column"])
        assert has(said.words, reason), reason
        assert len(reason) < 200


@having("followed")
async def test_what_follows_from_it_is_marked_as_such(client: AsyncClient, case: Traced) -> None:
    trace = await trace_of(client, case)
    for name in case.followed:
        fault = trace["nodes"][ids_of(trace)[name]]["fault"]
        assert not fault["origin"]
        assert "follows from an operand" in fault["reason"]


@having("lost")
async def test_a_gradient_that_is_not_finite_is_explained_at_its_write(client: AsyncClient, case: Traced) -> None:
    trace = await trace_of(client, case)
    names = names_of(trace)
    events = [event for step in trace["steps"] for event in step["events"] if event["kind"] == "write"]
    for name, words in case.lost.items():
        reasons = [event["fault"]["reason"] for event in events if names[event["target"]] == name and "fault" in event]
        assert any(has(words, reason) for reason in reasons), reasons


@having("notices")
async def test_what_was_read_otherwise_is_told(client: AsyncClient, case: Traced) -> None:
    notices = (await trace_of(client, case))["notices"]
    for said in case.notices:
        (entry,) = [n for n in notices if (n["line"], n["column"]) == (said.line, said.column)]
        assert_says(entry, said)


@having("quiet")
async def test_nothing_is_told_where_nothing_is_odd(client: AsyncClient, case: Traced) -> None:
    assert (await trace_of(client, case))["notices"] == []


@having("unreached")
async def test_what_does_not_reach_the_root_is_told(client: AsyncClient, case: Traced) -> None:
    trace = await trace_of(client, case)
    names = names_of(trace)
    assert {names[node["id"]] for node in trace["nodes"] if not node["reachable"]} == set(case.unreached)
    (notice,) = [notice for notice in trace["notices"] if "not reach" in notice["message"]]
    assert all(node["label"] in notice["message"] for node in trace["nodes"] if not node["reachable"])


@having("checked")
async def test_a_gradient_check_says_what_it_can_tell(client: AsyncClient, case: Traced) -> None:
    response = await client.post("/api/gradcheck", json={"source": case.source})
    assert response.status_code == 200, response.text
    checks = {check["label"]: check for check in response.json()["checks"]}
    assert case.checked or not checks
    for check in checks.values():  # a number, or why there is none; never a complex one
        numbers = [check[name] for name in ("autodiff", "numeric", "forward", "central", "relative_error")]
        assert all(isinstance(number(each), float) for each in numbers)
    for label, verdict, words, numeric in case.checked or ():
        assert checks[label]["verdict"] == verdict
        assert numeric is None or checks[label]["numeric"] == numeric
        assert has(words, checks[label]["reason"]), checks[label]["reason"]
        if verdict == "agrees":
            assert number(checks[label]["relative_error"]) < 1e-5


async def test_both_spellings_of_tanh_have_the_same_gradients(client: AsyncClient) -> None:
    packed, spelt_out = [await trace_of(client, case(id)) for id in ("neuron-tanh", "neuron-tanh-decomposed")]
    for name in ("x1", "x2", "w1", "w2", "b", "n"):
        grads = [trace["grads"][str(ids_of(trace)[name])] for trace in (packed, spelt_out)]
        assert grads[0] == pytest.approx(grads[1], rel=1e-12)


async def test_the_gradient_of_a_saturated_tanh_keeps_its_size(client: AsyncClient) -> None:
    trace = await trace_of(client, case("tanh-saturated-small-grad"))
    assert trace["grads"]["0"] == pytest.approx(8.244614455767397e-09, rel=1e-6)


async def test_the_gradient_of_tanh_at_20_is_nothing_or_as_good_as_that(client: AsyncClient) -> None:
    trace = await trace_of(client, case("tanh-saturated-exactly"))
    assert 0 <= trace["grads"]["0"] < 1.7e-17


@pytest.mark.parametrize("h", [1e-6, 1e-3])
@pytest.mark.parametrize("name", ["tanh-saturated-small-grad", "tanh-saturated-exactly", "checker-step-too-small"])
async def test_no_step_makes_a_right_gradient_differ(client: AsyncClient, name: str, h: float) -> None:
    checks = (await client.post("/api/gradcheck", json={"source": case(name).source, "h": h})).json()["checks"]
    assert {check["verdict"] for check in checks} <= {"agrees", "unchecked"}
    assert all(check["reason"] for check in checks if check["verdict"] == "unchecked")
    assert all(number(check["relative_error"]) >= 0 for check in checks)  # 0/0 is 0, not nan
