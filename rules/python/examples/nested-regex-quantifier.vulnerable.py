import re

NAME = re.compile(r"^(\w+)*$")  # finding: nested-regex-quantifier


def check(text):
    return re.match(r"([a-z]+)+@", text)  # finding: nested-regex-quantifier
