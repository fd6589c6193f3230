from flask import request


def login(users):
    name = str(request.get_json()["name"])
    user = users.find_one({"name": name})
    return user or "a title".find("t")
