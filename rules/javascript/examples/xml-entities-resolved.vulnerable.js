const libxml = require("libxmljs");

app.post("/import", (req, res) => {
  const document = libxml.parseXml(req.body.xml, { noent: true }); // finding: xml-entities-resolved
  const other = libxml.parseXmlString(req.body.xml, { noblanks: true, noent: true }); // finding: xml-entities-resolved
  const third = libxml.parseXml(req.body.xml, { dtdload: true }); // finding: xml-entities-resolved
  res.json([document, other, third]);
});
