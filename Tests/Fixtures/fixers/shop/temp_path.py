"""One part of a tiny shop, with one weakness."""


def export(text):
    """Writes an export."""
    with open("/tmp/last-export.csv", "w") as file:
        file.write(text)
        return file.name
