#include <string.h>

void store(const char *name) {
    char buffer[32];
    strncpy(buffer, name, sizeof(buffer));
    buffer[sizeof(buffer) - 1] = '\0';
}

void other(struct item *item) {
    char label[16];
    strncpy(label, item->name, sizeof(label) - 1);
    strncpy(item->name, label, sizeof(item->name));
    strlcpy(label, item->name, sizeof(label));
    strncpy(label, "fixed", sizeof(label));
}
