"""Fixers of checks and handlers."""
