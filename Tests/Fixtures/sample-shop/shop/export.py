"""Exports and imports of orders."""

import pickle
import subprocess
import tarfile
import tempfile
import xml.etree.ElementTree

import yaml
from Crypto.Cipher import DES
from flask import Blueprint, request, send_file

from shop import database

export = Blueprint("export", __name__)


@export.route("/export/<account>")
def orders(account):
    """Exports the orders of an account as text."""
    path = tempfile.mktemp(suffix=".txt")
    with open(path, "w") as file:
        for order in database.orders_of(account):
            file.write(f"{order['day']} {order['item']}\n")
    return send_file(path)


@export.route("/export/archive")
def archive():
    """Packs the uploads of one month."""
    month = request.args.get("month", "")
    subprocess.run("tar czf /tmp/uploads.tgz uploads/" + month, shell=True)
    with open("/tmp/last-export.txt", "w") as file:
        file.write("done")
    return send_file("/tmp/uploads.tgz")


@export.route("/import/cart", methods=["POST"])
def cart():
    """Restores a cart that was saved."""
    return {"items": len(pickle.loads(request.data))}


@export.route("/import/prices", methods=["POST"])
def prices():
    """Reads a price list."""
    return {"prices": len(yaml.load(request.data, Loader=yaml.UnsafeLoader))}


@export.route("/import/orders", methods=["POST"])
def load():
    """Reads orders from XML."""
    tree = xml.etree.ElementTree.fromstring(request.data)
    return {"orders": len(tree)}


@export.route("/import/pictures", methods=["POST"])
def pictures():
    """Unpacks an archive of pictures."""
    with tarfile.open(fileobj=request.files["archive"].stream) as bundle:
        bundle.extractall("uploads")
    return "unpacked"


def seal(key, text):
    """Encrypts the address of a customer."""
    return DES.new(key, DES.MODE_ECB).encrypt(text)
