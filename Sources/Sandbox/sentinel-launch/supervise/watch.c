#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/statfs.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "supervise.h"

// Limits that the kernel does not end a run for: CPU time of the whole tree, the disk under an
// upper layer, and, without a memory group, the tree's proportional memory.

enum { TICK_MICROSECONDS = 50000, ORPHANS_MICROSECONDS = 10000000, SPARE_THREADS = 8 };

static const struct cgroup_entry *group_with(const struct plan *plan, size_t flag) {
  for (size_t i = 0; i < plan->cgroup_count; i++)
    if (*(const bool *)((const char *)&plan->cgroups[i] + flag)) return &plan->cgroups[i];
  return NULL;
}

#define GROUP(plan, member) group_with(plan, offsetof(struct cgroup_entry, member))

static int open_v1_event(int group) {
  char text[48];
  int event = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  int control = openat(group, "memory.oom_control", O_RDONLY | O_CLOEXEC);
  int registry = openat(group, "cgroup.event_control", O_WRONLY | O_CLOEXEC);
  snprintf(text, sizeof text, "%d %d", event, control);
  bool registered = event >= 0 && control >= 0 && registry >= 0 &&
                    write(registry, text, strlen(text)) == (ssize_t)strlen(text);
  if (control >= 0) close(control);
  if (registry >= 0) close(registry);
  if (registered) return event;
  if (event >= 0) close(event);
  return -1;
}

int watch_start(struct run *run) {
  const struct cgroup_entry *group = GROUP(run->plan, holds_memory);
  run->memory_event = -1;
  if (group != NULL)
    run->memory_event = group->version == 1
                            ? open_v1_event(group->fd)
                            : openat(group->fd, "memory.events", O_RDONLY | O_CLOEXEC);
  if (group != NULL && run->memory_event < 0)
    return failed(SENTINEL_STAGE_SUPERVISOR, "memory events");
  bool ticks = has_own_folder(run->plan) || run->plan->limits.cpu_milliseconds > 0 || run->plan->watch_memory ||
               run->plan->limits.disk_bytes > 0;
  run->next_tick = ticks ? run->started + TICK_MICROSECONDS : 0;
  start_disk_counter(run);
  return 0;
}

static uint64_t oom_kills(const struct run *run) {
  const struct cgroup_entry *group = GROUP(run->plan, holds_memory);
  uint64_t kills = 0;
  if (group != NULL)
    read_cgroup_number(group->fd, group->version == 1 ? "memory.oom_control" : "memory.events",
                       "oom_kill", &kills);
  return kills;
}

void watch_memory_event(struct run *run) {
  char drain[256];
  if (run->memory_event >= 0 && pread(run->memory_event, drain, sizeof drain, 0) < 0 &&
      read(run->memory_event, drain, sizeof drain) < 0)
    drain[0] = '\0';
  if (oom_kills(run) == 0) return;
  run->result.limits_hit |= SENTINEL_LIMIT_MEMORY;
  end_run(run, SENTINEL_OUTCOME_MEMORY);
}

// --- The tree, seen from outside when no group counts it

struct tree {
  uint64_t cpu_ticks, memory_kilobytes, processes, threads;
};

static int read_process_file(int process, const char *name, char *buffer, size_t size) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/%s", process, name);
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return -1;
  ssize_t count = read(fd, buffer, size - 1);
  close(fd);
  if (count < 0) return -1;
  buffer[count] = '\0';
  return 0;
}

static uint64_t number_behind(const char *text, const char *key) {
  const char *line = strstr(text, key);
  return line == NULL ? 0 : strtoull(line + strlen(key), NULL, 10);
}

// What is resident of a process, in kilobytes, with its page tables; never less than its share. A thread
// tells it of all, also where the first one has ended. Nobody waits for it, unlike for the share.
static uint64_t resident_memory(int process) {
  char name[64], text[4096];
  uint64_t found = 0;
  snprintf(name, sizeof name, "/proc/%d/task", process);
  DIR *threads = opendir(name);
  if (threads == NULL) return 0;
  for (struct dirent *entry; found == 0 && (entry = readdir(threads)) != NULL;) {
    snprintf(name, sizeof name, "task/%.20s/status", entry->d_name);
    if (entry->d_name[0] != '.' && read_process_file(process, name, text, sizeof text) == 0)
      found = number_behind(text, "\nVmRSS:") + number_behind(text, "\nVmPTE:");
  }
  closedir(threads);
  return found;
}

