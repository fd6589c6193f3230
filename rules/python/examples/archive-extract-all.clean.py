import tarfile
import re


def unpack(path, frame):
    with tarfile.open(path) as archive:
        archive.extractall("out", filter="data")
    frame.extractall("out")
    return re.findall("a", path)
