"""Fixers of files."""
