#include <fcntl.h>
#include <stdio.h>

static const char *LOCK = "/tmp/shop.lock";

void report(void) {
    FILE *file = fopen("/tmp/report.csv", "w"); // finding: predictable-temp-path
    open("/var/tmp/shop.pid", O_WRONLY | O_CREAT | O_TRUNC, 0600); // finding: predictable-temp-path
    freopen("/tmp/shop.log", "a", stderr); // finding: predictable-temp-path
}
