import json
import marshal


def restore(data):
    marshal.dumps(data)
    return json.loads(data)
