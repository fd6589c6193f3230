#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/capability.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "count.h"
#include "supervise.h"

// The disk limit of what shares a file system with others, an upper layer and every place of the
// host that the payload may write to, where no quota can be had without host root. A process of its
// own counts them again and again: it may take as long as it needs, and in the sandbox's user
// namespace it may look into folders that the payload closed. It counts what the trees hold beyond
// what they held before and what was removed but is still open; not what is only mapped.

enum {
  REST_MILLISECONDS = 50,
  REST_FACTOR = 4, // at most a fifth of one processor
  FEWEST_ENTRIES = 16384,
  ENTRY_BYTES = 4096, // the same ratio that a layer in memory is limited to
};

enum { FD_END, FD_NAMESPACE, FD_PLACES };

// Shared with the supervisor.
static _Atomic uint64_t *counted;

// The sandbox's namespaces, taken while its first process waits: a short run may end before it is
// counted.
static int user_namespace = -1;
static struct stat process_namespace;

// The file systems of the places that are counted.
static dev_t devices[MOST_WRITABLE];
static size_t device_count;

bool has_upper_on_disk(const struct plan *plan) {
  for (size_t i = 0; i < plan->mount_count; i++)
    if (plan->mounts[i].kind == MOUNT_OVERLAY && plan->mounts[i].upper != NULL &&
        plan->mounts[i].upper[0] != '\0')
      return true;
  return false;
}

static uint64_t beyond(uint64_t now, uint64_t before) {
  return now > before ? now - before : 0;
}

static void count_once(const struct counter *counter, const struct writable *places,
                       size_t place_count) {
  struct count count = {0};
  for (size_t i = 0; i < place_count && !is_over(counter, &count); i++) {
    const struct holding *before = &places[i].before;
    const struct counter own = {.limit_bytes = before->bytes + counter->limit_bytes,
                                .limit_entries = before->entries + counter->limit_entries,
                                .distrusts_closed = counter->distrusts_closed};
    struct count held = {0};
    add_place(&own, &held, places[i].fd);
    count.bytes += beyond(held.bytes, before->bytes);
    count.entries += beyond(held.entries, before->entries);
  }
  if (!is_over(counter, &count)) add_open_files(counter, &count);
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
  counter.space = user_namespace < 0 ? NULL : &process_namespace;
  counter.devices = devices;
  counter.device_count = device_count;
  keep_only(places, place_count, end);
  // A filter around a container may forbid to enter any namespace.
  const bool enters = user_namespace >= 0 && setns(FD_NAMESPACE, CLONE_NEWUSER) == 0;
  if (!enters && run->plan->isolation == ISOLATION_FULL) _exit(1);
  counter.distrusts_closed = !enters && !has_own_folder(run->plan);
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
