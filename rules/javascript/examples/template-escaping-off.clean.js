const nunjucks = require("nunjucks");

nunjucks.configure("views", { autoescape: true, express: app });
const page = Handlebars.compile(source);
const html = Handlebars.compile("<b>{{name}}</b>", { noEscape: false });
Mustache.escape = (text) => escapeHtml(text);
const cipher = compile(source, { noEscape: undefined });
