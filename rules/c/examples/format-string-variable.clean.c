#include <stdio.h>
#include <syslog.h>

#define BANNER "shop\n"

void show(const char *text, const char *format, int number) {
    const char *title = "shop\n";
    printf(title);
    printf("%s", text);
    printf(BANNER);
    printf(format);
    printf("plain\n");
    syslog(LOG_ERR, "%s", text);
    fprintf(stderr, text, number);
}
