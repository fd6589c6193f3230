import pickle
import shelve

import dill
import pandas


def restore(data, path):
    pickle.loads(data)  # finding: pickle-load
    dill.loads(data)  # finding: pickle-load
    shelve.open(path)  # finding: pickle-load
    with open(path, "rb") as file:
        pickle.load(file)  # finding: pickle-load
    return pandas.read_pickle(path)  # finding: pickle-load
