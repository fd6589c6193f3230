#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "count.h"
#include "supervise.h"

// Files without a name: what was removed but is still open, by the descriptors of all processes.

enum {
  OVERLAY_MAGIC = 0x794c7630,
  MOST_ANCESTORS = 1 << 16, // more than a run has processes
};

static bool is_counted_device(const struct counter *counter, dev_t device) {
  for (size_t i = 0; i < counter->device_count; i++)
    if (counter->devices[i] == device) return true;
  return false;
}

// A file is counted once, however many descriptors lead to it.
static struct seen {
  dev_t device;
  ino_t inode;
} seen[1 << 15];

static bool is_new(const struct stat *status) {
  enum { MOST = sizeof seen / sizeof *seen };
  for (size_t i = 0; i < MOST; i++) {
    struct seen *one = &seen[(status->st_ino + i) % MOST];
    if (one->inode == status->st_ino && one->device == status->st_dev) return false;
    if (one->inode != 0) continue;
    *one = (struct seen){.device = status->st_dev, .inode = status->st_ino};
    return true;
  }
  return true; // more files than there is room for are counted again
}

static void add_open_file(const struct counter *counter, struct count *count,
                          const struct stat *status, const struct statfs *system) {
  if (S_ISREG(status->st_mode) && status->st_nlink == 0 &&
      (system->f_type == OVERLAY_MAGIC || is_counted_device(counter, status->st_dev)) &&
      is_new(status))
    add_file(count, status);
}

// A process that may not be traced hides its descriptors from proc, not from its namespace's owner.
static void add_hidden_files(const struct counter *counter, struct count *count, int process) {
  int pidfd = (int)syscall(SYS_pidfd_open, process, 0);
  for (unsigned i = 0; pidfd >= 0 && i < counter->open_files; i++) {
    struct stat status;
    struct statfs system;
    int fd = (int)syscall(SYS_pidfd_getfd, pidfd, i, 0);
    if (fd < 0) continue;
    if (fstat(fd, &status) == 0 && fstatfs(fd, &system) == 0)
      add_open_file(counter, count, &status, &system);
    close(fd);
  }
  if (pidfd >= 0) close(pidfd);
}

static void add_files_of(const struct counter *counter, struct count *count, int process,
                         const char *thread) {
  char path[96];
  snprintf(path, sizeof path, "/proc/%d/task/%.20s/fd", process, thread);
  DIR *directory = opendir(path);
  if (directory == NULL) {
    if (counter->space != NULL) add_hidden_files(counter, count, process);
    return;
  }
  for (struct dirent *entry; (entry = readdir(directory)) != NULL;) {
    struct stat status;
    struct statfs system;
    snprintf(path, sizeof path, "/proc/%d/task/%.20s/fd/%.20s", process, thread, entry->d_name);
    if (entry->d_name[0] != '.' && stat(path, &status) == 0 && statfs(path, &system) == 0)
      add_open_file(counter, count, &status, &system);
  }
  closedir(directory);
}

// A thread may have descriptors of its own, and outlive the first.
static void add_files_of_process(const struct counter *counter, struct count *count,
                                 int process) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/task", process);
  DIR *threads = opendir(path);
  if (threads == NULL) return;
  for (struct dirent *entry; (entry = readdir(threads)) != NULL;)
    if (entry->d_name[0] != '.') add_files_of(counter, count, process, entry->d_name);
  closedir(threads);
}

// Whether a process is below the keeper, where no namespace tells it from others.
static bool is_kept(int process, int keeper) {
  for (int depth = 0; depth < MOST_ANCESTORS && process > 1; depth++) {
    char path[32], text[512];
    if (process == keeper) return true;
    snprintf(path, sizeof path, "/proc/%d/stat", process);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    const ssize_t count = fd < 0 ? -1 : read(fd, text, sizeof text - 1);
    if (fd >= 0) close(fd);
    if (count <= 0) return false;
    text[count] = '\0';
    const char *field = strrchr(text, ')');
    if (field == NULL || sscanf(field + 1, " %*c %d", &process) != 1) return false;
  }
  return false;
}

void add_open_files(const struct counter *counter, struct count *count) {
  DIR *directory = opendir("/proc");
  if (directory == NULL) return;
  memset(seen, 0, sizeof seen);
  for (struct dirent *entry; (entry = readdir(directory)) != NULL;) {
    struct stat status;
    char path[64];
    int process = atoi(entry->d_name);
    if (process <= 0) continue;
    if (counter->space == NULL) {
      if (is_kept(process, counter->keeper)) add_files_of_process(counter, count, process);
      continue;
    }
    snprintf(path, sizeof path, "/proc/%d/ns/pid", process);
    if (stat(path, &status) == 0 && status.st_ino == counter->space->st_ino &&
        status.st_dev == counter->space->st_dev)
      add_files_of_process(counter, count, process);
  }
  closedir(directory);
}
