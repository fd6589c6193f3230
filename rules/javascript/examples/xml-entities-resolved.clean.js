const libxml = require("libxmljs");

app.post("/import", async (req, res) => {
  const document = libxml.parseXml(req.body.xml);
  const other = libxml.parseXml(req.body.xml, { noent: false, nonet: true });
  const third = await xml2js.parseStringPromise(req.body.xml);
  res.json([document, other, third, new XMLParser().parse(req.body.xml)]);
});
