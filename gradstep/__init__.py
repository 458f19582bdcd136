"""Gradstep: reverse-mode automatic differentiation, one step at a time.

The engine follows micrograd's names, so a first program reads the same:

    from gradstep import Value

    a = Value(2.0)
    b = a * a + a
    b.backward()
    a.grad  # 5.0
"""

from .engine import Value

__all__ = ["Value"]
__version__ = "0.1.0"
