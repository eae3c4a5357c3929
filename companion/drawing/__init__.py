"""Vector drawings as plain values, shown as SVG and printed as PDF: knows no game and no file."""
