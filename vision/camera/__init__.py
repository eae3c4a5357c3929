"""Sources of pictures under one protocol, and the one thread that reads them."""
