import asyncio


async def convert(name):
    await asyncio.create_subprocess_exec("convert", name)
    await asyncio.create_subprocess_shell("sync")
