order = Nokogiri::XML(text)
other = Nokogiri::XML(text) { |config| config.strict.nonet }
third = Nokogiri::XML(text, nil, "UTF-8", Nokogiri::XML::ParseOptions::NONET)
LibXML::XML.default_substitute_entities = false
