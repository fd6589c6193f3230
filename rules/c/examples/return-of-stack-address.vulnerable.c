#include <stdio.h>

char *label(int number) { // finding: return-of-stack-address
    char text[32];
    snprintf(text, sizeof(text), "item-%d", number);
    return text;
}

int *counter(void) { // finding: return-of-stack-address
    int count = 0;
    return &count;
}

const char *path(void) { // finding: return-of-stack-address
    char buffer[16] = "/srv";
    return buffer;
}
