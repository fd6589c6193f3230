import os

DATABASE_URL = os.environ["DATABASE_URL"]
TEMPLATE = "postgresql://{user}:{password}@db/shop"
HOME = "https://example.com:8443/@user"
