<?php
libxml_disable_entity_loader(true);
$document->loadXML($text, LIBXML_NONET);
$order = simplexml_load_string($text);
$item = new SimpleXMLElement($text, LIBXML_NOCDATA);
$document->preserveWhiteSpace = true;
