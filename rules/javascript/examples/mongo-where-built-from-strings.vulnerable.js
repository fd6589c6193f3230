async function search(db, req) {
  const items = db.collection("items");
  await items.find({ $where: `this.name == '${req.query.name}'` }).toArray(); // finding: mongo-where-built-from-strings
  await items.find({ $where: "this.price < " + req.query.price }).toArray(); // finding: mongo-where-built-from-strings
  await Item.$where(`this.owner == "${req.user.name}"`); // finding: mongo-where-built-from-strings
  const filter = {};
  filter.$where = "this.city == '" + req.body.city + "'"; // finding: mongo-where-built-from-strings
  return items.find(filter).toArray();
}
