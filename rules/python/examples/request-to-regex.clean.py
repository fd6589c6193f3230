import re

from flask import request


def search(names):
    re.match(r"\w+", request.args["pattern"])
    pattern = re.escape(request.args["pattern"])
    return [name for name in names if re.search(pattern, name)]
