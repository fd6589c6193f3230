import tempfile


def export(text):
    with tempfile.NamedTemporaryFile("w", suffix=".csv") as file:
        file.write(text)
    return tempfile.mkdtemp()
