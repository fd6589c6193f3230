function compute(formula, name, view) {
  eval("result = " + formula); // finding: eval-of-built-code
  eval("(" + formula + ")"); // finding: eval-of-built-code
  setTimeout("show('" + name + "')", 100); // finding: eval-of-built-code
  view.webContents.executeJavaScript(`greet("${name}")`); // finding: eval-of-built-code
  const code = `settings.${name}`;
  return eval(code); // finding: eval-of-built-code
}
