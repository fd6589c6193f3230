const session = require("express-session");

app.use(session({ secret: process.env.SESSION_KEY, resave: false }));
app.use(cookieParser());
app.use(cookieParser(config.secret));
app.use(cookieSession({ name: "shop", keys: [process.env.SESSION_KEY] }));
app.keys = config.keys;
map.keys = ["first", "second"];
