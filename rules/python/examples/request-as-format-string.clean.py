from flask import request


def greet():
    return "Hello {name}".format(name=request.args["name"])