// The share of a process in kilobytes. A program that nobody may read hides its maps; then the
// whole resident size counts, which is never less.
static uint64_t shared_memory(int process) {
  char text[4096];
  const char *line = NULL;
  if (read_process_file(process, "smaps_rollup", text, sizeof text) == 0)
    line = strstr(text, "\nPss:");
  if (line == NULL) return resident_memory(process);
  const uint64_t share = strtoull(line + 5, NULL, 10);
  return read_process_file(process, "status", text, sizeof text) < 0
             ? share
             : share + number_behind(text, "\nVmPTE:");
}

// Processors' time of processes that have ended: a parent that ignores SIGCHLD never hears of it. Each
// is known by its number and when it began.
struct past {
  uint64_t process, began, ticks;
  bool is_there;
};

enum { MOST_PAST = 1 << 14 };

static struct past past[MOST_PAST];
static uint64_t past_ticks, present_ticks;

static void remember(uint64_t process, uint64_t began, uint64_t ticks) {
  present_ticks += ticks;
  for (size_t i = 0; i < MOST_PAST; i++) {
    struct past *one = &past[(process + i) % MOST_PAST];
    if (one->process != 0 && (one->process != process || one->began != began)) continue;
    *one = (struct past){.process = process, .began = began, .ticks = ticks, .is_there = true};
    return;
  }
}

static void forget_past(void) {
  for (size_t i = 0; i < MOST_PAST; i++) {
    if (past[i].process != 0 && !past[i].is_there) {
      past_ticks += past[i].ticks;
      past[i].process = 0;
    }
    past[i].is_there = false;
  }
}

// Fields of proc(5) stat after the name: utime and stime are the 12th and 13th, num_threads the 18th,
// starttime the 20th.
static void add_process(struct tree *tree, int process) {
  char text[4096];
  if (read_process_file(process, "stat", text, sizeof text) < 0) return;
  char *field = strrchr(text, ')');
  unsigned long long user, kernel, reaped_user, reaped_kernel, threads, began;
  if (field == NULL ||
      sscanf(field + 1,
             " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %llu %llu %llu %llu %*d %*d %llu %*d %llu",
             &user, &kernel, &reaped_user, &reaped_kernel, &threads, &began) != 6)
    return;
  tree->cpu_ticks += user + kernel + reaped_user + reaped_kernel;
  tree->processes++;
  tree->threads += threads;
  remember((uint64_t)process, began, user + kernel);
}

// The processes of one look at the tree; more than a run can have under any limit that makes sense.
static int found[1 << 16];
static size_t found_count;

static void find_children(int process, int thread) {
  static char text[1 << 16];
  char name[32];
  snprintf(name, sizeof name, "task/%d/children", thread);
  if (read_process_file(process, name, text, sizeof text) < 0) return;
  for (char *next = text; found_count < sizeof found / sizeof *found;) {
    char *end;
    long child = strtol(next, &end, 10);
    if (end == next) return;
    found[found_count++] = (int)child;
    next = end;
  }
}

// Orphans become children of init, so the tree below init is the whole sandbox. A child is listed
// with the thread that made it. A list, not a recursion: a chain of processes may be long.
static void find_tree(int first) {
  found[0] = first;
  found_count = 1;
  for (size_t i = 0; i < found_count; i++) {
    char path[32];
    snprintf(path, sizeof path, "/proc/%d/task", found[i]);
    DIR *threads = opendir(path);
    if (threads == NULL) continue;
    for (struct dirent *entry; (entry = readdir(threads)) != NULL;)
      if (entry->d_name[0] != '.') find_children(found[i], atoi(entry->d_name));
    closedir(threads);
  }
}

