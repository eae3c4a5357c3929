"""Looking at the table: where it lies, when it rests, what is read of it, and who has the camera."""
