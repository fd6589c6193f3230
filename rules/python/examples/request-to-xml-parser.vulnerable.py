import xml.etree.ElementTree as ET

from flask import Flask, request
from lxml import etree

app = Flask(__name__)


@app.post("/import")
def load():
    tree = ET.fromstring(request.data)  # finding: request-to-xml-parser
    return tree.tag


@app.post("/stock")
def stock():
    text = request.get_data()
    return etree.fromstring(text).tag  # finding: request-to-xml-parser
