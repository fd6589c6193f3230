"""Tests of what the views of the shop rest on; they need nothing but Python itself."""

import sys
import types


class Everything(types.ModuleType):
    """A module that has whatever is asked for."""

    __path__ = []

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return Nothing()


class Nothing:
    """Takes any call, and leaves what it decorates as it is."""

    def __init__(self, *arguments, **named):
        self.attributes = {}

    def __call__(self, *arguments, **named):
        return Nothing()

    def __getattr__(self, name):
        return Nothing()

    def __contains__(self, name):
        return name in self.attributes

    def route(self, *arguments, **named):
        return lambda view: view


class Request:
    """What belongs to one request."""

    def __contains__(self, name):
        return hasattr(self, name)


flask = Everything("flask")
flask.Blueprint = Nothing
flask.g = Request()
flask.request = types.SimpleNamespace(form={}, args={}, headers={}, data=b"")
sys.modules.setdefault("flask", flask)
for name in ("jwt", "requests", "yaml", "lxml", "lxml.etree", "Crypto", "Crypto.Cipher"):
    sys.modules.setdefault(name, Everything(name))
