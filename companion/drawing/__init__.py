"""Vector drawings as plain values: what the page shows as SVG and the printer gets as PDF. Knows no game and no file."""
