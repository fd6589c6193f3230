app.post("/cell", (req, res) => {
  const { row, column, value } = req.body;
  table[Number(row)][Number(column)] = value;
  cells.set(row, value);
  counts[row] = value;
  options[`group-${req.params.group}`][req.params.name] = value;
  const { group } = req.body;
  if (!GROUPS.includes(group)) return res.sendStatus(400);
  options[group][column] = value;
  res.end();
});
