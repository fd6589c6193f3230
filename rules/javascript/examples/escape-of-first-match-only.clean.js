function clean(text, file) {
  const html = text.replace(/</g, "&lt;");
  const sql = text.replaceAll("'", "''");
  const trimmed = text.replace("<", "");
  const name = file.replace(".html", ".txt");
  const price = text.replace("$", "EUR");
  return [html, sql, trimmed, name, price];
}
