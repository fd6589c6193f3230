const pool = mysql.createPool({ host: "db", multipleStatements: true }); // finding: mysql-multiple-statements
const one = mysql.createConnection({ multipleStatements: true, host: "db" }); // finding: mysql-multiple-statements
const base = knex({ client: "mysql2", connection: { host: "db", multipleStatements: true } }); // finding: mysql-multiple-statements
const orm = new Sequelize("shop", "shop", key, { dialectOptions: { multipleStatements: true } }); // finding: mysql-multiple-statements
