import json
import pickle

import pandas


def restore(data, path):
    pickle.dumps(data)
    json.loads(data)
    return pandas.read_csv(path)
