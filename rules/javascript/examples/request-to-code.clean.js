const vm = require("vm");

app.post("/calculate", (req, res) => {
  res.json(JSON.parse(req.body.formula));
  vm.runInNewContext("total = price * count", { price: Number(req.body.price) });
  eval("1 + " + Number(req.body.count));
  setTimeout(() => save(req.body), 100);
  const add = new Function("a", "b", "return a + b");
  res.json(add(req.body.a, req.body.b));
});
