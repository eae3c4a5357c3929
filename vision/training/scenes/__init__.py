"""The drawn scenes that the networks of dice learn from."""
