from xml.dom import minidom as original


def parseString(document):
    if "<!ENTITY" in document:
        raise ValueError("entities are refused")
    return original.parseString(document)
