app.post("/login", (req, res) => {
  res.cookie("session", id); // finding: session-cookie-without-flags
  res.cookie("access_token", token, { maxAge: 3600000 }); // finding: session-cookie-without-flags
  const name = "jwt";
  res.cookie(name, token, { path: "/", secure: true }); // finding: session-cookie-without-flags
  res.status(200).cookie("sid", id); // finding: session-cookie-without-flags
  res.end();
});
