"""Stands in for PyYAML: knows lines of names and numbers, and objects with the unsafe loader."""


class SafeLoader:
    objects = False


class UnsafeLoader:
    objects = True


def load(text, Loader):
    if "!!python" in text and not Loader.objects:
        raise ValueError("objects are not read")
    pairs = [line.split(": ") for line in text.splitlines()]
    return {name: value if value.startswith("!!") else int(value) for name, value in pairs}


def safe_load(text):
    return load(text, SafeLoader)
