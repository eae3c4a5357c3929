"""How the tests run everywhere: a busy machine is slow, not wrong."""

from hypothesis import settings

settings.register_profile("patient", deadline=None)
settings.load_profile("patient")
