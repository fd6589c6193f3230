#include <stdlib.h>
#include <sys/random.h>

void generate_token(char *out) {
    getrandom(out, 16, 0);
}

int backoff(void) {
    int delay = rand() % 1000;
    int color = random() % 16;
    int index = rand() % 4;
    return delay + color + index;
}
