const HOSTS = new Set(["images.shop.example"]);
const API_URL = process.env.API_URL;

app.get("/preview", async (req, res) => {
  await fetch("https://api.shop.example/items/" + req.query.id);
  await fetch(`https://api.shop.example/items/${req.query.id}`);
  await axios.get(`${API_URL}/items/${req.params.id}`);
  await axios.post("https://api.shop.example/items", req.body);
  await axios.get(API_URL, { params: req.query });
  const target = new URL(req.query.url);
  if (!HOSTS.has(target.hostname)) return res.sendStatus(400);
  await fetch(target);
  const hook = await Hook.findByPk(req.params.id);
  await fetch(hook.address);
});
