app.post("/login", (req, res) => {
  res.cookie("session", id, { httpOnly: true, secure: true });
  res.cookie("session", id, options);
  res.cookie("session", id, { ...OPTIONS, maxAge: 60 });
  res.cookie("language", "en");
  res.cookie("csrf_token", token);
  browser.cookie("session", id);
  res.end();
});
