from django.http import HttpResponse
from flask import Flask, make_response, redirect, render_template, request
from markupsafe import escape

app = Flask(__name__)


@app.route("/search")
def search():
    term = request.args.get("q")
    return "<p>Nothing found for " + escape(term) + "</p>"


@app.route("/leave")
def leave():
    return make_response(redirect(request.args["to"]))


@app.route("/echo")
def echo():
    return make_response(render_template("echo.html", text=request.args["text"]))


def greet(request):
    return HttpResponse("Hello " + request.GET["name"], content_type="text/plain")
