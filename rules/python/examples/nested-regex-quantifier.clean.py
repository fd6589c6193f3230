import re

NAME = re.compile(r"^\w+( \w+)*$")


def check(text):
    return re.match(r"([a-z]+)@", text)
