#include <stdio.h>

int parse(const char *line) {
    char key[32];
    char value[64] = "";
    int n;
    sscanf(line, "%s", key); // finding: sscanf-without-width
    sscanf(line, "%d:%s", &n, value); // finding: sscanf-without-width
    return sscanf(line, "%[^=]=", key); // finding: sscanf-without-width
}
