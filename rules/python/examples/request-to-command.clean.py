import os
import shlex
import subprocess

from flask import Flask, request

app = Flask(__name__)
PROGRAMS = {"date": "/bin/date", "uptime": "/usr/bin/uptime"}


@app.route("/ping")
def ping():
    host = request.args.get("host", "")
    count = int(request.args.get("count", "1"))
    os.system(f"logger {count}")
    os.system("host " + shlex.quote(host))
    return subprocess.check_output(["ping", "-c", str(count), "--", host])


@app.get("/status/<int:number>")
def status(number):
    os.system(f"systemctl status job-{number}")
    program = PROGRAMS.get(request.args["program"])
    subprocess.run([program], check=True)
    return ""
