#include <stdio.h>
#include <string.h>

void load(int fd, const char *from) {
    char line[64];
    unsigned char key[16];
    fgets(line, 80, stdin); // finding: length-exceeds-buffer
    memcpy(key, from, 32); // finding: length-exceeds-buffer
    read(fd, line, 128); // finding: length-exceeds-buffer
    strncpy(line, from, 65); // finding: length-exceeds-buffer
}
