import zipfile


def unpack(path):
    with zipfile.ZipFile(path) as archive:
        archive.extractall("out")  # finding: zip-extract-all
    zipfile.ZipFile(path).extractall("out")  # finding: zip-extract-all
