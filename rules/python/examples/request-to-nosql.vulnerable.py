from flask import request


def login(users):
    body = request.get_json()
    user = users.find_one({"name": body["name"], "password": body["password"]})  # finding: request-to-nosql
    return user or users.find_one(request.json)  # finding: request-to-nosql
