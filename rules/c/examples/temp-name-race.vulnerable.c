#include <stdio.h>
#include <stdlib.h>

void report(void) {
    char pattern[] = "/tmp/reportXXXXXX";
    FILE *file = fopen(mktemp(pattern), "w"); // finding: temp-name-race
    char *name = tmpnam(NULL); // finding: temp-name-race
    char *other = tempnam("/var/tmp", "rep"); // finding: temp-name-race
    fopen(name, "w");
    fopen(other, "w");
}
