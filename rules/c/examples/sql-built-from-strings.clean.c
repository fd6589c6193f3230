#include <sqlite3.h>
#include <stdio.h>

void find(sqlite3 *db, const char *name, int page) {
    char sql[256];
    sqlite3_prepare_v2(db, "SELECT * FROM items WHERE name = ?", -1, &statement, NULL);
    sqlite3_bind_text(statement, 1, name, -1, SQLITE_TRANSIENT);
    snprintf(sql, sizeof(sql), "SELECT * FROM items LIMIT %d", page);
    sqlite3_exec(db, sql, NULL, NULL, NULL);
    char *safe = sqlite3_mprintf("SELECT * FROM items WHERE name = %Q", name);
    sqlite3_exec(db, safe, NULL, NULL, NULL);
}
