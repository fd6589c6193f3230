#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/capability.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "launch.h"

// The disk limit of what shares a file system with others, an upper layer and every place of the
// host that the payload may write to, where no quota can be had without host root. A process of its
// own counts them again and again: it may take as long as it needs, and in the sandbox's user
// namespace it may look into folders that the payload closed. It counts what the trees hold beyond
// what they held before and what was removed but is still open; not what is only mapped.

enum {
  REST_MILLISECONDS = 50,
  REST_FACTOR = 4, // at most a fifth of one processor
  DEEPEST = 512,   // one descriptor a level; nothing useful is nested deeper
  FEWEST_ENTRIES = 16384,
  ENTRY_BYTES = 4096, // the same ratio that a layer in memory is limited to
  OVERLAY_MAGIC = 0x794c7630,
  MOST_ANCESTORS = 1 << 16, // more than a run has processes
};

enum { FD_END, FD_NAMESPACE, FD_PLACES };

struct count {
  uint64_t bytes, entries;
  bool has_set_id, is_partial;
};

struct counter {
  uint64_t limit_bytes, limit_entries, open_files;
  int keeper; // without namespaces
  bool distrusts_closed;  // a folder that cannot be entered counts as full
  bool distrusts_sockets; // so does a socket in which descriptors wait
};

// Shared with the supervisor.
static _Atomic uint64_t *counted;

// The sandbox's namespaces, taken while its first process waits: a short run may end before it is
// counted.
static int user_namespace = -1;
static struct stat process_namespace;

static bool is_over(const struct counter *counter, const struct count *count) {
  return count->bytes > counter->limit_bytes || count->entries > counter->limit_entries;
}

static bool is_dot(const char *name) {
  return name[0] == '.' && (name[1] == '\0' || (name[1] == '.' && name[2] == '\0'));
}

// A file with several names is counted by shares.
static void add_file(struct count *count, const struct stat *status) {
  const mode_t set_gid = S_ISGID | S_IXGRP; // without the second it only asks for locks
  if (S_ISREG(status->st_mode) &&
      ((status->st_mode & S_ISUID) != 0 || (status->st_mode & set_gid) == set_gid))
    count->has_set_id = true;
  count->entries++;
  count->bytes +=
      (uint64_t)status->st_blocks * 512 / (status->st_nlink == 0 ? 1 : status->st_nlink);
}

static void add_folder(const struct counter *counter, struct count *count, int folder, int depth);

static void add_entry(const struct counter *counter, struct count *count, int folder,
                      const char *name, int depth) {
  struct stat status;
  if (fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) < 0) {
    count->is_partial |= errno != ENOENT;
    return;
  }
  if (!S_ISDIR(status.st_mode)) {
    add_file(count, &status);
    return;
  }
  count->entries++;
  count->bytes += (uint64_t)status.st_blocks * 512;
  int child = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (depth >= DEEPEST) {
    count->entries = UINT64_MAX;
    if (child >= 0) close(child);
  } else if (child >= 0)
    add_folder(counter, count, child, depth + 1);
  else { // what only its owner may enter is as closed to the payload
    if (counter->distrusts_closed && errno == EACCES) count->entries = UINT64_MAX;
    count->is_partial |= errno != ENOENT && (status.st_mode & (S_IXGRP | S_IXOTH)) != 0;
  }
}

// Takes `folder` over. Stops early when the limit is passed, so that a walk is never longer than
// the limit allows. What vanishes on the way is not counted.
static void add_folder(const struct counter *counter, struct count *count, int folder, int depth) {
  DIR *directory = fdopendir(folder);
  if (directory == NULL) {
    count->is_partial = true;
    close(folder);
    return;
  }
  errno = 0;
  for (struct dirent *entry; !is_over(counter, count) && (entry = readdir(directory)) != NULL;
       errno = 0)
    if (!is_dot(entry->d_name)) add_entry(counter, count, folder, entry->d_name, depth);
  count->is_partial |= errno != 0;
  closedir(directory);
}

