const pool = mysql.createPool({ host: "db", user: "shop", password: "not-a-real-one" }); // finding: connection-password-literal
const database = new Sequelize("shop", "shop", "not-a-real-one", { dialect: "postgres" }); // finding: connection-password-literal
mongoose.connect("mongodb://shop:not-a-real-one@db.shop.example/shop"); // finding: connection-password-literal
const mail = nodemailer.createTransport({ auth: { user: "shop", pass: "not-a-real-one" } }); // finding: connection-password-literal
