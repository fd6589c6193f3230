import sqlite3


def find(name, price):
    connection = sqlite3.connect("shop.db")
    cursor = connection.cursor()
    cursor.execute("SELECT * FROM item WHERE name = '%s'" % name)  # finding: sql-built-from-strings
    cursor.execute(f"SELECT * FROM item WHERE name = '{name}'")  # finding: sql-built-from-strings
    query = "SELECT * FROM item WHERE price < " + price + " ORDER BY name"
    cursor.execute(query)  # finding: sql-built-from-strings
    cursor.execute("DELETE FROM item WHERE name = '{}'".format(name))  # finding: sql-built-from-strings
    return cursor.fetchall()
