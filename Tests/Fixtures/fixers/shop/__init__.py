"""A tiny shop; every module has one weakness that one fixer heals."""
