from flask import request


def greet(user):
    layout = request.args["layout"]
    return layout.format(user=user)  # finding: request-as-format-string
