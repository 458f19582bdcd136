"""The web server and the picture: everything around the engine."""
