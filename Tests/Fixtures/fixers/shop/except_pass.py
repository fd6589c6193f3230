"""One part of a tiny shop, with one weakness."""


def notify(listener, item):
    """Tells a listener, who may be out of order."""
    try:
        listener(item)
    except Exception:
        pass
    return item
