"""One part of a tiny shop, with one weakness."""


def open_database(connect, host):
    """Opens the database."""
    return connect(host=host, password="Winter-Sale-2019")
