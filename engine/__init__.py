"""A scalar autodiff engine, and the recorder that writes down everything it does."""

from .value import Value

__all__ = ["Value"]
