from flask import make_response, request
from werkzeug.utils import secure_filename


def download(page):
    response = make_response(page)
    name = secure_filename(request.args["name"])
    response.headers["Content-Disposition"] = "attachment; filename=" + name
    return response
