#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

void list(const char *folder, int number) {
    char command[256];
    system("ls -l /srv");
    snprintf(command, sizeof(command), "kill %d", number);
    system(command);
    execl("/bin/ls", "ls", "-l", "--", folder, NULL);
    snprintf(command, sizeof(command), "listing %s", folder);
    puts(command);
}
