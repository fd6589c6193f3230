"""Calls that take more than plain values."""

from shop import store


def customers(name):
    """The customers of a name among three, one of whom has a quote in hers."""
    connection = store.connect(":memory:")
    for person, city in (("Ada", "Kiel"), ("O'Hara", "Cork"), ("Eve", "Lyon")):
        store.add_customer(connection, person, city)
    return store.find_customer(connection, name)
