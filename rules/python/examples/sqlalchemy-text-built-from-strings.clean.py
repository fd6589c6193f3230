from sqlalchemy import text


def find(session, name):
    session.execute(text("SELECT * FROM item " + "ORDER BY name"))
    return session.execute(text("SELECT * FROM item WHERE name = :name"), {"name": name})
