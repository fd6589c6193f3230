async function search(db, req) {
  const items = db.collection("items");
  await items.find({ $where: "this.sold > this.stock" }).toArray();
  await items.find({ name: String(req.query.name) }).toArray();
  await items.find({ $expr: { $gt: ["$sold", "$stock"] } }).toArray();
  await items.find({ where: `this.name == '${req.query.name}'` }).toArray();
}
