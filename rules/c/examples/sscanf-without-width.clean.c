#include <stdio.h>

int parse(const char *line, char *out) {
    char key[32];
    int n;
    sscanf(line, "%31s", key);
    sscanf(line, "%d", &n);
    sscanf(line, "%s", out);
    sscanf(line, "%*s %d", &n);
    return sscanf(line, "%31[^=]=", key);
}
