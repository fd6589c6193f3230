"""Stands in for Jinja: remembers whether it escapes."""


def select_autoescape():
    return "html and xml"


class Environment:
    def __init__(self, loader=None, autoescape=False):
        self.loader = loader
        self.autoescape = autoescape
