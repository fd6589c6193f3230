import re


def install(names, table):
    exec("answer = 42")
    re.compile(names)
    return [table[name]() for name in names]