static void add_tree(struct tree *tree, int init) {
  find_tree(init);
  present_ticks = 0;
  for (size_t i = 0; i < found_count; i++) add_process(tree, found[i]);
  forget_past();
  if (past_ticks + present_ticks > tree->cpu_ticks) tree->cpu_ticks = past_ticks + present_ticks;
}

// Processes that share memory count it each in their shares alone, which cost the payload's threads and
// whoever asks a wait: so they are asked for only where all that is resident would be too much.
static uint64_t tree_memory(uint64_t most_kilobytes) {
  uint64_t resident = 0, shares = 0;
  for (size_t i = 0; i < found_count; i++) resident += resident_memory(found[i]);
  if (most_kilobytes == 0 || resident <= most_kilobytes) return resident;
  for (size_t i = 0; i < found_count; i++) shares += shared_memory(found[i]);
  return shares;
}

void end_orphans(const struct run *run) {
  const struct timespec pause = {.tv_nsec = 1000000};
  const uint64_t until = now_microseconds() + ORPHANS_MICROSECONDS;
  for (size_t left = 1; left > 0 && now_microseconds() < until; nanosleep(&pause, NULL)) {
    left = 0;
    find_tree(getpid());
    for (size_t i = 1; i < found_count; i++) {
      if (found[i] == run->disk_counter) continue;
      left++;
      (void)kill(found[i], SIGKILL); // ESRCH when it has ended
      (void)waitpid(found[i], NULL, WNOHANG | (int)__WALL);
    }
  }
}

// Of a layer in memory, which has a file system of its own.
static uint64_t memory_upper_bytes(const struct run *run) {
  struct statfs status;
  if (run->upper < 0 || has_upper_on_disk(run->plan) || fstatfs(run->upper, &status) < 0)
    return 0;
  return (uint64_t)(status.f_blocks - status.f_bfree) * (uint64_t)status.f_bsize;
}

static uint64_t group_cpu(const struct run *run) {
  uint64_t microseconds = 0;
  read_cgroup_number(v2_cgroup(run->plan), "cpu.stat", "usage_usec", &microseconds);
  return microseconds;
}

static void watch_tree(struct run *run) {
  struct tree tree = {0};
  const struct limits *limits = &run->plan->limits;
  add_tree(&tree, run->init);
  const uint64_t own = memory_upper_bytes(run), most = limits->memory_bytes;
  if (run->plan->watch_memory)
    tree.memory_kilobytes = tree_memory(most == 0 ? 0 : (most > own ? most - own : 0) / 1024 + 1);
  uint64_t ticks_per_second = (uint64_t)sysconf(_SC_CLK_TCK);
  uint64_t cpu = tree.cpu_ticks * 1000000 / ticks_per_second;
  if (cpu > run->watched_cpu) run->watched_cpu = cpu;
  if (tree.processes > run->result.processes_peak) run->result.processes_peak = tree.processes;
  if (tree.processes > limits->processes) run->result.limits_hit |= SENTINEL_LIMIT_PROCESSES;
  if (has_own_folder(run->plan) && tree.threads > limits->processes + SPARE_THREADS) {
    // The resource limit counts others of the user too, and they may have been more at the start.
    run->result.limits_hit |= SENTINEL_LIMIT_PROCESSES;
    run->result.signal = SIGKILL;
    end_run(run, SENTINEL_OUTCOME_SIGNALED);
  }
  uint64_t memory = tree.memory_kilobytes * 1024 + own;
  if (memory > run->result.memory_peak_bytes) run->result.memory_peak_bytes = memory;
  if (run->plan->watch_memory && limits->memory_bytes > 0 && memory > limits->memory_bytes) {
    run->result.limits_hit |= SENTINEL_LIMIT_MEMORY;
    end_run(run, SENTINEL_OUTCOME_MEMORY);
  }
}

static bool is_disk_full(struct run *run) {
  if (run->plan->limits.disk_bytes == 0 || disk_bytes_counted() <= run->plan->limits.disk_bytes)
    return false;
  run->result.limits_hit |= SENTINEL_LIMIT_DISK;
  return true;
}

