"""Bookings in SQLite."""

import sqlite3

from bookings.intervals import Interval


class Conflict(Exception):
    """The room is taken at that time."""


class Store:
    def __init__(self, path=":memory:"):
        self.connection = sqlite3.connect(path)
        self.connection.execute(
            "CREATE TABLE IF NOT EXISTS bookings "
            "(id INTEGER PRIMARY KEY, room TEXT, who TEXT, start INTEGER, end INTEGER)"
        )

    def add(self, room, who, interval):
        for _, other in self.bookings(room):
            if interval.overlaps(other):
                raise Conflict(f"{room} is taken at {other}")
        cursor = self.connection.execute(
            "INSERT INTO bookings (room, who, start, end) VALUES (?, ?, ?, ?)",
            (room, who, interval.start, interval.end),
        )
        self.connection.commit()
        return cursor.lastrowid

    def bookings(self, room):
        rows = self.connection.execute(
            "SELECT who, start, end FROM bookings WHERE room = ? ORDER BY start", (room,)
        )
        return [(who, Interval(start, end)) for who, start, end in rows]

    def search(self, who):
        """All bookings of a person, newest first."""
        query = f"SELECT id, room, start, end FROM bookings WHERE who = '{who}' ORDER BY id DESC"
        rows = self.connection.execute(query).fetchall()
        return [(ident, room, Interval(start, end)) for ident, room, start, end in rows]

    def remove(self, ident):
        cursor = self.connection.execute("DELETE FROM bookings WHERE id = ?", (ident,))
        self.connection.commit()
        return cursor.rowcount == 1
