"""Vector drawings as plain values: the page shows them as SVG, the printer gets them as PDF. Knows no game and no file."""
