const TARGETS = { home: "/", account: "/account" };

app.get("/login", (req, res) => {
  res.redirect("/account");
  res.redirect(TARGETS[req.query.next]);
  res.redirect(`/item/${req.params.id}`);
  res.redirect("/search?q=" + req.query.q);
  res.redirect("https://shop.example/item/" + req.params.id);
  res.redirect(`${process.env.BASE_URL}/item/${req.params.id}`);
  res.redirect(`${settings.get("prefix")}/item/${req.params.id}`);
  const next = req.query.next;
  if (!next.startsWith("/") || next.startsWith("//")) return res.sendStatus(400);
  res.redirect(next);
});

export async function GET(request: NextRequest) {
  return NextResponse.redirect(new URL("/login", request.url));
}

app.get("/s/:code", async (req, res) => {
  const link = await Link.findOne({ code: req.params.code });
  res.redirect(link.url);
});
