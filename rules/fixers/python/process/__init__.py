"""Fixers of started programs."""
