import tempfile


def export(text):
    with tempfile.TemporaryFile("w") as file:
        file.write(text)
    with open("/tmp/input.csv") as file:
        file.read()
    with open("/srv/export.csv", "w") as file:
        file.write(text)
