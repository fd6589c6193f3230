"""Stands in for defusedxml: refuses documents that declare entities."""
