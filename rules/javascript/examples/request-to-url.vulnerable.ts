app.get("/preview", async (req, res) => {
  const page = await fetch(req.query.url as string); // finding: request-to-url
  res.send(await page.text());
});

app.post("/hook", async (req, res) => {
  const { callback } = req.body;
  await axios.post(callback, { done: true }); // finding: request-to-url
  await axios({ method: "GET", url: `http://${req.body.host}/status` }); // finding: request-to-url
  res.end();
});

router.get("/image", async (ctx) => {
  const target = new URL(ctx.query.src);
  ctx.body = await got(target).buffer(); // finding: request-to-url
});

@Controller()
export class ShotController {
  @Post("shot")
  async shot(@Body() body: ShotDto) {
    await this.page.goto(body.address); // finding: request-to-url
  }
}
