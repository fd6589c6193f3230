order = Nokogiri::XML(text) { |config| config.noent } # finding: xml-entities-resolved
other = Nokogiri::XML(text) { |settings| settings.noent.dtdload } # finding: xml-entities-resolved
third = Nokogiri::XML(text, nil, nil, Nokogiri::XML::ParseOptions::NOENT) # finding: xml-entities-resolved
LibXML::XML.default_substitute_entities = true # finding: xml-entities-resolved
