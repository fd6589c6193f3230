#include <sqlite3.h>
#include <stdio.h>

void find(sqlite3 *db, const char *name) {
    char sql[256];
    snprintf(sql, sizeof(sql), "SELECT * FROM items WHERE name = '%s'", name);
    sqlite3_exec(db, sql, NULL, NULL, NULL); // finding: sql-built-from-strings
}

void remove_order(MYSQL *db, PGconn *pg, const char *code) {
    char text[128];
    sprintf(text, "DELETE FROM orders WHERE code='%s'", code);
    mysql_query(db, text); // finding: sql-built-from-strings
    PQexec(pg, text); // finding: sql-built-from-strings
}
