import { Body, Controller, Get, Query } from "@nestjs/common";

@Controller("items")
export class ItemController {
  constructor(private readonly source: DataSource) {}

  @Get()
  async find(@Query("name") name: string) {
    return this.source.query(`SELECT * FROM item WHERE name = '${name}'`); // finding: request-to-sql
  }
}

app.get("/order", async (req, res) => {
  const { id } = req.query;
  const statement = "SELECT * FROM purchase WHERE id = '" + id + "'";
  res.json(await pool.query(statement)); // finding: request-to-sql
});

app.get("/sorted", async (req, res) => {
  res.json(await knex("item").orderByRaw(`name ${req.query.direction}`)); // finding: request-to-sql
});

router.post("/report", async (ctx) => {
  let where = "SELECT * FROM sale WHERE 1 = 1";
  where += ` AND city = '${ctx.request.body.city}'`;
  ctx.body = await sequelize.query(where, { type: "SELECT" }); // finding: request-to-sql
});

export async function GET(request: Request) {
  const { searchParams } = new URL(request.url);
  const rows = await prisma.$queryRawUnsafe("SELECT * FROM item WHERE tag = '" + searchParams.get("tag") + "'"); // finding: request-to-sql
  return Response.json(rows);
}
