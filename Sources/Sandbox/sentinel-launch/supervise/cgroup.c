#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "supervise.h"
#include "throttling.h"

// A group's folder is locked (flock) for as long as its supervisor lives. A folder of this user with a
// name of the form that we give, and that nobody holds, is a leftover; others may begin theirs with the
// same word. The parent's lock keeps a sweep away from a group that was made but is not locked yet.

static const char prefix[] = "sentinel-";

static int write_at(int directory, const char *file, const char *value) {
  int fd = openat(directory, file, O_WRONLY | O_CLOEXEC | O_NOFOLLOW);
  if (fd < 0) return -1;
  ssize_t count = write(fd, value, strlen(value));
  int error = errno;
  close(fd);
  errno = error;
  return count == (ssize_t)strlen(value) ? 0 : -1;
}

int read_cgroup(int cgroup, const char *file, char *buffer, size_t size) {
  int fd = openat(cgroup, file, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
  if (fd < 0) return -1;
  ssize_t count = read(fd, buffer, size - 1);
  close(fd);
  if (count < 0) return -1;
  buffer[count] = '\0';
  return 0;
}

bool read_cgroup_number(int cgroup, const char *file, const char *key, uint64_t *number) {
  char buffer[2048];
  if (cgroup < 0 || read_cgroup(cgroup, file, buffer, sizeof buffer) < 0) return false;
  size_t length = strlen(key);
  for (char *line = buffer; line != NULL && *line != '\0';) {
    if (strncmp(line, key, length) == 0 && (length == 0 || line[length] == ' ')) {
      *number = strtoull(line + length, NULL, 10);
      return true;
    }
    line = strchr(line, '\n');
    if (line != NULL) line++;
  }
  return false;
}

// Somebody else's lock on the parent may delay a start, never prevent it: while a stranger holds it
// no sweep of ours can run either.
static void lock_parent(int parent_fd) {
  for (int attempt = 0; attempt < 200; attempt++) {
    if (flock(parent_fd, LOCK_SH | LOCK_NB) == 0) return;
    nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
  }
}

static int create_one(const struct plan *plan, struct cgroup_entry *entry, const char *name) {
  entry->parent_fd = open(entry->parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
  if (entry->parent_fd < 0) return -1;
  sweep_cgroups(plan, entry->parent_fd);
  lock_parent(entry->parent_fd);
  if (mkdirat(entry->parent_fd, name, 0755) < 0) return -1;
  strcpy(entry->name, name);
  entry->fd = openat(entry->parent_fd, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
  if (entry->fd < 0) return -1;
  // Without its lock the next start would take the group for a leftover.
  if (flock(entry->fd, LOCK_EX | LOCK_NB) < 0) return -1;
  return flock(entry->parent_fd, LOCK_UN);
}

// sentinel-PID-16 hexadecimal digits, or sentinel-PID-self for a command line's own.
static bool is_name_of_ours(const char *name) {
  static const char digits[] = "0123456789abcdef";
  if (strncmp(name, prefix, sizeof prefix - 1) != 0) return false;
  name += sizeof prefix - 1;
  const size_t process = strspn(name, "0123456789");
  if (process == 0 || name[process] != '-') return false;
  name += process + 1;
  return strcmp(name, "self") == 0 || (strlen(name) == 16 && strspn(name, digits) == 16);
}

int create_cgroups(struct plan *plan, int version) {
  static uint64_t random;
  char name[sizeof plan->cgroups->name];
  if (random == 0 && getrandom(&random, sizeof random, 0) != (ssize_t)sizeof random)
    return failed(SENTINEL_STAGE_CGROUP, "random");
  snprintf(name, sizeof name, "%s%d-%016llx", prefix, getpid(), (unsigned long long)random);
  for (size_t i = 0; i < plan->cgroup_count; i++) {
    struct cgroup_entry *entry = &plan->cgroups[i];
    if (entry->version != version) continue;
    if (create_one(plan, entry, name) < 0) return failed(SENTINEL_STAGE_CGROUP, entry->parent);
    for (size_t j = 0; j < entry->setting_count; j++)
      if (write_at(entry->fd, entry->settings[j].file, entry->settings[j].value) < 0)
        return failed(SENTINEL_STAGE_CGROUP, entry->settings[j].file);
  }
  return 0;
}

// The v2 group is entered by clone3 itself; into the others the child moves itself before it starts
// working. Whoever moves another process waits until every process of the machine is between two
// forks, some ten milliseconds (cgroup_procs_write_start in kernel/cgroup/cgroup.c).
int send_cgroups(const struct plan *plan, int socket) {
  for (size_t i = 0; i < plan->cgroup_count; i++) {
    const struct cgroup_entry *entry = &plan->cgroups[i];
    if (entry->version != 1) continue;
    int tasks = openat(entry->fd, "tasks", O_WRONLY | O_CLOEXEC | O_NOFOLLOW);
    if (tasks < 0 || send_record(socket, "g", 1, tasks) < 0)
      return failed(SENTINEL_STAGE_CGROUP, entry->parent);
    close(tasks);
  }
  return 0;
}

int v2_cgroup(const struct plan *plan) {
  for (size_t i = 0; i < plan->cgroup_count; i++)
    if (plan->cgroups[i].version == 2) return plan->cgroups[i].fd;
  return -1;
}

void relax_cgroups(const struct plan *plan) {
  for (size_t i = 0; i < plan->cgroup_count; i++)
    if (plan->cgroups[i].holds_io && plan->cgroups[i].fd >= 0)
      sentinel_lift_throttling(plan->cgroups[i].fd);
}

void kill_cgroups(const struct plan *plan) {
  int fd = v2_cgroup(plan);
  if (fd >= 0) write_at(fd, "cgroup.kill", "1");
}

// A group is busy for a moment after its last process was reaped.
static void remove_one(int parent_fd, const char *name) {
  for (int attempt = 0; attempt < 400; attempt++) {
    if (unlinkat(parent_fd, name, AT_REMOVEDIR) == 0 || errno != EBUSY) return;
    nanosleep(&(struct timespec){.tv_nsec = attempt < 20 ? 200000 : 5000000}, NULL);
  }
}

void remove_cgroups(struct plan *plan) {
  for (size_t i = 0; i < plan->cgroup_count; i++) {
    struct cgroup_entry *entry = &plan->cgroups[i];
    if (entry->name[0] != '\0') remove_one(entry->parent_fd, entry->name);
    if (entry->fd >= 0) close(entry->fd);
    // Once more at the end: a supervisor that was killed just before this start is dead by now.
    if (entry->parent_fd >= 0) sweep_cgroups(plan, entry->parent_fd);
    if (entry->parent_fd >= 0) close(entry->parent_fd);
    entry->fd = entry->parent_fd = -1;
    entry->name[0] = '\0';
  }
}

// The first process of a run that was killed may still be on its way out, with the lock in hand.
static bool is_owner_dead(const char *name) {
  char path[32], text[256];
  int process = atoi(name + sizeof prefix - 1);
  snprintf(path, sizeof path, "/proc/%d/stat", process);
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return errno == ENOENT;
  ssize_t count = read(fd, text, sizeof text - 1);
  close(fd);
  text[count < 0 ? 0 : count] = '\0';
  const char *state = strrchr(text, ')');
  return count <= 0 || (state != NULL && (state[2] == 'Z' || state[2] == 'X'));
}

static bool lock_leftover(int fd, const char *name) {
  if (flock(fd, LOCK_EX | LOCK_NB) == 0) return true;
  if (!is_owner_dead(name)) return false;
  for (int attempt = 0; attempt < 50; attempt++) {
    nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
    if (flock(fd, LOCK_EX | LOCK_NB) == 0) return true;
  }
  return false;
}

// A start holds the parent's lock for microseconds; only a leftover is worth waiting for.
static bool lock_parent_alone(int fd, bool patiently) {
  for (int attempt = 0; attempt < (patiently ? 50 : 1); attempt++) {
    if (flock(fd, LOCK_EX | LOCK_NB) == 0) return true;
    if (patiently) nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
  }
  return false;
}

// Calls `visit` with the name of every group of ours until it wants no more: without a stream,
// which every start would pay for.
static bool visit_groups(int parent_fd, bool (*visit)(int parent_fd, const char *name)) {
  _Alignas(struct directory_entry) char buffer[4096];
  if (lseek(parent_fd, 0, SEEK_SET) < 0) return false;
  for (ssize_t count; (count = syscall(SYS_getdents64, parent_fd, buffer, sizeof buffer)) > 0;)
    for (ssize_t at = 0; at < count;) {
      const struct directory_entry *entry =
          (const struct directory_entry *)(const void *)(buffer + at);
      if (is_name_of_ours(entry->name) && visit(parent_fd, entry->name)) return true;
      at += entry->length;
    }
  return false;
}

static bool is_any(int parent_fd, const char *name) {
  (void)parent_fd;
  return name[0] != '\0';
}

static bool is_dead(int parent_fd, const char *name) {
  (void)parent_fd;
  return is_owner_dead(name);
}

static bool sweep_one(int parent_fd, const char *name) {
  int fd = openat(parent_fd, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
  struct stat status;
  if (fd < 0) return false;
  if (fstat(fd, &status) == 0 && status.st_uid == geteuid() && lock_leftover(fd, name)) {
    sentinel_lift_throttling(fd);
    write_at(fd, "cgroup.kill", "1");
    remove_one(parent_fd, name);
  }
  close(fd);
  return false;
}

// The groups of a killed run hold the same processes, and in version 1 only one of them the limit
// that delays their end.
static void sweep_throttled(const struct plan *plan) {
  static bool done;
  if (done || plan->io_parent[0] == '\0') return;
  done = true;
  int fd = open(plan->io_parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
  if (fd < 0) return;
  if (lock_parent_alone(fd, true)) visit_groups(fd, sweep_one);
  close(fd);
}

void sweep_cgroups(const struct plan *plan, int parent_fd) {
  if (!visit_groups(parent_fd, is_any)) return;
  bool dead = visit_groups(parent_fd, is_dead);
  if (dead) sweep_throttled(plan);
  int fd = openat(parent_fd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return;
  if (lock_parent_alone(fd, dead)) visit_groups(fd, sweep_one);
  close(fd);
}
