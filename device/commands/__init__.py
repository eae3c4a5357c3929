"""The commands of the command line, by topic; `device.cli` gathers them."""
