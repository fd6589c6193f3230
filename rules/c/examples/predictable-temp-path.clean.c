#include <fcntl.h>
#include <stdio.h>

void report(const char *folder, const char *path) {
    fopen("/tmp/report.csv", "r");
    open("/tmp/shop.pid", O_WRONLY | O_CREAT | O_EXCL, 0600);
    open("/tmp/shop.pid", O_RDONLY);
    fopen("/var/lib/shop/report.csv", "w");
    fopen(path, "w");
}
