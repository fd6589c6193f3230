import shutil
import tarfile


def unpack(path):
    with tarfile.open(path) as archive:
        archive.extractall("out")  # finding: archive-extract-all
    tarfile.open(path).extractall()  # finding: archive-extract-all
    shutil.unpack_archive(path, "out")  # finding: archive-extract-all
