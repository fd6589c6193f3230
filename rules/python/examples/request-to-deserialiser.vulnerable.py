import base64
import pickle

import yaml
from flask import Flask, request

app = Flask(__name__)


@app.route("/cart")
def cart():
    text = request.cookies.get("cart")
    return {"items": len(pickle.loads(base64.b64decode(text)))}  # finding: request-to-deserialiser


@app.post("/import")
def load():
    return yaml.load(request.data, Loader=yaml.UnsafeLoader)  # finding: request-to-deserialiser
