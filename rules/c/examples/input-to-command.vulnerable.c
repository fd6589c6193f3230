#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <dlfcn.h>

void serve(int fd) {
    char line[128];
    recv(fd, line, sizeof(line) - 1, 0);
    system(line); // finding: input-to-command
    fgets(line, sizeof(line), stdin);
    popen(line, "r"); // finding: input-to-command
    read(fd, line, sizeof(line));
    dlopen(line, RTLD_NOW); // finding: input-to-command
}
