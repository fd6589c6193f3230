const pool = mysql.createPool({ host: "db", user: "shop", password: process.env.DB_PASSWORD });
const local = mysql.createPool({ host: "localhost", user: "root", password: "" });
const database = new Sequelize("shop", "shop", config.password);
mongoose.connect("mongodb://localhost:27017/shop");
mongoose.connect(process.env.DB_URL);
const labels = { password: "Passwort" };
const test = new Pool({ host: "localhost", user: "postgres", password: "postgres" });
