"""Training the networks that read dice."""
