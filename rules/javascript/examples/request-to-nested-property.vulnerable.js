app.post("/cell", (req, res) => {
  const { row, column, value } = req.body;
  table[row][column] = value; // finding: request-to-nested-property
  res.end();
});

app.put("/options/:group/:name", (req, res) => {
  options[req.params.group][req.params.name] = req.body.value; // finding: request-to-nested-property
  res.end();
});

app.put("/words/:language/:key", (req, res) => {
  const words = dictionary[req.params.language]; // finding: request-to-nested-property
  words[req.params.key] = req.body.text;
  res.json(words);
});
