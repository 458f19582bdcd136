"""What a person reads: each step explained, in their language."""
