app.post("/login", (req, res) => {
  res.cookie("session", id, { httpOnly: true, secure: true, sameSite: "lax" });
  res.cookie("theme", "dark", { httpOnly: false });
  res.cookie("XSRF-TOKEN", req.csrfToken(), { httpOnly: false });
  res.cookie("session", id, { httpOnly: true, secure: config.secure });
  res.clearCookie("session");
});
app.use(session({ secret: KEY, cookie: { secure: "auto" } }));
