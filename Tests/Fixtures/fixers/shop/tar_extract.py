"""One part of a tiny shop, with one weakness."""

import tarfile


def unpack(path, folder):
    """Unpacks an archive of pictures."""
    with tarfile.open(path) as archive:
        archive.extractall(folder)
    return folder
