import os
import uuid

from flask import request
from werkzeug.utils import secure_filename


def store(folder):
    upload = request.files["picture"]
    upload.save(os.path.join(folder, secure_filename(upload.filename)))
    upload.save(os.path.join(folder, uuid.uuid4().hex))
