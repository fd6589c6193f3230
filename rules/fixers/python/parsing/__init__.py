"""Fixers of parsing."""
