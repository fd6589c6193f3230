import psycopg2

DB_PASSWORD = "Winter-2019!"  # finding: hard-coded-password


def connect(password):
    if password == "letmein99":  # finding: hard-coded-password
        return None
    return psycopg2.connect(host="db", user="shop", password="s3cr3t-db")  # finding: hard-coded-password
