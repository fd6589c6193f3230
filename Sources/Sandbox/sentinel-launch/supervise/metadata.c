#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/openat2.h>
#include <linux/seccomp.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

#include "supervise.h"

// Landlock lets a process change modes, owners and times of everything that its user owns, wherever it
// lies. So where the payload has its caller's ids, the filter holds these calls, and the supervisor
// makes them: on a file that it has opened itself, once, and that lies where the payload may write. What
// the payload changes meanwhile, in its memory or of its names, can only lead to another file there.

enum change { MODE, OWNER, TIMES };

// How times are given: as nanoseconds, as microseconds, as seconds.
enum unit { NANOSECONDS, MICROSECONDS, SECONDS };

// Where a call has what; -1 where it has none.
struct form {
  int number;
  enum change change;
  enum unit unit;
  signed char folder, path, value, flags;
  bool is_about_link; // whether a link at the end is not followed
};

static const struct form forms[] = {
#ifdef SYS_chmod
    {SYS_chmod, MODE, 0, -1, 0, 1, -1, false},
    {SYS_chown, OWNER, 0, -1, 0, 1, -1, false},
    {SYS_lchown, OWNER, 0, -1, 0, 1, -1, true},
    {SYS_utime, TIMES, SECONDS, -1, 0, 1, -1, false},
    {SYS_utimes, TIMES, MICROSECONDS, -1, 0, 1, -1, false},
    {SYS_futimesat, TIMES, MICROSECONDS, 0, 1, 2, -1, false},
#endif
    {SYS_fchmod, MODE, 0, 0, -1, 1, -1, false},
    {SYS_fchmodat, MODE, 0, 0, 1, 2, -1, false},
#ifdef SYS_fchmodat2
    {SYS_fchmodat2, MODE, 0, 0, 1, 2, 3, false},
#endif
    {SYS_fchown, OWNER, 0, 0, -1, 1, -1, false},
    {SYS_fchownat, OWNER, 0, 0, 1, 2, 4, false},
    {SYS_utimensat, TIMES, NANOSECONDS, 0, 1, 2, 3, false},
};

static const struct form *find_form(int number) {
  for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
    if (forms[i].number == number) return &forms[i];
  return NULL;
}

// A read that ends at the end of a page may be shorter than asked for.
static int read_path(const struct run *run, pid_t process, uint64_t address,
                     char path[static PATH_MAX]) {
  enum { PAGE = 4096 };
  for (size_t count = 0; count < PATH_MAX;) {
    size_t room = PAGE - (address + count) % PAGE;
    if (room > PATH_MAX - count) room = PATH_MAX - count;
    const ssize_t read = read_payload_memory(run, process, address + count, path + count, room);
    if (read <= 0) return EFAULT;
    if (memchr(path + count, '\0', (size_t)read) != NULL) return 0;
    count += (size_t)read;
  }
  return ENAMETOOLONG;
}

// A descriptor of the payload's, or with AT_FDCWD its present folder, opened without any right.
static int open_of_process(pid_t process, int fd) {
  char name[64];
  if (fd == AT_FDCWD)
    snprintf(name, sizeof name, "/proc/%d/cwd", process);
  else
    snprintf(name, sizeof name, "/proc/%d/fd/%d", process, fd);
  const int opened = open(name, O_PATH | O_CLOEXEC);
  if (opened < 0 && errno == ENOENT) errno = fd == AT_FDCWD ? ENOENT : EBADF;
  return opened;
}

static bool is_below(const char *path, size_t length, const char *folder) {
  const size_t own = strlen(folder);
  return length > own && memcmp(path, folder, own) == 0 && path[own] == '/';
}

// What the file is called now; nobody but the payload moves anything there.
static bool is_writable(const struct plan *plan, int fd) {
  char name[64], path[PATH_MAX];
  snprintf(name, sizeof name, "/proc/self/fd/%d", fd);
  const ssize_t count = readlink(name, path, sizeof path);
  for (char **folder = plan->writable; count > 0 && *folder != NULL; folder++)
    if (is_below(path, (size_t)count, *folder)) return true;
  return false;
}

// A path of the payload's, opened beneath a folder that it may write to, whatever links and dots are on
// the way: of what lies elsewhere nobody hears through the supervisor whether it is there.
static int open_beneath_writable(const struct run *run, const char *path, bool follows) {
  for (size_t i = 0; run->plan->writable[i] != NULL; i++) {
    const char *folder = run->plan->writable[i];
    if (!is_below(path, strlen(path), folder)) continue;
    const char *rest = path + strlen(folder);
    while (*rest == '/') rest++;
    const int opened = open_beneath(run->writable[i].fd, *rest == '\0' ? "." : rest,
                                    O_PATH | (follows ? 0 : O_NOFOLLOW),
                                    RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS);
    if (opened < 0 && (errno == EXDEV || errno == EAGAIN)) errno = EPERM;
    return opened;
  }
  errno = EPERM;
  return -1;
}

