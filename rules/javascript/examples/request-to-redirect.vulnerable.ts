app.get("/login", (req, res) => {
  res.redirect(req.query.next as string); // finding: request-to-redirect
});

app.post("/logout", (req, res) => {
  const target = req.body.returnTo || "/";
  res.redirect(302, target); // finding: request-to-redirect
});

router.get("/go", (ctx) => {
  ctx.redirect(ctx.query.url); // finding: request-to-redirect
});

export async function GET(request: NextRequest) {
  const next = request.nextUrl.searchParams.get("next");
  return NextResponse.redirect(next); // finding: request-to-redirect
}

http.createServer((req, res) => {
  const { query } = url.parse(req.url, true);
  res.writeHead(302, { Location: query.to }); // finding: request-to-redirect
});

@Controller()
export class LinkController {
  @Get("follow")
  follow(@Query("to") to: string, @Res() res: Response) {
    return res.redirect(`https://${to}`); // finding: request-to-redirect
  }
}
