#include "throttling.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

// What lifts a limit, by the files of both versions (Documentation/admin-guide/cgroup-v2.rst, "IO
// Interface Files", and cgroup-v1/blkio-controller.rst).
static const char *const files[][2] = {
    {"io.max", " rbps=max wbps=max"},
    {"blkio.throttle.read_bps_device", " 0"},
    {"blkio.throttle.write_bps_device", " 0"},
};

static ssize_t read_lines(int group, const char *file, char *lines, size_t size) {
  int fd = openat(group, file, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
  if (fd < 0) return -1;
  ssize_t count = read(fd, lines, size - 1);
  close(fd);
  lines[count < 0 ? 0 : count] = '\0';
  return count;
}

// One write for each disk; one that has gone has no limit either.
static void lift(int group, const char *file, char *lines, const char *order) {
  int fd = openat(group, file, O_WRONLY | O_CLOEXEC | O_NOFOLLOW);
  for (const char *line; fd >= 0 && (line = strsep(&lines, "\n")) != NULL;)
    if (line[0] != '\0') dprintf(fd, "%.*s%s", (int)strcspn(line, " "), line, order);
  if (fd >= 0) close(fd);
}

void sentinel_lift_throttling(int group) {
  char lines[4096];
  for (size_t i = 0; i < sizeof files / sizeof *files; i++)
    // A disk without a limit is listed no more; the next may be.
    for (int round = 0; round < 64; round++) {
      if (read_lines(group, files[i][0], lines, sizeof lines) <= 0) break;
      lift(group, files[i][0], lines, files[i][1]);
    }
}
