"""A trace as a picture: Graphviz places it once, and we draw any frame of it."""
