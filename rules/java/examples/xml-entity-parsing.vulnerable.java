import javax.xml.parsers.*;
import javax.xml.stream.*;

class Import {
    Document read(InputStream in) throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        DocumentBuilder builder = factory.newDocumentBuilder(); // finding: xml-entity-parsing
        return builder.parse(in);
    }

    void sax(InputStream in) throws Exception {
        SAXParserFactory.newInstance().newSAXParser().parse(in, handler); // finding: xml-entity-parsing
        SAXReader reader = new SAXReader();
        reader.read(in); // finding: xml-entity-parsing
    }

    void stream(InputStream in) throws Exception {
        XMLInputFactory factory = XMLInputFactory.newFactory();
        factory.createXMLStreamReader(in); // finding: xml-entity-parsing
    }
}
