"""Rooms, bookings and what they cost."""

__version__ = "1.4.0"
