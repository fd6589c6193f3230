#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "probe.h"

// What proc and sys show and let change.

int row_p01(int argc, char *argv[]) {
  (void)argc;
  (void)argv;
  const char *const paths[] = {
      "/proc/sys/kernel/core_pattern",
      "/proc/sys/kernel/modprobe",
      "/proc/sys/kernel/hotplug",
      "/proc/sys/fs/binfmt_misc/register",
      "/proc/sys/kernel/printk",
      "/proc/sys/vm/overcommit_memory",
      "/proc/sys/kernel/ns_last_pid",
      "/proc/sys/kernel/randomize_va_space",
      "/proc/sys/net/ipv4/ip_forward",
      "/proc/sys/user/max_user_namespaces",
      "/proc/sys/kernel/hostname",
      "/proc/self/uid_map",
      "/proc/self/gid_map",
      "/proc/self/setgroups",
  };
  for (size_t i = 0; i < COUNT(paths); i++) try_open(paths[i], O_WRONLY);
  return 0;
}

// Absent, empty or forbidden are all the same here.
int row_p02(int argc, char *argv[]) {
  (void)argc;
  (void)argv;
  const char *const paths[] = {
      "/proc/kcore",    "/proc/kallsyms",   "/proc/kmsg",        "/proc/timer_list",
      "/proc/keys",     "/proc/key-users",  "/proc/sched_debug", "/proc/latency_stats",
      "/proc/slabinfo", "/proc/modules",    "/proc/interrupts",  "/proc/vmallocinfo",
      "/proc/zoneinfo", "/proc/kpagecount", "/proc/config.gz",   "/proc/schedstat",
      "/proc/cmdline",  "/proc/partitions", "/proc/diskstats",   "/proc/softirqs",
      "/dev/kmsg",      "/dev/mem",         "/proc/sys/kernel/random/boot_id",
  };
  char text[256];
  for (size_t i = 0; i < COUNT(paths); i++) {
    ssize_t count = read_text(paths[i], text, sizeof text);
    report(paths[i], count > 0 ? "worked" : "blocked", count < 0 ? errno : 0, NULL);
  }
  try_open("/proc/sysrq-trigger", O_WRONLY);
  const char *const folders[] = {"/proc/acpi", "/proc/bus", "/proc/irq",     "/proc/scsi",
                                "/proc/fs",   "/proc/pressure"};
  for (size_t i = 0; i < COUNT(folders); i++) {
    DIR *folder = opendir(folders[i]);
    int entries = 0;
    while (folder != NULL && readdir(folder) != NULL) entries++;
    report(folders[i], entries > 2 ? "worked" : "blocked", 0, NULL);
    if (folder != NULL) closedir(folder);
  }
  return 0;
}

static bool holds(const char *path, const char *marker) {
  static char text[1 << 20];
  ssize_t count = read_text(path, text, sizeof text);
  return count > 0 && memmem(text, (size_t)count, marker, strlen(marker)) != NULL;
}

// Looks through everything of every process that can be read for `argv[0]` joined with `argv[1]`,
// which is split so that this process' own arguments do not hold it.
int row_p03(int argc, char *argv[]) {
  char marker[256];
  const char *const files[] = {"environ", "cmdline",   "maps",  "stat",
                               "status",  "mountinfo", "cgroup"};
  const char *const init[] = {"environ", "cmdline", "maps", "mem", "fd",
                              "root",    "cwd",     "exe",  "ns"};
  if (argc < 2) return 2;
  snprintf(marker, sizeof marker, "%s%s", argv[0], argv[1]);
  int found = 0;
  for (int process = 1; process < (is_contained() ? 4096 : getpid() + 1); process++)
    for (size_t i = 0; i < COUNT(files); i++) {
      char path[64];
      snprintf(path, sizeof path, "/proc/%d/%s", process, files[i]);
      if (process != getpid() && holds(path, marker)) {
        report("find the marker", "worked", 0, path);
        found++;
      }
    }
  if (found == 0) report("find the marker", "blocked", 0, NULL);
  for (size_t i = 0; i < COUNT(init); i++) {
    char path[64];
    snprintf(path, sizeof path, "/proc/1/%s", init[i]);
    try_open(path, O_RDONLY);
  }
  return 0;
}

int row_p05(int argc, char *argv[]) {
  (void)argc;
  (void)argv;
  const char *const paths[] = {
      "/proc/self/oom_score_adj", "/proc/self/oom_adj",         "/proc/self/autogroup",
      "/proc/self/timerslack_ns", "/proc/self/coredump_filter", "/proc/self/comm",
      "/proc/1/oom_score_adj",    "/proc/self/clear_refs",      "/proc/self/mem",
  };
  for (size_t i = 0; i < COUNT(paths); i++) try_open(paths[i], O_WRONLY);
  return 0;
}

int row_p06(int argc, char *argv[]) {
  (void)argc;
  (void)argv;
  const char *const paths[] = {"/proc/1/exe", "/proc/1/map_files"};
  const int refused[] = {EROFS, EACCES, ENOENT, EPERM, 0};
  for (size_t i = 0; i < COUNT(paths); i++) {
    int fd = open(paths[i], O_WRONLY | O_CLOEXEC);
    report_value(paths[i], fd, refused);
  }
  return 0;
}
