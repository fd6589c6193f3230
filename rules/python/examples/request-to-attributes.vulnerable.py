from flask import request


def update(user, User):
    for key, value in request.json.items():
        setattr(user, key, value)  # finding: request-to-attributes
    user.__dict__.update(request.get_json())  # finding: request-to-attributes
    return User(**request.json)  # finding: request-to-attributes
