import sqlite3


def find(name, names):
    connection = sqlite3.connect("shop.db")
    cursor = connection.cursor()
    cursor.execute("SELECT * FROM item WHERE name = ?", (name,))
    cursor.execute("SELECT * FROM item " + "ORDER BY name")
    cursor.execute("SELECT * FROM item LIMIT %d" % len(names))
    query = "SELECT * FROM item"
    cursor.execute(query)
    cursor.execute(
        "SELECT * FROM item WHERE name IN (%s)" % ", ".join("?" for _ in names), names
    )
    print(f"looked for {name}")
    return cursor.fetchall()
