#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "count.h"
#include "supervise.h"

// What a killed caller leaves.

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
