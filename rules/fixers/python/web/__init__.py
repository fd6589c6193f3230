"""Fixers of web."""
