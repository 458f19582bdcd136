"""The topological order."""

from gradstep import Value
from gradstep.engine.topo import topological_order


def test_every_operand_stands_before_each_of_its_users():
    a, b = Value(1.0), Value(2.0)
    c = a * b
    d = c + a
    e = d * c
    assert topological_order(e) == [a, b, c, d, e]


def test_the_walk_enters_skips_and_appends_in_the_order_written():
    a = Value(1.0)
    b = a + a
    seen = []
    topological_order(b, lambda kind, value: seen.append((kind, value)))
    assert seen == [("enter", b), ("enter", a), ("append", a), ("skip", a), ("append", b)]


def test_a_leaf_is_its_own_order():
    a = Value(1.0)
    assert topological_order(a) == [a]
