import tempfile


def export(text):
    path = tempfile.mktemp(suffix=".csv")  # finding: temp-name-race
    with open(path, "w") as file:
        file.write(text)
