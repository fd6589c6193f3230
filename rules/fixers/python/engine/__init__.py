"""Reads requests, finds the place of a finding, makes edits and checks them."""
