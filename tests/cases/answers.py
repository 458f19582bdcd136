"""How tests ask about cases: Values by name, words in sentences, what fixes make of a text."""

from typing import Any

__all__ = ["assert_says", "data_of", "grads_of", "ids_of", "mended", "names_of", "number", "phases", "writes_of"]


def number(value: Any) -> float:
    """A number of a trace; those that are not finite travel as text."""
    return float(value)


def names_of(trace: Any) -> dict[int, str]:
    """Each Value's name by id: its label, else its text, with the line where an earlier one has the same."""
    names: dict[int, str] = {}
    for node in trace["nodes"]:
        name = node["label"] or node["text"]
        names[node["id"]] = f"{name} (line {node['span']['line']})" if name in names.values() else name
    return names


def ids_of(trace: Any) -> dict[str, int]:
    """Each Value's id by name; the last root is \"\"."""
    return {name: node for node, name in reversed(names_of(trace).items())} | {"": trace["roots"][-1]}


def writes_of(trace: Any) -> list[tuple[str, str, float, float]]:
    """Every write in order: user, target, before, after."""
    names = names_of(trace)
    return [
        (names[step["node"]], names[event["target"]], number(event["before"]), number(event["after"]))
        for step in trace["steps"]
        for event in step["events"]
        if event["kind"] == "write"
    ]


def assert_says(entry: Any, said: Any) -> None:
    """The entry (a problem or notice) points where it should and has the words."""
    text = f"{entry['message']}; {entry['hint']}"
    assert (entry["line"], entry["column"]) == (said.line, said.column), text
    assert (entry["end_line"], entry["end_column"]) >= (said.line, said.column)
    if said.end_column is not None:
        assert (entry["end_line"], entry["end_column"]) == (said.line, said.end_column), text
    for words in said.words:
        assert words.lower() in text.lower()


def mended(source: str, errors: Any) -> str:
    """The text after a click on the first fix of each error, the last place first."""
    lines = source.split("\n")
    fixes = [error["fixes"][0] for error in errors if error["fixes"]]
    for fix in sorted(fixes, key=lambda fix: (fix["line"], fix["column"]), reverse=True):
        above, below = lines[: fix["line"] - 1], lines[fix["end_line"] :]
        before, after = lines[fix["line"] - 1][: fix["column"] - 1], lines[fix["end_line"] - 1][fix["end_column"] - 1 :]
        lines = [*above, *(before + fix["replacement"] + after).split("\n"), *below]
    return "\n".join(lines)


def data_of(trace: Any) -> dict[str, float]:
    """Each Value's data by name."""
    return {name: number(trace["nodes"][node]["data"]) for name, node in ids_of(trace).items()}


def grads_of(trace: Any) -> dict[str, float]:
    """Each Value's grad at the end, by name."""
    return {name: number(trace["grads"][str(node)]) for name, node in ids_of(trace).items()}


def phases(trace: Any) -> dict[str, int]:
    """How many steps each phase has, in the order of their first."""
    found = [step["phase"] for step in trace["steps"]]
    return {phase: found.count(phase) for phase in dict.fromkeys(found)}
