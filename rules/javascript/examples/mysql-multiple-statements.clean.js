const pool = mysql.createPool({ host: "db", multipleStatements: false });
const one = mysql.createConnection({ host: "db" });
const parser = createParser({ multipleStatements: true });
const base = knex({ client: "mysql2", connection: { host: "db" } });
