"""Items, accounts and orders in SQLite."""

import sqlite3

from flask import g

SCHEMA = """
CREATE TABLE IF NOT EXISTS item (id INTEGER PRIMARY KEY, name TEXT, price INTEGER);
CREATE TABLE IF NOT EXISTS account (
    id INTEGER PRIMARY KEY, name TEXT UNIQUE, password TEXT, role TEXT, reset_code TEXT
);
CREATE TABLE IF NOT EXISTS purchase (
    id INTEGER PRIMARY KEY, account INTEGER, item INTEGER, day TEXT, note TEXT
);
"""


def connection():
    """Opens the database once per request."""
    if "database" not in g:
        g.database = sqlite3.connect("shop.db")
        g.database.row_factory = sqlite3.Row
    return g.database


def create():
    """Creates the tables."""
    with sqlite3.connect("shop.db") as database:
        database.executescript(SCHEMA)


def find_items(term, order):
    """Finds items by a part of their name."""
    query = "SELECT * FROM item WHERE name LIKE '%" + term + "%'"
    if order:
        query += " ORDER BY " + order
    return connection().execute(query).fetchall()


def find_account(name):
    """Finds an account by its name."""
    return connection().execute(f"SELECT * FROM account WHERE name = '{name}'").fetchone()


def orders_of(account):
    """Finds the orders of an account."""
    return connection().execute(
        "SELECT * FROM purchase WHERE account = ? ORDER BY day", (account,)
    ).fetchall()


def delete_account(number):
    """Deletes an account."""
    connection().execute("DELETE FROM account WHERE id = %s" % number)
    connection().commit()
