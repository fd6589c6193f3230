from flask import Flask, request
from lxml import etree

app = Flask(__name__)
USERS = etree.parse("users.xml")


@app.route("/user")
def user():
    name = request.args["name"]
    found = USERS.xpath("//user[name='" + name + "']")  # finding: request-to-xpath
    return {"found": len(found)}
