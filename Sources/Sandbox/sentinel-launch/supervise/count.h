#ifndef SENTINEL_COUNT_H
#define SENTINEL_COUNT_H

// What the disk counter's parts share.

#include <stdbool.h>
#include <stdint.h>
#include <sys/stat.h>

enum { DEEPEST = 512 }; // one descriptor a level; nothing useful is nested deeper

struct count {
  uint64_t bytes, entries;
  bool has_set_id, is_partial;
};

struct counter {
  uint64_t limit_bytes, limit_entries, open_files;
  int keeper;               // whose children are counted, where no namespace tells them from others
  const struct stat *space; // the process namespace otherwise
  const dev_t *devices;     // of the places, but for the upper layer's, which shows as the overlay
  size_t device_count;
  bool distrusts_closed; // a folder that cannot be entered counts as full
};

// --- trees.c

// Whether a limit is passed.
bool is_over(const struct counter *counter, const struct count *count);
bool is_dot(const char *name);
// Counts one file; of several names each bears a share.
void add_file(struct count *count, const struct stat *status);
// Counts a file or folder, opened without any right.
void add_place(const struct counter *counter, struct count *count, int place);

// --- open_files.c

// Counts what was removed and is still open somewhere in the sandbox.
void add_open_files(const struct counter *counter, struct count *count);

#endif
