import zipfile


def unpack(path):
    with zipfile.ZipFile(path) as archive:
        if sum(member.file_size for member in archive.infolist()) > 10_000_000:
            raise ValueError("too large")
        archive.extractall("out")
