"""The command: it reads options, calls one function, says what happened."""

__version__ = "0.1.0"
