"""A drawn table: the simulated camera's pictures, and what the networks learn from."""
