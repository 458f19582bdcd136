"""Programs that Gradstep brings along: the one it opens with, and the gallery, each at its telling moment."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from gradstep.engine.text import Text
from gradstep.engine.trace import Options

__all__ = ["EXAMPLES", "NEURON", "Example", "Group"]

# The neuron of the micrograd lecture; b is chosen so that o is √2/2.
NEURON = """\
x1 = 2.0
x2 = 0.0
w1 = -3.0
w2 = 1.0
b = 6.8813735870195432
n = x1*w1 + x2*w2 + b
o = tanh(n)"""

_NORMAL = Options()
_SUM = NEURON.rpartition("\n")[0]  # without its tanh


@dataclass(frozen=True, slots=True)
class Example:
    """A program, how the engine runs it, and the moment worth opening it at."""

    id: str  # its place on the page
    title: Text
    watch: Text  # one sentence: what to watch there
    source: str
    step: int
    event: int = 0
    options: Options = _NORMAL
    panel: Literal["check", "predict"] | None = None  # what is open beside the graph
    sweep: str = ""  # in the gradient check, the label of the Value that is swept


@dataclass(frozen=True, slots=True)
class Group:
    """Examples of one kind."""

    title: Text
    examples: tuple[Example, ...]


_AS_IT_SHOULD = Group(
    Text("How gradients flow"),
    (
        Example(
            "neuron",
            Text("A neuron with tanh"),
            Text("Watch x1*w1 pass its gradient on to each factor, times the other: x1.grad becomes -1.5, w1.grad 1."),
            NEURON,
            step=14,
        ),
        Example(
            "spelt-out",
            Text("The same neuron, its tanh spelt out"),
            Text(
                "Watch e.grad get its second write: num adds 0.1464 to the -0.1036 that came by way of den, "
                "which leaves 0.0429."
            ),
            f"{_SUM}\ne = (2*n).exp()\nnum = e - 1\nden = e + 1\no = num / den",
            step=16,
        ),
        Example(
            "self-add",
            Text("One Value in both slots"),
            Text("Watch one _backward write to a twice, once for each slot: a.grad goes from 0 to 1 and on to 2."),
            "a = 3.0\nb = a + a",
            step=3,
        ),
        Example(
            "diamond",
            Text("Two ways that meet again"),
            Text("Watch the two ways back to a meet: c = a*a has brought 4, b = a*3 adds 3, and a.grad ends at 7."),
            "a = 2.0\nb = a * 3\nc = a * a\nd = b + c",
            step=7,
        ),
        Example(
            "zero",
            Text("A gradient of exactly 0"),
            Text("Watch w2 get a gradient of 0: the other factor, x2, is 0, so nothing that w2 does can change o."),
            NEURON,
            step=11,
        ),
        Example(
            "additions",
            Text("Addition never fades"),
            Text(
                "Watch what reaches the two inputs: through three additions the gradient is 1 all the way back to u, "
                "while three tanh leave 0.1677 of it for x."
            ),
            "u = 1.0\na = u + 1\nb = a + 1\nc = b + 1\nx = 1.0\np = tanh(x)\nq = tanh(p)\nr = tanh(q)\ny = c + r",
            step=18,
        ),
    ),
)

_MISTAKES = Group(
    Text("What goes wrong, and why"),
    (
        Example(
            "assign",
            Text("= where += belongs"),
            Text(
                "Watch the second write to a.grad replace the first instead of adding to it: 1 is left, and 2 is right."
            ),
            "a = 3.0\nb = a + a",
            step=3,
            options=Options(accumulate="="),
        ),
        Example(
            "needs-a-sort",
            Text("Why the graph is sorted"),
            Text(
                "Watch b pass on its gradient a second time: without the sort its _backward runs once for each use, "
                "each time with all of b.grad, and a.grad ends at 8 instead of 4."
            ),
            "a = 2.0\nb = a + a\nc = b + b",
            step=7,
            options=Options(schedule="recursive"),
        ),
        Example(
            "append-too-early",
            Text("Appended before its operands"),
            Text(
                "Watch o run last instead of first: by then every other node has passed on a gradient of 0, "
                "so only n and o get one."
            ),
            NEURON,
            step=16,
            options=Options(schedule="preorder"),
        ),
        Example(
            "twice",
            Text("backward() twice, nothing cleared"),
            Text(
                "Watch the second backward() add to what the first one left, in the nodes between too: x1.grad goes "
                "from -1.5 to -7.5, not to -3."
            ),
            f"{NEURON}\no.backward()\no.backward()",
            step=25,
        ),
        Example(
            "fresh-object",
            Text("The same product, another object"),
            Text(
                "Watch s1 stay faded with a grad of 0: it is a new object that no backward() of o reaches, "
                "though it holds the same -6 as the x1*w1 in the graph, whose grad is 0.5."
            ),
            f"{NEURON}\ns1 = w1*x1\no.backward()",
            step=17,
        ),
    ),
)

_OUT_OF_RANGE = Group(
    Text("Numbers out of range"),
    (
        Example(
            "overflow",
            Text("A sigmoid that overflows"),
            Text(
                "Watch exp(1000) be inf: y is still a correct 0, but on the way back 0 × inf makes nan, "
                "and that is what x.grad will be."
            ),
            "x = -1000\ny = 1/(1 + (-x).exp())",
            step=12,
        ),
        Example(
            "exp",
            Text("exp as an activation"),
            Text(
                "Watch exp multiply the gradient by its own output: a.grad is 22026.4658 at a = 10, "
                "and b.grad is 5.1847e+21 at b = 50."
            ),
            "a = 10\nb = 50\ny = a.exp() + b.exp()",
            step=8,
        ),
    ),
)

_YOURSELF = Group(
    Text("Check it, or do it yourself"),
    (
        Example(
            "check",
            Text("Is backward() right?"),
            Text("Watch each gradient stand beside a numeric derivative that knows nothing of the graph: all 7 agree."),
            NEURON,
            step=16,
            panel="check",
        ),
        Example(
            "sweep",
            Text("How small should h be?"),
            Text(
                "Watch the error of the forward difference shrink with h down to about 1e-8, and grow again below: "
                "the exact derivative is 14."
            ),
            "x = 3.0\nf = 3*x**2 - 4*x + 5",
            step=18,
            panel="check",
            sweep="x",
        ),
        Example(
            "by-hand",
            Text("Fill in the gradients by hand"),
            Text("Watch for the rule that each node follows: every gradient is hidden until you have typed it."),
            NEURON,
            step=7,
            panel="predict",
        ),
    ),
)

EXAMPLES = (_AS_IT_SHOULD, _MISTAKES, _OUT_OF_RANGE, _YOURSELF)
