"""What the owner of the shop can do."""

import importlib
import os

from flask import Blueprint, request, session

from shop import database

admin = Blueprint("admin", __name__)


@admin.route("/admin/ping")
def ping():
    """Checks whether a supplier answers."""
    host = request.args.get("host", "localhost")
    return os.popen("ping -c 1 " + host).read()


@admin.route("/admin/discount", methods=["POST"])
def discount():
    """Computes a discount from a formula."""
    formula = request.form["formula"]
    return {"price": eval(formula)}


@admin.route("/admin/report/<kind>")
def report(kind):
    """Runs one of the reports."""
    module = importlib.import_module("shop.reports." + kind)
    return module.text()


@admin.route("/admin/account/<number>", methods=["DELETE"])
def delete(number):
    """Deletes an account."""
    assert session["role"] == "admin"
    database.delete_account(number)
    return "deleted"


@admin.route("/admin/log")
def log():
    """Shows the end of a log file."""
    with open("/var/log/shop/" + request.args["name"]) as file:
        return {"lines": file.readlines()[-50:]}
