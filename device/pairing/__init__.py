"""Learn mode: the wiring is found out by pressing the buttons, instead of being written down."""
