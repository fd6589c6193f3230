#include <seccomp.h>
#include <sys/syscall.h>
#include <unistd.h>

/// Opens an unnamed, close-on-exec memory file that libseccomp can export to.
///
/// Returns a descriptor that the caller closes, or -1 with errno. Swift sees memfd_create only
/// where _GNU_SOURCE was defined before its Glibc module was built.
static inline int sentinel_open_memory_file(void) {
  return (int)syscall(SYS_memfd_create, "filter", 1U /* MFD_CLOEXEC */);
}
