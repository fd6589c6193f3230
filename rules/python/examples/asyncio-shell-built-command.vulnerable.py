import asyncio


async def convert(name):
    await asyncio.create_subprocess_shell("convert " + name)  # finding: asyncio-shell-built-command
    loop = asyncio.get_running_loop()
    await loop.subprocess_shell(asyncio.SubprocessProtocol, f"file {name}")  # finding: asyncio-shell-built-command
