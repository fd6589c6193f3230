import jsonpickle


def restore(text):
    return jsonpickle.decode(text)  # finding: jsonpickle-decode