// `place` is a file or folder, opened without any right.
static void add_place(const struct counter *counter, struct count *count, int place) {
  struct stat status;
  if (fstat(place, &status) < 0) {
    count->is_partial = true;
    return;
  }
  if (!S_ISDIR(status.st_mode)) {
    add_file(count, &status);
    return;
  }
  int folder = openat(place, ".", O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (folder >= 0)
    add_folder(counter, count, folder, 0);
  else
    count->is_partial = true;
}

int survey_writable(int place, struct holding *holding) {
  const struct counter unlimited = {.limit_bytes = UINT64_MAX, .limit_entries = UINT64_MAX - 1};
  struct count count = {0};
  add_place(&unlimited, &count, place);
  *holding = (struct holding){.bytes = count.bytes, .entries = count.entries};
  errno = count.has_set_id ? EPERM : EACCES;
  return count.has_set_id || count.is_partial || count.entries == UINT64_MAX ? -1 : 0;
}

bool has_upper_on_disk(const struct plan *plan) {
  for (size_t i = 0; i < plan->mount_count; i++)
    if (plan->mounts[i].kind == MOUNT_OVERLAY && plan->mounts[i].upper != NULL &&
        plan->mounts[i].upper[0] != '\0')
      return true;
  return false;
}

// --- Files without a name
// ---------------------------------------------------------------------------

// The file systems of the places that are counted, but for the upper layer's, which shows as the
// overlay above it.
static dev_t devices[MOST_WRITABLE];
static size_t device_count;

static bool is_counted_device(dev_t device) {
  for (size_t i = 0; i < device_count; i++)
    if (devices[i] == device) return true;
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

static void add_open_file(struct count *count, const struct stat *status,
                          const struct statfs *system) {
  if (S_ISREG(status->st_mode) && status->st_nlink == 0 &&
      (system->f_type == OVERLAY_MAGIC || is_counted_device(status->st_dev)) && is_new(status))
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
      add_open_file(count, &status, &system);
    close(fd);
  }
  if (pidfd >= 0) close(pidfd);
}

// Whether descriptors wait in a socket, where nobody can count what they lead to. The filter and the
// supervisor let none be sent: whoever has got past them has changed a message under their eyes.
static bool holds_descriptors(int process, const char *thread, const char *descriptor) {
  char path[96], text[1024];
  snprintf(path, sizeof path, "/proc/%d/task/%.20s/fdinfo/%.20s", process, thread, descriptor);
  const int fd = open(path, O_RDONLY | O_CLOEXEC);
  const ssize_t count = fd < 0 ? -1 : read(fd, text, sizeof text - 1);
  if (fd >= 0) close(fd);
  if (count < 0) return false;
  text[count] = '\0';
  const char *line = strstr(text, "scm_fds:");
  return line != NULL && strtoul(line + strlen("scm_fds:"), NULL, 10) > 0;
}

static void add_files_of(const struct counter *counter, struct count *count, int process,
                         const char *thread) {
  char path[96];
  snprintf(path, sizeof path, "/proc/%d/task/%.20s/fd", process, thread);
  DIR *directory = opendir(path);
  if (directory == NULL) {
    if (user_namespace >= 0) add_hidden_files(counter, count, process);
    return;
  }
  for (struct dirent *entry; (entry = readdir(directory)) != NULL;) {
    struct stat status;
    struct statfs system;
    snprintf(path, sizeof path, "/proc/%d/task/%.20s/fd/%.20s", process, thread, entry->d_name);
    if (entry->d_name[0] == '.' || stat(path, &status) < 0) continue;
    if (S_ISSOCK(status.st_mode) && counter->distrusts_sockets &&
        holds_descriptors(process, thread, entry->d_name))
      count->entries = UINT64_MAX;
    if (statfs(path, &system) == 0) add_open_file(count, &status, &system);
  }
  closedir(directory);
}

// A thread may have descriptors of its own, and outlive the first.
static void add_open_files(const struct counter *counter, struct count *count, int process) {
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

static void add_processes(const struct counter *counter, struct count *count) {
  DIR *directory = opendir("/proc");
  if (directory == NULL) return;
  memset(seen, 0, sizeof seen);
  for (struct dirent *entry; (entry = readdir(directory)) != NULL;) {
    struct stat status;
    char path[64];
    int process = atoi(entry->d_name);
    if (process <= 0) continue;
    if (user_namespace < 0) {
      if (is_kept(process, counter->keeper)) add_open_files(counter, count, process);
      continue;
    }
    snprintf(path, sizeof path, "/proc/%d/ns/pid", process);
    if (stat(path, &status) == 0 && status.st_ino == process_namespace.st_ino &&
        status.st_dev == process_namespace.st_dev)
      add_open_files(counter, count, process);
  }
  closedir(directory);
}

// --- The process
// --------------------------------------------------------------------------------------

static uint64_t beyond(uint64_t now, uint64_t before) {
  return now > before ? now - before : 0;
}

static void count_once(const struct counter *counter, const struct writable *places,
                       size_t place_count) {
  struct count count = {0};
  for (size_t i = 0; i < place_count && !is_over(counter, &count); i++) {
    const struct holding *before = &places[i].before;
    const struct counter own = {.limit_bytes = before->bytes + counter->limit_bytes,
                                .limit_entries = before->entries + counter->limit_entries};
    struct count held = {0};
    add_place(&own, &held, places[i].fd);
    count.bytes += beyond(held.bytes, before->bytes);
    count.entries += beyond(held.entries, before->entries);
  }
  if (!is_over(counter, &count)) add_processes(counter, &count);
  bool is_crowded = count.entries > counter->limit_entries && count.bytes <= counter->limit_bytes;
  atomic_store(counted, is_crowded ? counter->limit_bytes + 1 : count.bytes);
}

// The upper layer, if it is on disk, and the host's places, by the numbers that they get.
static size_t take_places(const struct run *run, struct writable *places) {
  size_t count = 0;
  if (has_upper_on_disk(run->plan)) places[count++] = (struct writable){.fd = run->upper};
  for (size_t i = 0; i < run->writable_count; i++) {
    struct stat status;
    places[count++] = run->writable[i];
    if (fstat(run->writable[i].fd, &status) < 0) _exit(1);
    devices[device_count++] = status.st_dev;
  }
  return count;
}

static void keep_only(struct writable *places, size_t place_count, int end) {
  // Without namespaces the end's number stands for both.
  int lifted[FD_PLACES + MOST_WRITABLE + 1] = {end, user_namespace < 0 ? end : user_namespace};
  const int kept = FD_PLACES + (int)place_count;
  for (int i = FD_PLACES; i < kept; i++) lifted[i] = places[i - FD_PLACES].fd;
  for (int i = 0; i < kept; i++) lifted[i] = fcntl(lifted[i], F_DUPFD_CLOEXEC, 64);
  for (int i = 0; i < kept; i++)
    if (lifted[i] < 0 || dup2(lifted[i], i) < 0) _exit(1);
  for (int i = FD_PLACES; i < kept; i++) places[i - FD_PLACES].fd = i;
  if (syscall(SYS_close_range, kept, ~0U, 0) < 0) _exit(1);
}

// The payload's ids, in its user namespace, with two capabilities that reach no further than it
// does.
static void enter_namespace(const struct plan *plan) {
  static const cap_value_t kept[] = {CAP_DAC_READ_SEARCH, CAP_SYS_PTRACE};
  if (setresgid(plan->inside_gid, plan->inside_gid, plan->inside_gid) < 0 ||
      setresuid(plan->inside_uid, plan->inside_uid, plan->inside_uid) < 0)
    _exit(1);
  cap_t set = cap_init();
  if (set == NULL || cap_set_flag(set, CAP_PERMITTED, 2, kept, CAP_SET) < 0 ||
      cap_set_flag(set, CAP_EFFECTIVE, 2, kept, CAP_SET) < 0 || cap_set_proc(set) < 0)
    _exit(1);
  cap_free(set);
}

// The payload's ids as well, which may look at its descriptors, and of root's rights those that let it
// look into every folder.
static void take_payload_ids(const struct run *run) {
  static const cap_value_t wanted[] = {CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH, CAP_SYS_PTRACE};
  if (run->outside_uid == geteuid()) return;
  cap_t set = cap_get_proc(), kept = cap_init();
  if (set == NULL || kept == NULL || prctl(PR_SET_KEEPCAPS, 1, 0, 0, 0) < 0) _exit(1);
  if (setresgid(run->outside_gid, run->outside_gid, run->outside_gid) < 0 ||
      setresuid(run->outside_uid, run->outside_uid, run->outside_uid) < 0)
    _exit(1);
  for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
    cap_flag_value_t is_there = CAP_CLEAR;
    if (cap_get_flag(set, wanted[i], CAP_PERMITTED, &is_there) < 0 ||
        cap_set_flag(kept, CAP_PERMITTED, 1, &wanted[i], is_there) < 0 ||
        cap_set_flag(kept, CAP_EFFECTIVE, 1, &wanted[i], is_there) < 0)
      _exit(1);
  }
  if (cap_set_proc(kept) < 0) _exit(1);
  cap_free(set);
  cap_free(kept);
}

static _Noreturn void count_until_end(const struct run *run, int end, pid_t supervisor) {
  const struct limits *limits = &run->plan->limits;
  struct counter counter = {.limit_bytes = limits->disk_bytes, .open_files = limits->open_files};
  struct rlimit files = {.rlim_cur = DEEPEST + 64, .rlim_max = DEEPEST + 64};
  counter.limit_entries = limits->disk_bytes / ENTRY_BYTES;
  if (counter.limit_entries < FEWEST_ENTRIES) counter.limit_entries = FEWEST_ENTRIES;
  struct writable places[MOST_WRITABLE + 1];
  const size_t place_count = take_places(run, places);
  counter.keeper = run->init;
  keep_only(places, place_count, end);
  // A filter around a container may forbid to enter any namespace.
  const bool enters = user_namespace >= 0 && setns(FD_NAMESPACE, CLONE_NEWUSER) == 0;
  if (!enters && run->plan->isolation == ISOLATION_FULL) _exit(1);
  counter.distrusts_closed = !enters && !has_own_folder(run->plan);
  counter.distrusts_sockets = has_own_folder(run->plan);
  if (enters)
    enter_namespace(run->plan);
  else
    take_payload_ids(run);
  // Taking an identity clears the death signal, so it is set only now.
  if (prctl(PR_SET_PDEATHSIG, SIGKILL) < 0 || getppid() != supervisor) _exit(1);
  if (setrlimit(RLIMIT_NOFILE, &files) < 0) _exit(1);
  struct pollfd ended = {.fd = FD_END, .events = POLLIN};
  uint64_t rest;
  do {
    uint64_t started = now_microseconds();
    count_once(&counter, places, place_count);
    rest = (now_microseconds() - started) * REST_FACTOR / 1000;
    if (rest < REST_MILLISECONDS) rest = REST_MILLISECONDS;
  } while (poll(&ended, 1, (int)rest) == 0);
  count_once(&counter, places, place_count);
  _exit(0);
}

int prepare_disk_counter(const struct run *run) {
  char path[64];
  if (run->plan->limits.disk_bytes == 0) return 0;
  if (!has_own_folder(run->plan)) {
    snprintf(path, sizeof path, "/proc/%d/ns/user", run->init);
    user_namespace = open(path, O_RDONLY | O_CLOEXEC);
    snprintf(path, sizeof path, "/proc/%d/ns/pid", run->init);
    if (user_namespace < 0 || stat(path, &process_namespace) < 0) {
      // Root without CAP_SYS_PTRACE may not look at a process with another id.
      if (run->plan->isolation == ISOLATION_FULL || errno != EACCES)
        return failed(SENTINEL_STAGE_SUPERVISOR, "namespaces for the disk counter");
      if (user_namespace >= 0) close(user_namespace);
      user_namespace = -1;
    }
  }
  counted = mmap(NULL, sizeof *counted, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  return counted == MAP_FAILED ? failed(SENTINEL_STAGE_SUPERVISOR, "disk counter") : 0;
}

void start_disk_counter(struct run *run) {
  int ends[2];
  const bool has_upper = run->upper >= 0 && has_upper_on_disk(run->plan);
  if (run->plan->limits.disk_bytes == 0 || (!has_upper && run->writable_count == 0)) return;
  const pid_t supervisor = getpid();
  run->disk_counter = -1;
  if (pipe2(ends, O_CLOEXEC) < 0) return;
  run->disk_counter = fork();
  if (run->disk_counter == 0) count_until_end(run, ends[0], supervisor);
  close(ends[0]);
  run->disk_counter_end = ends[1];
}

bool is_disk_counter_lost(struct run *run) {
  if (run->disk_counter > 0 && waitpid(run->disk_counter, NULL, WNOHANG) == run->disk_counter)
    run->disk_counter = -1;
  return run->disk_counter < 0;
}

uint64_t disk_bytes_counted(void) {
  return counted == NULL ? 0 : atomic_load(counted);
}

bool finish_disk_counter(struct run *run) {
  int status = 1;
  if (run->disk_counter <= 0) return run->disk_counter == 0;
  close(run->disk_counter_end);
  while (waitpid(run->disk_counter, &status, 0) < 0 && errno == EINTR) continue;
  run->disk_counter = 0;
  return status == 0;
}

// --- What a killed caller leaves

// A folder is opened whatever its mode; nobody runs any more who could put a link in its place.
static int open_to_empty(int parent, const char *name) {
  const int flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
  int folder = openat(parent, name, flags);
  if (folder >= 0 || errno != EACCES) return folder;
  if (fchmodat(parent, name, 0700, 0) < 0) return -1;
  return openat(parent, name, flags);
}

static bool empty_folder(int top, int folder, int depth);

// Too deep a folder is moved to the top, where the next round finds it.
static bool remove_entry(int top, int folder, const char *name, int depth) {
  static unsigned moved;
  char place[32];
  if (unlinkat(folder, name, 0) == 0 || unlinkat(folder, name, AT_REMOVEDIR) == 0) return true;
  int child = open_to_empty(folder, name);
  if (child < 0) return false;
  if (depth < DEEPEST) {
    bool progress = empty_folder(top, child, depth + 1);
    return unlinkat(folder, name, AT_REMOVEDIR) == 0 || progress;
  }
  close(child);
  snprintf(place, sizeof place, "deep-%u", moved++);
  return renameat(folder, name, top, place) == 0;
}

// Takes `folder` over; returns whether anything could be removed.
static bool empty_folder(int top, int folder, int depth) {
  bool progress = false;
  DIR *directory = fdopendir(folder);
  if (directory == NULL) return false;
  for (struct dirent *entry; (entry = readdir(directory)) != NULL;)
    if (!is_dot(entry->d_name)) progress |= remove_entry(top, folder, entry->d_name, depth);
  closedir(directory);
  return progress;
}

static void remove_tree(const char *path) {
  while (rmdir(path) < 0) {
    int top = open_to_empty(AT_FDCWD, path);
    if (top < 0) return;
    bool progress = empty_folder(top, fcntl(top, F_DUPFD_CLOEXEC, 0), 0);
    close(top);
    if (!progress) return;
  }
}

void remove_upper(const struct run *run) {
  for (size_t i = 0; i < run->plan->mount_count; i++) {
    const struct mount_entry *entry = &run->plan->mounts[i];
    if (entry->kind == MOUNT_OVERLAY && entry->upper != NULL && entry->upper[0] != '\0')
      remove_tree(entry->upper);
  }
}
