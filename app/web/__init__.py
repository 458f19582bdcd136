"""The routes, and everything between them and the network."""
