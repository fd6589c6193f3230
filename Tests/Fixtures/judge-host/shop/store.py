# Copyright 2026 The Shop Authors
# SPDX-License-Identifier: MIT
"""Customers in a database."""

import sqlite3


def connect(path):
    """A connection whose tables are there."""
    connection = sqlite3.connect(path, timeout=5)
    connection.execute("CREATE TABLE IF NOT EXISTS customers (name TEXT, city TEXT)")
    return connection


def find_customer(connection, name):
    """The customers of that name."""
    cursor = connection.cursor()
    cursor.execute("SELECT name, city FROM customers WHERE name = '%s'" % name)
    return cursor.fetchall()


def add_customer(connection, name, city):
    """Remembers a customer."""
    connection.execute("INSERT INTO customers VALUES (?, ?)", (name, city))
    connection.commit()
