#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void list(const char *folder) {
    char command[256];
    snprintf(command, sizeof(command), "ls -l %s", folder);
    system(command); // finding: shell-built-command
    strcpy(command, "du -s ");
    strcat(command, folder);
    FILE *out = popen(command, "r"); // finding: shell-built-command
}

void editor(void) {
    const char *program = getenv("SHOP_EDITOR");
    system(program); // finding: shell-built-command
}
