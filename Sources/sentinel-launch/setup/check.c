#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
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

void namespace_ids(int proc, uint64_t ids[static 7]) {
  for (size_t i = 0; i < 7; i++) {
    char path[32];
    struct stat status;
    snprintf(path, sizeof path, "thread-self/ns/%s", namespaces[i].name);
    ids[i] = fstatat(proc, path, &status, 0) == 0 ? (uint64_t)status.st_ino : 0;
  }
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

uint32_t observe_status(int status) {
  char text[4096];
  uint32_t layers = 0;
  ssize_t count = pread(status, text, sizeof text - 1, 0);
  if (count <= 0) return 0;
  text[count] = '\0';
  if (is_zero(text, "\nCapInh:\t") && is_zero(text, "\nCapPrm:\t") &&
      is_zero(text, "\nCapEff:\t") && is_zero(text, "\nCapBnd:\t") && is_zero(text, "\nCapAmb:\t"))
    layers |= SENTINEL_LAYER_CAPABILITIES;
  if (strstr(text, "\nNoNewPrivs:\t1") != NULL) layers |= SENTINEL_LAYER_NO_NEW_PRIVILEGES;
  return layers;
}
