"""Nothing to see."""


def add(a: int, b: int) -> int:
    """Adds."""
    return a + b
