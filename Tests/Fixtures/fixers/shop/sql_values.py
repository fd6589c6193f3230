"""One part of a tiny shop, with one weakness."""

import sqlite3


def find(path, name):
    """Finds items by a part of their name."""
    connection = sqlite3.connect(path)
    return connection.execute(
        "SELECT name FROM item WHERE name LIKE '%" + name + "%' ORDER BY name").fetchall()
