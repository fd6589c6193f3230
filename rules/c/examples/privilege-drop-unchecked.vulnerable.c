#include <grp.h>
#include <unistd.h>

void drop(uid_t user, gid_t group) {
    setgroups(0, NULL); // finding: privilege-drop-unchecked
    setgid(group); // finding: privilege-drop-unchecked
    setuid(user); // finding: privilege-drop-unchecked
    if (user != 0) {
        seteuid(getuid()); // finding: privilege-drop-unchecked
    }
}
