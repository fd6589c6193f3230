import asyncio
import os

from flask import Flask

app = Flask(__name__)


async def main():
    pass


if __name__ == "__main__":
    asyncio.run(main(), debug=True)
    app.run(port=8000, debug=os.environ.get("SHOP_DEBUG") == "1")
