#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "count.h"
#include "supervise.h"

// What trees hold, without following a link.

bool is_over(const struct counter *counter, const struct count *count) {
  return count->bytes > counter->limit_bytes || count->entries > counter->limit_entries;
}

bool is_dot(const char *name) {
  return name[0] == '.' && (name[1] == '\0' || (name[1] == '.' && name[2] == '\0'));
}

// A file with several names is counted by shares.
void add_file(struct count *count, const struct stat *status) {
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

void add_place(const struct counter *counter, struct count *count, int place) {
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
