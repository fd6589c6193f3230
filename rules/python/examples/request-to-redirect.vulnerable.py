from django.http import HttpResponseRedirect
from flask import Flask, redirect, request

app = Flask(__name__)


@app.route("/login")
def login():
    target = request.args.get("next", "/")
    return redirect(target)  # finding: request-to-redirect


def leave(request):
    return HttpResponseRedirect(request.GET["to"])  # finding: request-to-redirect
