#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "probe.h"

// What Docker's default filter forbids whoever has no CAP_SYS_ADMIN, of what namespaces need.

enum { NEW_NAMESPACES = 0x7E020000 }; // every CLONE_NEW*

#define LOAD(field)                                                                              \
  BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (uint32_t)offsetof(struct seccomp_data, field))
#define ANSWER(error) BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (error))
// The call is answered with the errno; others go on behind it.
#define REFUSE(call, error) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (call), 0, 1), ANSWER(error)

// Executes the arguments where no namespace can be made.
int help_narrow(int argc, char *argv[]) {
  static struct sock_filter filter[] = {
      LOAD(nr),
      REFUSE(SYS_clone3, ENOSYS),
      REFUSE(SYS_unshare, EPERM),
      REFUSE(SYS_setns, EPERM),
      REFUSE(SYS_mount, EPERM),
      REFUSE(SYS_umount2, EPERM),
      REFUSE(SYS_fsopen, EPERM),
      REFUSE(SYS_fsmount, EPERM),
      REFUSE(SYS_open_tree, EPERM),
      REFUSE(SYS_move_mount, EPERM),
      REFUSE(SYS_pidfd_getfd, EPERM),
      REFUSE(SYS_keyctl, EPERM),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 0, 3),
      LOAD(args[0]),
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, NEW_NAMESPACES, 0, 1),
      ANSWER(EPERM),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  const struct sock_fprog program = {.len = COUNT(filter), .filter = filter};
  if (argc < 1) return 2;
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0 ||
      syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program) < 0) {
    perror("narrow");
    return 3;
  }
  execvp(argv[0], argv);
  return 127;
}
