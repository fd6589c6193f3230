async function find(db, name, owner) {
  await db.query(`SELECT * FROM item WHERE name = '${name}'`); // finding: sql-built-from-strings
  await db.query("DELETE FROM item WHERE owner = '" + owner + "'"); // finding: sql-built-from-strings
  db.run(`INSERT INTO log (text) VALUES ('${name}')`); // finding: sql-built-from-strings
  const statement = `UPDATE item SET owner = '${owner.id}' WHERE id = 1`;
  db.exec(statement); // finding: sql-built-from-strings
  return builder.where(`item.name = '${name}'`).getMany(); // finding: sql-built-from-strings
}
