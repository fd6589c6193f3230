from sqlalchemy import text


def find(session, name):
    session.execute(text(f"SELECT * FROM item WHERE name = '{name}'"))  # finding: sqlalchemy-text-built-from-strings
    statement = text("SELECT * FROM item WHERE name = '%s'" % name)  # finding: sqlalchemy-text-built-from-strings
    return session.execute(statement)
