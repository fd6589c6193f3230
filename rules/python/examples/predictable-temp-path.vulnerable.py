import os


def export(text, name):
    with open("/tmp/export.csv", "w") as file:  # finding: predictable-temp-path
        file.write(text)
    with open(os.path.join("/tmp", name), "a") as file:  # finding: predictable-temp-path
        file.write(text)
