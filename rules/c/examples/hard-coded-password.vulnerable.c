#include <mysql.h>
#include <string.h>

static const char *db_password = "not-a-real-one-1"; // finding: hard-coded-password

int login(MYSQL *db, const char *password) {
    char passwd[] = "not-a-real-one-2"; // finding: hard-coded-password
    mysql_real_connect(db, "db.example", "shop", "not-a-real-one-3", "shop", 0, NULL, 0); // finding: hard-coded-password
    if (strcmp(password, "not-a-real-one-4") == 0) { // finding: hard-coded-password
        return 1;
    }
    return strcmp(password, passwd);
}
