#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void open_user(const char *name) {
    char path[64];
    strcpy(path, name); // finding: copy-into-fixed-buffer
    strcat(path, name); // finding: copy-into-fixed-buffer
}

int main(int argc, char **argv) {
    char home[128] = "";
    char label[32];
    const char *value = getenv("SHOP_HOME");
    strcpy(home, value); // finding: copy-into-fixed-buffer
    sprintf(label, "item-%s", argv[1]); // finding: copy-into-fixed-buffer
    return 0;
}
