const words = /^(\w+)*$/; // finding: nested-regex-quantifier
const list = new RegExp("^([a-z]+)+$"); // finding: nested-regex-quantifier
const digits = /^(?:\d+)+;$/i; // finding: nested-regex-quantifier
const text = /x(.*)*y/; // finding: nested-regex-quantifier
if (/^(a+)+b/.test(name)) send(name); // finding: nested-regex-quantifier
