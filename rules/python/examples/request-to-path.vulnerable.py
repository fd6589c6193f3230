import os
from pathlib import Path

from flask import Flask, request, send_file

app = Flask(__name__)


@app.route("/manual")
def manual():
    name = request.args.get("name")
    with open(os.path.join("manuals", name)) as file:  # finding: request-to-path
        return file.read()


@app.route("/picture/<path:name>")
def picture(name):
    return send_file("pictures/" + name)  # finding: request-to-path


def note(request):
    return Path("notes", request.GET["name"]).read_text()  # finding: request-to-path
