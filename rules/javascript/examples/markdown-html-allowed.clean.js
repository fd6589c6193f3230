const MarkdownIt = require("markdown-it");
const markdown = new MarkdownIt({ linkify: true });
const other = markdownIt({ html: false });
const third = new Remarkable();
marked.setOptions({ gfm: true });
const mail = compose({ html: true });
