"""Who pressed first: wired buttons, USB encoders and keyboards, from the edge of a contact to the verdict."""
