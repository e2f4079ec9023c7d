"""``python -m ludex``."""

from ludex.cli import main

main()
