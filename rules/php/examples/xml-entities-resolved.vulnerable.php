<?php
libxml_disable_entity_loader(false); // finding: xml-entities-resolved
$document->loadXML($text, LIBXML_NOENT | LIBXML_DTDLOAD); // finding: xml-entities-resolved
$order = simplexml_load_string($text, 'SimpleXMLElement', LIBXML_NOENT); // finding: xml-entities-resolved
$item = new SimpleXMLElement($text, LIBXML_NONET | LIBXML_DTDLOAD); // finding: xml-entities-resolved
$document->substituteEntities = true; // finding: xml-entities-resolved
