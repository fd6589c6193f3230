#include <stdio.h>
#include <string.h>

void load(int fd, const char *from, size_t length) {
    char line[64];
    unsigned char key[16];
    fgets(line, 64, stdin);
    memcpy(key, from, sizeof(key));
    memcpy(key, from, 16);
    read(fd, line, length);
    snprintf(line, sizeof(line), "%d", 128);
}
