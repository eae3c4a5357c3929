"""The appliance: buttons, lamps, clock, configuration, the loop and the command line."""
