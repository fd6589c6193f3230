#include <stdlib.h>

void generate_token(char *out) {
    for (int i = 0; i < 16; i++) {
        out[i] = 'a' + rand() % 26; // finding: weak-random-for-secret
    }
}

void start(struct session *session, unsigned char *iv) {
    session->nonce = random(); // finding: weak-random-for-secret
    for (int i = 0; i < 16; i++) {
        iv[i] = rand() & 0xff; // finding: weak-random-for-secret
    }
}
