"""The simulated table: virtual people who lay what a referee wants to see."""
