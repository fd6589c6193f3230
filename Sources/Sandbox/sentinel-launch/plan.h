#ifndef SENTINEL_LAUNCH_PLAN_H
#define SENTINEL_LAUNCH_PLAN_H

// What the caller has decided, as the launcher holds it while it is carried out.

#include <linux/filter.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

enum network { NETWORK_NONE, NETWORK_LOOPBACK, NETWORK_EGRESS, NETWORK_HOST };

// What becomes of a layer that the kernel refuses.
enum isolation {
  ISOLATION_FULL,      // the run fails
  ISOLATION_CONTAINED, // it goes on where something weaker keeps the same promise
  ISOLATION_AVAILABLE, // it goes on without
};

enum mount_kind {
  MOUNT_BIND,      // `source`, a host file or folder
  MOUNT_TMPFS,     // a fresh memory file system
  MOUNT_OVERLAY,   // `source` below, a discardable layer above
  MOUNT_PROC,      // proc of the new process namespace
  MOUNT_DEVICES,   // the private dev
  MOUNT_MASK,      // an empty file or folder over something that should not be seen
  MOUNT_LINK,      // a symbolic link to `content`
  MOUNT_FILE,      // a small file with `content`
  MOUNT_COPY,      // a small file with what `source` holds
  MOUNT_DIRECTORY, // an empty folder
  MOUNT_TREE,      // `source` through an overlay that nobody sees but through its parts
};

struct mount_entry {
  enum mount_kind kind;
  const char *source;
  const char *target; // relative to the new root
  const char *content;
  const char *upper; // overlay: a folder on disk; empty for memory
  const char *tree;  // overlay: the target of the tree that it is the part `content` of; or empty
  uint64_t size_bytes;
  uint64_t inodes;
  uint32_t mode;
  bool read_only, execute, optional, map_owner;
  struct stat status; // of the opened source
  int fd;             // O_PATH source
  int mount_fd;       // the detached clone of it
  int upper_mount_fd; // likewise for `upper`
};

struct setting {
  const char *file, *value;
};

struct cgroup_entry {
  int version;
  const char *parent;
  struct setting *settings;
  size_t setting_count;
  bool holds_memory, holds_processes, holds_cpu, holds_io;
  int parent_fd, fd; // open folders; -1 before
  char name[64];
};

struct answer {
  int32_t number, error;
  uint32_t argument_mask; // arguments that tell denials of one call apart
};

struct block {
  int family;
  char address[46];
  unsigned char prefix; // bits
};

struct path_rule {
  const char *path;
  bool write, execute;
};

struct limits {
  uint64_t wall_milliseconds, cpu_milliseconds, output_bytes, memory_bytes;
  uint64_t open_files, file_bytes, processes, disk_bytes;
};

// In place of a command: tries ways out, some of them to what the caller has set up outside.
struct self_test {
  bool wanted;
  const char *abstract; // the name of a listener outside
  uint16_t port;        // of a listener on the host's loopback
  int *processes;       // of the host
  size_t process_count;
};

struct plan {
  const char *hostname, *directory, *launcher;
  const char *folder;    // of the run's own, where there are no namespaces; else empty
  char **writable;       // where it is set: what the payload may write to, the folder among them
  const char *io_parent; // of version 1, to sweep before others; empty without one
  char **argv, **environment;
  enum network network;
  uint32_t inside_uid, inside_gid;
  uint32_t id_base, id_count; // of the ids that payloads of root may have outside
  enum isolation isolation;
  bool degrade; // ISOLATION_AVAILABLE
  bool map_owners, listener, terminal, landlock, deny_tcp, watch_memory;
  bool needs_proc; // some files of proc do not stand in for it
  struct limits limits;
  struct mount_entry *mounts;
  size_t mount_count;
  struct cgroup_entry *cgroups;
  size_t cgroup_count;
  struct answer *answers;
  size_t answer_count;
  struct path_rule *rules;
  size_t rule_count;
  struct sock_fprog filter;
  uint16_t *ports; // that the gateway listens on
  size_t port_count;
  size_t spare_count;   // sockets of each family for ports that are named later
  struct block *blocks; // of real addresses that lead to the gateway
  size_t block_count;
  struct self_test self_test;
  bool minds_metadata; // the supervisor makes changes of files' modes, owners and times
  bool minds_sockets;  // and makes and connects sockets
  bool capture; // lead every port to one listener, where the kernel can
  int broker;   // who takes the listeners; -1 without one
};

// Whether a plan does without namespaces.
static inline bool has_own_folder(const struct plan *plan) {
  return plan->folder[0] != '\0';
}

// Receives and reads the plan and the filter; the plan lives until the process ends.
__attribute__((warn_unused_result)) int read_plan(struct plan *plan);

#endif
