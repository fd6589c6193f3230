#include <stdlib.h>
#include <unistd.h>

int drop(uid_t user, gid_t group) {
    if (setgid(group) != 0 || setuid(user) != 0) {
        abort();
    }
    int result = seteuid(user);
    seteuid(0);
    config.setuid(user);
    return result == 0 ? setregid(group, group) : -1;
}
