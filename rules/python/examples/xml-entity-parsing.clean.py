import xml.etree.ElementTree as ET

import defusedxml.ElementTree


def read(text):
    ET.Element("item")
    return defusedxml.ElementTree.fromstring(text)
