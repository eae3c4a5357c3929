"""`companion check`: what is examined, and what is said about it."""
