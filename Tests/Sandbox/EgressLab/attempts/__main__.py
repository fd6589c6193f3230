"""What a payload tries to get past an allow-list: attempts [ROW|-ROW|-slow]...

The allow-list that it meets is that of EgressLab.swift; the rows are those of ledger.json. What
floods stands at the end, so that it starves nothing else.
"""
import sys

import allowed  # noqa: F401
import domain_names  # noqa: F401
import routes  # noqa: F401
import handshakes  # noqa: F401
import messages  # noqa: F401
import grants  # noqa: F401
import packets  # noqa: F401
import machine  # noqa: F401
import ours  # noqa: F401
import floods  # noqa: F401
import registry

if __name__ == "__main__":
    registry.run(sys.argv[1:])
