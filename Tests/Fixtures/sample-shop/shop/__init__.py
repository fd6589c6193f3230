"""A tiny web shop."""
