"""Fixers of network."""
