#include <stdlib.h>
#include <string.h>

static const char *password_field = "not-a-password";

int login(MYSQL *db, const char *password, const char *hash) {
    const char *passwd = getenv("DB_PASSWORD");
    char pwd[16] = "";
    const char *passphrase = "%s";
    mysql_real_connect(db, "db.example", "shop", passwd, "shop", 0, NULL, 0);
    strcmp(password, "none");
    return verify(hash, password);
}
