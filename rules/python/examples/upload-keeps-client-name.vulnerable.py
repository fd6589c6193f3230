import os

from flask import request


def store(folder):
    upload = request.files["picture"]
    upload.save(os.path.join(folder, upload.filename))  # finding: upload-keeps-client-name


async def receive(file):
    with open("uploads/" + file.filename, "wb") as target:  # finding: upload-keeps-client-name
        target.write(await file.read())
