import os
from pathlib import Path

from flask import Flask, request, send_from_directory
from werkzeug.utils import secure_filename

app = Flask(__name__)


@app.route("/manual")
def manual():
    name = secure_filename(request.args.get("name"))
    with open(os.path.join("manuals", name)) as file:
        return file.read()


@app.route("/picture/<path:name>")
def picture(name):
    return send_from_directory("pictures", name)


def note(request):
    number = int(request.GET["number"])
    return Path("notes", f"{number}.txt").read_text()
