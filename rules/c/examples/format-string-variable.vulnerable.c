#include <stdio.h>
#include <syslog.h>

struct item { char *note; };

void show(const char *text, struct item *item, char *out) {
    printf(text); // finding: format-string-variable
    fprintf(stderr, item->note); // finding: format-string-variable
    syslog(LOG_ERR, text); // finding: format-string-variable
    snprintf(out, 20, text); // finding: format-string-variable
}
