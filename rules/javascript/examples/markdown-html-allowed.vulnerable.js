const MarkdownIt = require("markdown-it");
const markdown = new MarkdownIt({ html: true, linkify: true }); // finding: markdown-html-allowed
const other = markdownIt({ html: true }); // finding: markdown-html-allowed
const third = new Remarkable("full", { html: true }); // finding: markdown-html-allowed
marked.setOptions({ gfm: true, sanitize: false }); // finding: markdown-html-allowed
