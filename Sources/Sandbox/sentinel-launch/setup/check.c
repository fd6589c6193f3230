#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "launch.h"

// What really protects this process, read back from the kernel rather than assumed.

static const struct {
  const char *name;
  uint32_t layer;
} namespaces[7] = {
    {"user", SENTINEL_LAYER_USER},     {"pid", SENTINEL_LAYER_PID}, {"mnt", SENTINEL_LAYER_MOUNT},
    {"net", SENTINEL_LAYER_NETWORK},   {"ipc", SENTINEL_LAYER_IPC}, {"uts", SENTINEL_LAYER_UTS},
    {"cgroup", SENTINEL_LAYER_CGROUP},
};

int namespace_ids(int proc, uint64_t ids[static 7]) {
  int told = 0;
  for (size_t i = 0; i < 7; i++) {
    char path[32];
    struct stat status;
    snprintf(path, sizeof path, "thread-self/ns/%s", namespaces[i].name);
    const bool found = fstatat(proc, path, &status, 0) == 0;
    ids[i] = found ? (uint64_t)status.st_ino : 0;
    if (!found) told = -1;
  }
  return told;
}

uint32_t differing_namespaces(const uint64_t own[static 7], const uint64_t host[static 7]) {
  uint32_t layers = 0;
  for (size_t i = 0; i < 7; i++)
    if (own[i] != 0 && host[i] != 0 && own[i] != host[i]) layers |= namespaces[i].layer;
  return layers;
}

static bool is_zero(const char *text, const char *key) {
  const char *line = strstr(text, key);
  return line != NULL && strtoull(line + strlen(key), NULL, 16) == 0;
}

int observe_status(int status, bool keeps_bounds, uint32_t *layers) {
  const uint32_t expected = SENTINEL_LAYER_CAPABILITIES | SENTINEL_LAYER_NO_NEW_PRIVILEGES |
                            SENTINEL_LAYER_SECCOMP;
  char text[4096];
  ssize_t count = read(status, text, sizeof text - 1);
  if (count <= 0) return failed(SENTINEL_STAGE_CHECK, "status");
  text[count] = '\0';
  if (is_zero(text, "\nCapInh:\t") && is_zero(text, "\nCapPrm:\t") &&
      is_zero(text, "\nCapEff:\t") && is_zero(text, "\nCapAmb:\t") &&
      (keeps_bounds || is_zero(text, "\nCapBnd:\t")))
    *layers |= SENTINEL_LAYER_CAPABILITIES;
  if (strstr(text, "\nNoNewPrivs:\t1") != NULL) *layers |= SENTINEL_LAYER_NO_NEW_PRIVILEGES;
  if (strstr(text, "\nSeccomp:\t2") != NULL) *layers |= SENTINEL_LAYER_SECCOMP;
  // Nobody goes on without these, whatever the caller puts up with.
  return (*layers & expected) == expected
             ? 0
             : failed_with(SENTINEL_STAGE_CHECK, EPERM, "capabilities, no_new_privs and filter");
}

static bool wants_proc(const struct plan *plan) {
  for (size_t i = 0; i < plan->mount_count; i++)
    if (plan->mounts[i].kind == MOUNT_PROC) return true;
  return false;
}

int require_layers(const struct plan *plan, uint32_t observed) {
  // A few files stand in for proc, the filter for the ceilings; a name protects nothing.
  const uint32_t replaced =
      plan->isolation == ISOLATION_CONTAINED
          ? SENTINEL_LAYER_PROC | SENTINEL_LAYER_CEILINGS | SENTINEL_LAYER_HOSTNAME
          : 0;
  const struct {
    const char *name;
    uint32_t layer;
    bool wanted;
  } layers[] = {
      {"user namespace", SENTINEL_LAYER_USER, true},
      {"process namespace", SENTINEL_LAYER_PID, true},
      {"mount namespace", SENTINEL_LAYER_MOUNT, true},
      {"network namespace", SENTINEL_LAYER_NETWORK, plan->network != NETWORK_HOST},
      {"IPC namespace", SENTINEL_LAYER_IPC, true},
      {"UTS namespace", SENTINEL_LAYER_UTS, true},
      {"cgroup namespace", SENTINEL_LAYER_CGROUP, true},
      {"empty capabilities", SENTINEL_LAYER_CAPABILITIES, true},
      {"no_new_privs", SENTINEL_LAYER_NO_NEW_PRIVILEGES, true},
      {"filter", SENTINEL_LAYER_SECCOMP, true},
      {"listener", SENTINEL_LAYER_LISTENER, plan->listener},
      {"Landlock", SENTINEL_LAYER_LANDLOCK, plan->landlock},
      {"proc", SENTINEL_LAYER_PROC, wants_proc(plan)},
      {"closed descriptors", SENTINEL_LAYER_DESCRIPTORS, true},
      {"ceilings of the user namespace", SENTINEL_LAYER_CEILINGS, true},
      {"host name", SENTINEL_LAYER_HOSTNAME, true},
  };
  for (size_t i = 0; !plan->degrade && i < sizeof layers / sizeof *layers; i++)
    if (layers[i].wanted && ((observed | replaced) & layers[i].layer) == 0)
      return failed_with(SENTINEL_STAGE_CHECK, ENODATA, layers[i].name);
  return 0;
}

static int close_span(int first, int last) {
  if (first > last) return 0;
  return syscall(SYS_close_range, first, last, 0) < 0 ? failed(SENTINEL_STAGE_CHECK, "close_range")
                                                      : 0;
}

static bool may_be_open(const char *name, int kept, int list) {
  if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0) return true;
  const long number = strtol(name, NULL, 10);
  return number < 3 || number == kept || number == list;
}

int close_descriptors(int kept, int list) {
  _Alignas(struct directory_entry) char buffer[1024]; // more than fits is more than may be
  const int low = list < 0 || kept < list ? kept : list, high = kept < list ? list : kept;
  if (close_span(3, low - 1) < 0 || close_span(low + 1, high - 1) < 0 ||
      syscall(SYS_close_range, high + 1, ~0U, 0) < 0)
    return failed(SENTINEL_STAGE_CHECK, "close_range");
  if (list < 0) return 0; // without proc nobody can look, and the result says so
  const long count = syscall(SYS_getdents64, list, buffer, sizeof buffer);
  if (count <= 0) return failed(SENTINEL_STAGE_CHECK, "open descriptors");
  for (long at = 0; at < count;) {
    const struct directory_entry *entry =
        (const struct directory_entry *)(const void *)(buffer + at);
    if (!may_be_open(entry->name, kept, list))
      return failed_with(SENTINEL_STAGE_CHECK, EPERM, "a descriptor is open");
    at += entry->length;
  }
  return close_span(list, list);
}
