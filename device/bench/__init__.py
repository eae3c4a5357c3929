"""How fast this machine answers a press: the table of `companion bench`."""
