const ORIGINS = ["https://shop.example"];
app.use(cors());
app.use(cors({ origin: ORIGINS, credentials: true }));
app.use(cors({ origin: "https://shop.example", credentials: true }));
app.enableCors({ origin: false, credentials: true });

app.use((req, res, next) => {
  const origin = req.headers.origin;
  if (ORIGINS.includes(origin)) {
    res.setHeader("Access-Control-Allow-Origin", origin);
  }
  res.setHeader("X-Origin", req.headers.origin);
  next();
});
