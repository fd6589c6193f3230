import xml.etree.ElementTree as ET

import defusedxml.ElementTree
from flask import Flask, request

app = Flask(__name__)
DEFAULTS = ET.parse("defaults.xml")


@app.post("/import")
def load():
    return defusedxml.ElementTree.fromstring(request.data).tag
