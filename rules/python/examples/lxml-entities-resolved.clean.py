from lxml import etree


def read(text):
    parser = etree.XMLParser(resolve_entities=False, no_network=True)
    return etree.fromstring(text, parser)
