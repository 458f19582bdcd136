"""Text to checked Program."""
