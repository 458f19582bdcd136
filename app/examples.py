"""Programs that Gradstep brings along."""

from __future__ import annotations

__all__ = ["NEURON"]

# The neuron of the micrograd lecture; b is chosen so that o is √2/2.
NEURON = """\
x1 = 2.0
x2 = 0.0
w1 = -3.0
w2 = 1.0
b = 6.8813735870195432
n = x1*w1 + x2*w2 + b
o = tanh(n)"""
