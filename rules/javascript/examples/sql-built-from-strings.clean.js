const TABLE = "item";

async function find(db, name, columns, limit) {
  await db.query("SELECT * FROM item WHERE name = ?", [name]);
  await db.query(`SELECT * FROM ${TABLE} WHERE name = ?`, [name]);
  await db.query(`SELECT ${columns} FROM item`);
  await db.query(`SELECT * FROM item WHERE name = ${db.escape(name)}`);
  await db.query(`SELECT * FROM item WHERE kind = '${KIND}' LIMIT ${limit}`);
  await sql`SELECT * FROM item WHERE name = ${name}`;
  await db.query("SELECT * FROM item " + "WHERE name IS NULL");
  return builder.where("item.name = :name", { name }).getMany();
}
