#include <stdio.h>

int main(void) {
    char line[80];
    char path[64];
    gets(line); // finding: gets-call
    if (gets(line) == NULL) { // finding: gets-call
        return 1;
    }
    char *p = path;
    getwd(p); // finding: gets-call
    return 0;
}
