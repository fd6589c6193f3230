const token = crypto.randomBytes(32).toString("hex");
const delay = Math.random() * 1000;
const id = "element-" + Math.random().toString(36);
const colour = COLOURS[Math.floor(Math.random() * COLOURS.length)];

function shuffle(items) {
  return items.sort(() => Math.random() - 0.5);
}
const position = tokens.length * Math.random();
const tokenColour = Math.random();
