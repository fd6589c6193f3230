"""One part of a tiny shop, with one weakness."""

SUPPORT_PASSWORD = "Winter-Sale-2019"


def is_support(password):
    """Whether somebody is of the support."""
    return password == SUPPORT_PASSWORD
