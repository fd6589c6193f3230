"""A whole Internet in one network namespace: lab FOLDER -- COMMAND...

Every IPv4 and IPv6 address there is leads to servers of this program, and nothing leads out: what a
broker dials arrives here or nowhere, and everything that arrives is noted, packet for packet.
FOLDER holds `zone.json` (see names.py) and the certificate `server.pem`, and may hold `site`, whose
files and git repositories the HTTPS servers offer; the notes are written to `notes.json` there when
COMMAND has ended. Needs host root; COMMAND may lay that down.
"""
import json
import os
import pathlib
import subprocess
import sys
import time

import names
import servers
import services
import space
import watch


def main():
    folder = pathlib.Path(sys.argv[1])
    command = sys.argv[sys.argv.index("--") + 1:]
    notes = watch.Notes()
    space.enter(folder, names.RESOLVER)
    services.serve_all()
    names.serve_all(json.loads((folder / "zone.json").read_text()), notes)
    servers.serve_all(folder, notes)
    packets = watch.Packets()
    # What a careless caller leaves open; attempts look for it.
    left_open, _ = os.pipe()
    os.set_inheritable(left_open, True)
    began = time.monotonic()
    code = subprocess.run(command, close_fds=False).returncode
    (folder / "notes.json").write_text(json.dumps({
        "events": notes.events, "seconds": time.monotonic() - began, **packets.finish()}))
    sys.exit(code)


if __name__ == "__main__":
    main()
