import importlib

from flask import request

REPORTS = {"sales": "reports.sales", "stock": "reports.stock"}


def report(views):
    importlib.import_module("reports.sales")
    module = importlib.import_module(REPORTS.get(request.args["kind"]))
    return module, getattr(views, "index")
