"""Numeric derivatives: the gradient check and the sweep over h, which never ask ``_backward`` for anything."""
