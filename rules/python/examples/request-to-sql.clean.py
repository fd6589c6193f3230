import sqlite3

from flask import Flask, request

app = Flask(__name__)
COLUMNS = {"name": "name", "price": "price"}


@app.route("/item")
def item():
    name = request.args.get("name")
    column = COLUMNS.get(request.args.get("order"))
    database = sqlite3.connect("shop.db")
    limit = int(request.args.get("limit", "10"))
    database.execute(f"SELECT * FROM item ORDER BY {column} LIMIT {limit}")
    rows = database.execute("SELECT * FROM item WHERE name = ?", (name,))
    return {"rows": rows.fetchall()}


@app.get("/order/{number}")
async def order(number: int):
    database = sqlite3.connect("shop.db")
    return database.execute(f"SELECT * FROM purchase WHERE number = {number}")
