import os, sys
import json
try:
    x = dict()
except (OSError, IOError) as é:
    pass
é = "ü" ; y = dict()
assert x == None
