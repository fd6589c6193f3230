import os

import psycopg2

DB_PASSWORD = os.environ["DB_PASSWORD"]
PASSWORD_FIELD = "password"
password = ""
label = {"password": "your password"}


def connect():
    return psycopg2.connect(host="db", user="shop", password=DB_PASSWORD)
