import marshal


def restore(data):
    return marshal.loads(data)  # finding: marshal-load
