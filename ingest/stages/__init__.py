"""The stages from archive to knowledge base, one module each, in the order in which ``refine`` recites them."""
