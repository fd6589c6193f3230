"""Fixers of secrets in the source and of predictable ones."""