// Never on, and never well, without the limit.
static void give_up_on_disk(struct run *run) {
  (void)failed_with(SENTINEL_STAGE_SUPERVISOR, ECHILD, "disk counter");
  fail_run(run);
}

static void watch_disk(struct run *run) {
  if (is_disk_full(run)) end_run(run, SENTINEL_OUTCOME_DISK);
  if (!run->killed && is_disk_counter_lost(run)) give_up_on_disk(run);
}

// A keeper ends a run whose supervisor says nothing; it has no signal for anybody.
static void tell_keeper(const struct run *run) {
  const struct sentinel_order order = {.signal = 0};
  if (has_own_folder(run->plan) && run->socket >= 0 && !run->killed)
    (void)send(run->socket, &order, sizeof order, MSG_DONTWAIT | MSG_NOSIGNAL);
}

void watch_tick(struct run *run) {
  const struct limits *limits = &run->plan->limits;
  tell_keeper(run);
  run->next_tick = now_microseconds() + TICK_MICROSECONDS;
  uint64_t cpu = group_cpu(run);
  if (v2_cgroup(run->plan) < 0 || run->plan->watch_memory) {
    watch_tree(run);
    if (cpu < run->watched_cpu) cpu = run->watched_cpu;
  }
  if (limits->cpu_milliseconds > 0 && cpu >= limits->cpu_milliseconds * 1000) {
    run->result.limits_hit |= SENTINEL_LIMIT_CPU;
    end_run(run, SENTINEL_OUTCOME_CPU);
  }
  watch_disk(run);
}

// --- The kernel's own counters, read before the groups are removed

static void read_memory(struct run *run) {
  const struct cgroup_entry *group = GROUP(run->plan, holds_memory);
  uint64_t peak = 0;
  if (group == NULL) return;
  read_cgroup_number(group->fd, group->version == 1 ? "memory.max_usage_in_bytes" : "memory.peak",
                     "", &peak);
  if (peak > run->result.memory_peak_bytes) run->result.memory_peak_bytes = peak;
  if (oom_kills(run) > 0) run->result.limits_hit |= SENTINEL_LIMIT_MEMORY;
}

static void read_processes(struct run *run) {
  const struct cgroup_entry *group = GROUP(run->plan, holds_processes);
  uint64_t peak = 0, refused = 0;
  if (group == NULL) return;
  if (read_cgroup_number(group->fd, "pids.peak", "", &peak) && peak > run->result.processes_peak)
    run->result.processes_peak = peak;
  if (read_cgroup_number(group->fd, "pids.events", "max", &refused) && refused > 0)
    run->result.limits_hit |= SENTINEL_LIMIT_PROCESSES;
}

static void read_cpu(struct run *run) {
  int group = v2_cgroup(run->plan);
  uint64_t user, kernel;
  if (!read_cgroup_number(group, "cpu.stat", "user_usec", &user) ||
      !read_cgroup_number(group, "cpu.stat", "system_usec", &kernel))
    return;
  run->result.cpu_user_microseconds = user;
  run->result.cpu_system_microseconds = kernel;
}

// A full upper layer: less than one page is left of a layer in memory; one on disk may have grown
// past its limit after the last count.
static void read_upper(struct run *run) {
  struct statfs status;
  if (run->plan->limits.disk_bytes > 0) {
    if (!finish_disk_counter(run) && !run->killed) give_up_on_disk(run);
    run->result.upper_bytes = disk_bytes_counted();
    if (is_disk_full(run) && !run->killed) run->result.outcome = SENTINEL_OUTCOME_DISK;
  }
  if (run->upper < 0 || has_upper_on_disk(run->plan) || fstatfs(run->upper, &status) < 0) return;
  run->result.upper_bytes = memory_upper_bytes(run);
  if (status.f_bfree == 0 || status.f_ffree == 0) run->result.limits_hit |= SENTINEL_LIMIT_DISK;
}

void watch_finish(struct run *run) {
  read_memory(run);
  read_processes(run);
  read_cpu(run);
  read_upper(run);
  if (run->memory_event >= 0) close(run->memory_event);
}
