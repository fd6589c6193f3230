app.post("/login", (req, res) => {
  res.cookie("session", id, { httpOnly: false }); // finding: session-cookie-flag-off
  res.cookie("auth_token", token, { path: "/", secure: false }); // finding: session-cookie-flag-off
  const options = { httpOnly: false };
  res.setCookie("sid", id, { httpOnly: false, secure: true }); // finding: session-cookie-flag-off
  res.end();
});
app.use(session({ secret: KEY, cookie: { httpOnly: false } })); // finding: session-cookie-flag-off
