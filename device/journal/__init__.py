"""The journal of a running table: opened, watched over, and listed."""
