"""One part of a tiny shop, with one weakness."""


def take(stock, amount):
    """Takes items out of the stock."""
    assert amount <= stock, "not that many"
    return stock - amount
