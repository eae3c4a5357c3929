"""The second reader of dice: two small networks of our own, which know nothing of the first one."""
