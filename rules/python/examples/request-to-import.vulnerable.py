import importlib

from flask import request


def report(views):
    module = importlib.import_module("reports." + request.args["kind"])  # finding: request-to-import
    action = getattr(views, request.args["action"])  # finding: request-to-import
    return module, action
