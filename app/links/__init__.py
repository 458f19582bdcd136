"""Links: what a link holds, and where short ones are kept."""
