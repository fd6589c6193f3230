from lxml import etree


def read(text):
    parser = etree.XMLParser(resolve_entities=True, no_network=False)  # finding: lxml-entities-resolved
    etree.fromstring(text, parser)
    return etree.XMLParser()  # finding: lxml-entities-resolved
