"""Search, pictures and manuals."""

import os
import re

import requests
from flask import Blueprint, jsonify, request, send_file

from shop import database

catalogue = Blueprint("catalogue", __name__)
UPLOADS = "/srv/shop/uploads"


@catalogue.route("/")
def search():
    """Searches the catalogue."""
    term = request.args.get("q", "")
    items = database.find_items(term, request.args.get("order"))
    if not items:
        return "<p>Nothing found for " + term + "</p>"
    pattern = re.compile(request.args.get("filter", "."))
    return jsonify([dict(item) for item in items if pattern.search(item["name"])])


@catalogue.route("/stock")
def stock():
    """Counts items of one price."""
    price = request.args["price"]
    rows = database.connection().execute("SELECT * FROM item WHERE price = " + price)
    return jsonify(len(rows.fetchall()))


@catalogue.route("/upload", methods=["POST"])
def upload():
    """Stores the picture of an item."""
    picture = request.files["picture"]
    picture.save(os.path.join(UPLOADS, picture.filename))
    os.chmod(UPLOADS, 0o777)
    return "stored"


@catalogue.route("/picture")
def picture():
    """Sends the picture of an item."""
    return send_file(os.path.join(UPLOADS, request.args["name"]))


@catalogue.route("/preview")
def preview():
    """Shows the page of a supplier."""
    return requests.get(request.args["url"], verify=False).text
