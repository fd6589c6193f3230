const COLUMNS = { name: "name", price: "price" };

app.get("/item", async (req, res) => {
  const { name } = req.query;
  await pool.query("SELECT * FROM item WHERE name = $1", [name]);
  await pool.query({ text: "SELECT * FROM item WHERE name LIKE $1", values: [`%${name}%`] });
  await prisma.$queryRaw`SELECT * FROM item WHERE name = ${name}`;
  const limit = Number(req.query.limit);
  await pool.query(`SELECT * FROM item LIMIT ${limit}`);
  await pool.query(`SELECT * FROM item ORDER BY ${COLUMNS[String(req.query.order)]}`);
  const direction = req.query.direction;
  if (!["ASC", "DESC"].includes(direction)) return res.sendStatus(400);
  await pool.query(`SELECT * FROM item ORDER BY name ${direction}`);
  await pool.query("SELECT * FROM item WHERE name = " + pool.escape(name));
  const shop = await Shop.findOne({ where: { id: req.params.id } });
  res.json(await pool.query(`SELECT * FROM stock_${shop.region}`));
});

@Controller("orders")
export class OrderController {
  @Get(":id")
  find(@Param("id", ParseIntPipe) id: number) {
    return this.source.query(`SELECT * FROM purchase WHERE id = ${id}`);
  }
}
