function clean(text, file) {
  const html = text.replace("<", "&lt;"); // finding: escape-of-first-match-only
  const sql = text.replace("'", "''"); // finding: escape-of-first-match-only
  const quoted = text.replace('"', '\\"'); // finding: escape-of-first-match-only
  const path = file.replace("../", ""); // finding: escape-of-first-match-only
  return [html, sql, quoted, path];
}
