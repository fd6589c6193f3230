import re

from flask import request


def search(names):
    pattern = request.args["pattern"]
    return [name for name in names if re.search(pattern, name)]  # finding: request-to-regex
