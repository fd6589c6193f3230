from flask import request


def update(user, User):
    setattr(user, "name", request.json["name"])
    return User(name=request.json["name"])
