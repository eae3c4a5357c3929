"""Vector drawings on paper and as pictures."""
