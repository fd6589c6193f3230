import json

import jsonpickle


def restore(text, value):
    jsonpickle.encode(value)
    return json.loads(text)
