from django.http import HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme
from flask import Flask, redirect, request, url_for

app = Flask(__name__)


@app.route("/login")
def login():
    if request.args.get("next") == "cart":
        return redirect(url_for("cart"))
    return redirect(url_for("item", name=request.args["name"]))


def leave(request):
    target = request.GET["to"]
    if url_has_allowed_host_and_scheme(target, allowed_hosts={"example.com"}):
        return HttpResponseRedirect(target)
    return HttpResponseRedirect("/")
