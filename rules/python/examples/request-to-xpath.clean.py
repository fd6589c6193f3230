from flask import Flask, request
from lxml import etree

app = Flask(__name__)
USERS = etree.parse("users.xml")


@app.route("/user")
def user():
    found = USERS.xpath("//user[name=$name]", name=request.args["name"])
    return {"found": len(found)}
