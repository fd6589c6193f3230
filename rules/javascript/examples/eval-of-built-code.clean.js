function compute(formula, name, view) {
  JSON.parse("[" + formula + "]");
  setTimeout(() => show("a" + name), 100);
  setTimeout(function () { show(`a${name}`); }, 100);
  eval("1 + 1");
  view.webContents.executeJavaScript(`greet(${JSON.stringify(name)})`);
  view.webContents.executeJavaScript("start()");
  setTimeout(show, 100 + name.length);
  page.evaluate((text) => greet(text), name);
}
