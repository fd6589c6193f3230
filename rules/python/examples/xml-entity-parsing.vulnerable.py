import xml.etree.ElementTree as ET
from xml.dom import minidom
from xml.sax import parseString


def read(text, handler):
    minidom.parseString(text)  # finding: xml-entity-parsing
    parseString(text, handler)  # finding: xml-entity-parsing
    return ET.fromstring(text)  # finding: xml-entity-parsing
