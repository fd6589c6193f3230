"""Fixers of hashes, keys and TLS."""
