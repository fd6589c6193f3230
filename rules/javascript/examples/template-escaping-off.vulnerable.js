const nunjucks = require("nunjucks");

nunjucks.configure("views", { autoescape: false, express: app }); // finding: template-escaping-off
const page = Handlebars.compile(source, { noEscape: true }); // finding: template-escaping-off
const options = { autoescape: false };
const other = new nunjucks.Environment(loader, { autoescape: false }); // finding: template-escaping-off
Mustache.escape = (text) => text; // finding: template-escaping-off
Mustache.escape = function (value) { return value; }; // finding: template-escaping-off
