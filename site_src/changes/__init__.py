"""What changed, over all of the site: the log, whom a change touches, what was taken back, old wordings, feeds."""
