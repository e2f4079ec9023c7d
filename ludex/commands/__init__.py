"""What the commands do: one module each, imported when it is called, so that a search starts at once."""
