"""Feeds of partners."""
