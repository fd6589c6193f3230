import os
import subprocess

from flask import Flask, request

app = Flask(__name__)


@app.route("/ping")
def ping():
    host = request.args.get("host", "")
    command = "ping -c 1 " + host
    return subprocess.check_output(command, shell=True)  # finding: request-to-command


@app.post("/open/<name>")
def open_file(name):
    os.system(f"xdg-open {name}")  # finding: request-to-command
    return ""


def run(request):
    program = request.POST["program"]
    subprocess.run([program, "--version"], check=True)  # finding: request-to-command
