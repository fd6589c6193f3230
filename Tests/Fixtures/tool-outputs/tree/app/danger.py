import hashlib
import pickle
import subprocess


def load(blob):
    return pickle.loads(blob)


def shell(name):
    subprocess.call("ls " + name, shell=True)


def digest(text):
    return hashlib.md5(text).hexdigest()


def evaluate(text):
    return eval(text)
