"""One part of a tiny shop, with one weakness."""


def sign_in(name, password="Winter-Sale-2019"):
    """Signs a customer in."""
    return f"{name}:{len(password)}"
