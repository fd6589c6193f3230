"""Stands in for cryptography."""
