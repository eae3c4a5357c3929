"""The program at the table: hardware, camera, match, pairing, self-test, composition root, loop and command line."""
