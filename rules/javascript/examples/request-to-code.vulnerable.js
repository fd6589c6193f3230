const vm = require("vm");

app.post("/calculate", (req, res) => {
  res.json({ value: eval(req.body.formula) }); // finding: request-to-code
});

app.post("/filter", (req, res) => {
  const source = "return " + req.body.condition;
  const keep = new Function("item", source); // finding: request-to-code
  res.json(ITEMS.filter(keep));
});

app.post("/script", (req, res) => {
  const { code } = req.body;
  res.json(vm.runInNewContext(code, {})); // finding: request-to-code
  res.json(new vm.Script(`(${code})`).runInThisContext()); // finding: request-to-code
});

export const handler = async (event) => eval("(" + event.body + ")"); // finding: request-to-code
