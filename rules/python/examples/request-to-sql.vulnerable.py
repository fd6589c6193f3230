import sqlite3

from flask import Flask, request

app = Flask(__name__)


@app.route("/item")
def item():
    name = request.args.get("name")
    database = sqlite3.connect("shop.db")
    rows = database.execute("SELECT * FROM item WHERE name = '" + name + "'")  # finding: request-to-sql
    return {"rows": rows.fetchall()}


@app.get("/order/{number}")
async def order(number: str):
    database = sqlite3.connect("shop.db")
    return database.execute(f"SELECT * FROM purchase WHERE number = '{number}'")  # finding: request-to-sql


def search(request, cursor):
    order_by = request.GET["order"]
    cursor.execute("SELECT * FROM item ORDER BY %s" % order_by)  # finding: request-to-sql
