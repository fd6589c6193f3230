from django.http import HttpResponse
from flask import Flask, make_response, request

app = Flask(__name__)


@app.route("/search")
def search():
    term = request.args.get("q")
    return "<p>Nothing found for " + term + "</p>"  # finding: request-to-response


@app.route("/title")
def title():
    page = "<h1>" + request.args["title"] + "</h1>"
    return page  # finding: request-to-response


@app.route("/echo")
def echo():
    return make_response(request.args["text"])  # finding: request-to-response


def greet(request):
    return HttpResponse("Hello " + request.GET["name"])  # finding: request-to-response