// The file that a call is about; -1 with errno.
static int open_object(const struct run *run, const struct form *form, pid_t process,
                       const uint64_t *arguments) {
  char path[PATH_MAX], whole[2 * PATH_MAX + 2], name[64];
  const int folder = form->folder < 0 ? AT_FDCWD : (int)arguments[form->folder];
  const uint64_t flags = form->flags < 0 ? 0 : arguments[form->flags];
  const uint64_t address = form->path < 0 ? 0 : arguments[form->path];
  if ((flags & ~(uint64_t)(AT_SYMLINK_NOFOLLOW | AT_EMPTY_PATH)) != 0) {
    errno = EINVAL;
    return -1;
  }
  // futimens(3) gives no path at all.
  const bool is_descriptor = form->path < 0 || (address == 0 && form->change == TIMES);
  if (is_descriptor && folder < 0) {
    errno = EBADF;
    return -1;
  }
  if (is_descriptor) return open_of_process(process, folder);
  const int error = read_path(run, process, address, path);
  if (error != 0) {
    errno = error;
    return -1;
  }
  if (path[0] == '\0') {
    if ((flags & AT_EMPTY_PATH) != 0) return open_of_process(process, folder);
    errno = ENOENT;
    return -1;
  }
  const bool follows = !form->is_about_link && (flags & AT_SYMLINK_NOFOLLOW) == 0;
  if (path[0] == '/') return open_beneath_writable(run, path, follows);
  const int start = open_of_process(process, folder);
  if (start < 0) return -1;
  snprintf(name, sizeof name, "/proc/self/fd/%d", start);
  const ssize_t count = readlink(name, whole, PATH_MAX);
  close(start);
  if (count < 0) return -1;
  snprintf(whole + count, sizeof whole - (size_t)count, "/%s", path);
  return open_beneath_writable(run, whole, follows);
}

// The owner keeps what the supervisor needs to count the folders and compare the files: nothing else
// is lost by it. No file becomes set-id.
static int change_mode(const char *name, int fd, uint64_t mode) {
  struct stat status;
  if ((mode & (S_ISUID | S_ISGID)) != 0) return EPERM;
  if (fstat(fd, &status) < 0) return errno;
  if (S_ISDIR(status.st_mode)) mode |= S_IRWXU;
  if (S_ISREG(status.st_mode)) mode |= S_IRUSR;
  return chmod(name, (mode_t)mode & 07777) < 0 ? errno : 0;
}

// To whom it belongs already.
static int change_owner(uint64_t uid, uint64_t gid) {
  const bool keeps = ((uid_t)uid == (uid_t)-1 || (uid_t)uid == geteuid()) &&
                     ((gid_t)gid == (gid_t)-1 || (gid_t)gid == getegid());
  return keeps ? 0 : EPERM;
}

static int read_times(const struct run *run, const struct form *form, pid_t process,
                      uint64_t address, struct timespec times[static 2]) {
  int64_t numbers[4];
  const size_t size = form->unit == SECONDS ? 2 * sizeof *numbers : sizeof numbers;
  if (read_payload_memory(run, process, address, numbers, size) != (ssize_t)size) return EFAULT;
  for (size_t i = 0; i < 2; i++) {
    const int64_t part = form->unit == SECONDS ? 0 : numbers[2 * i + 1];
    times[i].tv_sec = form->unit == SECONDS ? numbers[i] : numbers[2 * i];
    if (form->unit == MICROSECONDS && (part < 0 || part > 999999)) return EINVAL;
    times[i].tv_nsec = form->unit == MICROSECONDS ? part * 1000 : part;
  }
  return 0;
}

static int change(const struct run *run, const struct form *form,
                  const struct seccomp_notif *request) {
  struct timespec times[2];
  char name[64];
  const uint64_t *arguments = (const uint64_t *)request->data.args;
  const uint64_t value = arguments[form->value];
  const pid_t process = (pid_t)request->pid;
  const bool is_timed = form->change == TIMES && value != 0;
  int error = is_timed ? read_times(run, form, process, value, times) : 0;
  const int fd = error == 0 ? open_object(run, form, process, arguments) : -1;
  if (fd < 0) return error != 0 ? error : errno;
  snprintf(name, sizeof name, "/proc/self/fd/%d", fd);
  // Only of a process that still waits was all of this read.
  if (ioctl(run->listener, SECCOMP_IOCTL_NOTIF_ID_VALID, &request->id) < 0)
    error = EINTR;
  else if (!is_writable(run->plan, fd))
    error = EPERM;
  else if (form->change == MODE)
    error = change_mode(name, fd, value);
  else if (form->change == OWNER)
    error = change_owner(value, arguments[form->value + 1]);
  else
    error = utimensat(AT_FDCWD, name, is_timed ? times : NULL, 0) < 0 ? errno : 0;
  close(fd);
  return error;
}

enum handling handle_metadata(const struct run *run, const struct seccomp_notif *request,
                              int *error) {
  const struct form *form = find_form(request->data.nr);
  if (!run->plan->minds_metadata || form == NULL) return REFUSED;
  *error = change(run, form, request);
  return *error == EPERM ? REFUSED : HANDLED;
}
