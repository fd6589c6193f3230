"""One part of a tiny shop, with one weakness."""


def total(prices):
    """Adds what can be added."""
    result = 0
    for price in prices:
        try:
            result += price
        except Exception:
            continue
    return result
