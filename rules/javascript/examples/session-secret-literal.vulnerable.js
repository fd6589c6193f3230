const session = require("express-session");

app.use(session({ secret: "not-a-real-secret", resave: false })); // finding: session-secret-literal
app.use(cookieParser("not-a-real-secret")); // finding: session-secret-literal
const SECRET = "not-a-real-secret";
app.use(session({ resave: false, secret: SECRET })); // finding: session-secret-literal
app.use(session({ secret: process.env.SESSION_KEY || "not-a-real-secret" })); // finding: session-secret-literal
app.use(cookieSession({ name: "shop", keys: ["not-a-real-secret"] })); // finding: session-secret-literal
app.keys = ["not-a-real-secret"]; // finding: session-secret-literal
