const words = /^\w+(-\w+)*$/;
const list = new RegExp("^[a-z]+$");
const digits = /^(?:\d+,)+;$/i;
const text = /x\(.*\)*y/;
const optional = /^(\d+)?$/;
const groups = /^(\d{3})+$/;
