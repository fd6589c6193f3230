from flask import make_response, request


def download(page):
    response = make_response(page)
    name = request.args["name"]
    response.headers["Content-Disposition"] = "attachment; filename=" + name  # finding: request-to-header
    return response
