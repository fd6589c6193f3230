app.use(cors({ origin: true, credentials: true })); // finding: cors-origin-reflected
app.enableCors({ credentials: true, origin: true }); // finding: cors-origin-reflected
app.use(cors({ origin: (origin, callback) => callback(null, true), credentials: true })); // finding: cors-origin-reflected

app.use((req, res, next) => {
  res.setHeader("Access-Control-Allow-Origin", req.headers.origin); // finding: cors-origin-reflected
  res.setHeader("Access-Control-Allow-Credentials", "true");
  next();
});

app.use((req, res, next) => {
  const origin = req.headers.origin;
  res.header("access-control-allow-origin", origin); // finding: cors-origin-reflected
  next();
});
