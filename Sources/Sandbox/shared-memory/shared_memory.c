// Named memory and semaphores of POSIX in a folder of the caller's own, in place of /dev/shm.
//
// The C library's have that one name for all programs of a machine. Where a sandbox has no view of its own,
// the folder is everybody's and therefore closed; a payload that preloads this library has its own, which
// SENTINEL_SHARED_MEMORY names. It serves the payload alone: nothing is kept from anybody by it.

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <semaphore.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define EXPORTED __attribute__((visibility("default")))

// A name is one component with slashes before it (shm_overview(7)).
static bool place(char path[PATH_MAX], const char *prefix, const char *name) {
  const char *folder = secure_getenv("SENTINEL_SHARED_MEMORY");
  if (folder == NULL) folder = "/dev/shm";
  while (*name == '/') name++;
  if (*name == '\0' || strchr(name, '/') != NULL) {
    errno = EINVAL;
    return false;
  }
  if (strlen(name) > NAME_MAX - 16 ||
      snprintf(path, PATH_MAX, "%s/%s%s", folder, prefix, name) >= PATH_MAX) {
    errno = ENAMETOOLONG;
    return false;
  }
  return true;
}

static int remove_named(const char *prefix, const char *name) {
  char path[PATH_MAX];
  if (!place(path, prefix, name)) return -1;
  const int removed = unlink(path);
  if (removed < 0 && errno == EPERM) errno = EACCES;
  return removed;
}

EXPORTED int shm_open(const char *name, int flags, mode_t mode) {
  char path[PATH_MAX];
  return place(path, "", name) ? open(path, flags | O_NOFOLLOW | O_CLOEXEC, mode) : -1;
}

EXPORTED int shm_unlink(const char *name) { return remove_named("", name); }

static sem_t *map(int fd) {
  void *memory = mmap(NULL, sizeof(sem_t), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  return memory == MAP_FAILED ? SEM_FAILED : memory;
}

// Whole before it has its name, so that nobody sees half of it.
static sem_t *make(const char *path, mode_t mode, unsigned value) {
  char temporary[PATH_MAX + 8];
  sem_t fresh, *made = SEM_FAILED;
  memset(&fresh, 0, sizeof fresh);
  if (sem_init(&fresh, 1, value) < 0) return SEM_FAILED;
  snprintf(temporary, sizeof temporary, "%s.XXXXXX", path);
  const int fd = mkostemp(temporary, O_CLOEXEC);
  if (fd < 0) return SEM_FAILED;
  // A sandbox may leave modes alone; then it is the owner's, as it was made.
  if (mode != 0600) (void)!fchmod(fd, mode);
  if (write(fd, &fresh, sizeof fresh) == (ssize_t)sizeof fresh) made = map(fd);
  int error = errno;
  if (made != SEM_FAILED && link(temporary, path) < 0) {
    error = errno;
    munmap(made, sizeof fresh);
    made = SEM_FAILED;
  }
  unlink(temporary);
  close(fd);
  errno = error;
  return made;
}

EXPORTED sem_t *sem_open(const char *name, int flags, ...) {
  char path[PATH_MAX];
  if (!place(path, "sem.", name)) return SEM_FAILED;
  for (;;) {
    if ((flags & O_EXCL) == 0 || (flags & O_CREAT) == 0) {
      const int fd = open(path, O_RDWR | O_NOFOLLOW | O_CLOEXEC);
      if (fd >= 0) {
        sem_t *found = map(fd);
        close(fd);
        return found;
      }
      if (errno != ENOENT || (flags & O_CREAT) == 0) return SEM_FAILED;
    }
    va_list list;
    va_start(list, flags);
    const mode_t mode = va_arg(list, mode_t);
    const unsigned value = va_arg(list, unsigned);
    va_end(list);
    sem_t *made = make(path, mode, value);
    if (made != SEM_FAILED || errno != EEXIST || (flags & O_EXCL) != 0) return made;
  }
}

EXPORTED int sem_close(sem_t *semaphore) { return munmap(semaphore, sizeof *semaphore); }

EXPORTED int sem_unlink(const char *name) { return remove_named("sem.", name); }
