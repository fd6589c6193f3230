#ifndef SENTINEL_LAUNCH_H
#define SENTINEL_LAUNCH_H

// The launcher's own vocabulary. It executes a plan that somebody else decided on; every function
// that can fail returns -1 after `failed` noted the stage, the errno and the object.

#include <sched.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "checked_calls.h"
#include "plan.h"
#include "records.h"

// --- Failure

struct failure {
  uint32_t stage;
  int32_t error;
  char detail[SENTINEL_DETAIL_BYTES];
};

extern struct failure failure;

// Notes the failure with the present errno; returns -1 so that callers can `return failed(...)`.
MUST_CHECK int failed(enum sentinel_stage stage, const char *detail);

// The same with an errno of the caller's choice.
MUST_CHECK int failed_with(enum sentinel_stage stage, int error, const char *detail);

// What one exit status can say of an errno.
int error_status(int error);

// Notes how a process ended that should not have, from its wait status.
MUST_CHECK int failed_by_end(enum sentinel_stage stage, int status, const char *who);

// --- Messages between init and supervisor

enum message_kind {
  MESSAGE_FAILED = 1,  // set-up failed
  MESSAGE_UPPER,       // carries the upper layer's folder
  MESSAGE_WRITABLE,    // carries a place of the host that the payload may write to; what it holds
  MESSAGE_GATEWAY,     // carries the gateway's network namespace
  MESSAGE_TERMINAL,    // carries the private terminal's master
  MESSAGE_READY,       // carries the notify listener, if any; layers observed
  MESSAGE_EXEC_FAILED, // the payload could not be executed
  MESSAGE_EXITED,      // the payload's wait status
};

// What a folder of the host holds.
struct holding {
  uint64_t bytes, entries;
};

struct message {
  uint32_t kind;
  uint32_t layers;
  uint32_t landlock_abi;
  int32_t status;
  struct holding holding; // with MESSAGE_WRITABLE
  int32_t network;   // its network namespace, for init; -1 without one of its own
  uint32_t executed; // with MESSAGE_EXITED: whether the command ever began
  uint32_t outcome;  // with MESSAGE_EXITED: why the keeper has ended it; 0 when it ended itself
  struct failure failure;
};

// Sends one message and at most one descriptor (-1 for none).
MUST_CHECK int send_message(int socket, const struct message *message, int fd);
// The same for any record, whole or not at all.
MUST_CHECK int send_record(int socket, const void *record, size_t size, int fd);
// Takes one record, with the descriptor that came along, else -1; gives what recvmsg gives.
ssize_t receive_record(int socket, void *record, size_t size, int flags, int *fd);

// --- Set-up, in the order of use

enum { GO_READ = 0, GO_WRITE = 1 };

struct stdio {
  int payload[3];    // what becomes the payload's 0, 1, 2; -1 where the terminal will be
  int supervisor[3]; // the other ends
};

struct child {
  int socket; // to the supervisor
  struct stdio stdio;
  bool wants_terminal[3];
  int launcher; // a detached clone of this program's file; -1 before
  int caller;   // without namespaces: a pidfd of the caller
  uint32_t caller_uid;
  uint32_t outside_uid, outside_gid; // the payload's ids on the host
  uint64_t host_namespaces[7];
};

// --- sources.c

// Host root's supervisor does it, because the child may not search root's folders; otherwise the
// child does, because an ordinary user may clone mounts only in a mount namespace of its own.

// Opens every source of the plan by descriptor, without following links.
MUST_CHECK int open_sources(struct plan *plan);
// Makes a detached mount of each opened source.
MUST_CHECK int clone_sources(struct plan *plan);
// A descriptor of a detached clone of this program, for the re-execution as init; -1 on failure.
MUST_CHECK int clone_launcher(const struct plan *plan);
// Closes this process's own descriptors of all of them.
void close_sources(struct plan *plan, struct child *child);

// --- idmap.c

// Writes the maps that make the outside ids the only ones of the child's user namespace.
MUST_CHECK int write_id_maps(pid_t process, const struct plan *plan, uint32_t outside_uid,
                  uint32_t outside_gid);
// Lets the sources whose owner is to be shown as the payload appear so, by idmapped mounts.
MUST_CHECK int map_owners(struct plan *plan, uint32_t outside_uid, uint32_t outside_gid);

// --- cgroup.c

// Makes, locks and limits one group below each parent of one version.
MUST_CHECK int create_cgroups(struct plan *plan, int version);
// Hands the child what it enters the groups by that clone3 did not put it in.
MUST_CHECK int send_cgroups(const struct plan *plan, int socket);
// The open folder of the v2 group; -1 without one.
int v2_cgroup(const struct plan *plan);
// Kills every process in the groups, where the kernel offers that.
void kill_cgroups(const struct plan *plan);
// Lifts what would keep a killed process from ending.
void relax_cgroups(const struct plan *plan);
// Removes the groups and closes their folders.
void remove_cgroups(struct plan *plan);
// Reads a file of a group as text with a final NUL; -1 when it cannot be read.
int read_cgroup(int cgroup, const char *file, char *buffer, size_t size);
// Reads the number behind `key`, or the first with an empty key; false leaves `number` alone.
bool read_cgroup_number(int cgroup, const char *file, const char *key, uint64_t *number);
// Removes groups of supervisors that were killed: ours by name, locked by nobody.
void sweep_cgroups(const struct plan *plan, int parent_fd);

// --- root.c

// Attaches an empty memory file system over the present root; returns it, or -1.
MUST_CHECK int make_root(void);
// Makes `root` the root, read-only, and detaches the old one.
MUST_CHECK int leave_old_root(int root);
// Opens a path below the new root, making it where `allow_mount_points_on` permits; -1 with errno.
int open_target(int root, const char *target, bool folder, mode_t mode);
// Forgets what was known of the folders below, because something was mounted there.
void note_attached(const char *target);
// Lets mount points be made on the file system of this folder, which must be one of ours.
MUST_CHECK int allow_mount_points_on(int directory);

// --- mounts.c, overlay.c

// What programs ask of the machine, where there is no proc of the sandbox's own: names below /proc, of
// which none tells of a process; the last is null.
extern const char *const machine_files[];

// Carries out the plan's mounts from `first` on, in their order; how many in `count`.
MUST_CHECK int make_mounts(struct plan *plan, size_t first, size_t count, int root,
                           const struct child *child);
// How many of the mounts have to be made until everything writable is there.
size_t writable_mounts(const struct plan *plan);
// How many of the mounts come before the first whose source the supervisor still has to map.
size_t unmapped_mounts(const struct plan *plan);
// Moves a detached mount to a path below the new root; -1 with errno.
MUST_CHECK int attach(int mount_fd, int root, const char *target, bool folder);
// A detached mount of a new file system; `options` end with a null name; -1 with errno.
int fresh_mount(const char *type, const char *const options[][2], unsigned attributes);
// Prepares an overlay of which only parts are shown.
MUST_CHECK int make_tree(struct mount_entry *entry);
// Shows a part of a tree, without what lies beside it.
MUST_CHECK int make_part(const struct plan *plan, const struct mount_entry *entry, int root);
// Mounts an overlay over its source and hands the upper layer's folder to the supervisor.
MUST_CHECK int make_overlay(struct mount_entry *entry, int root, const struct child *child);

// --- devices.c

// Builds the private dev: the harmless nodes, links, shared memory, a terminal when asked for.
MUST_CHECK int make_devices(int root, const struct plan *plan, const struct child *child);

// --- child.c: what clone3 starts

// Builds the view, forks the payload and becomes init.
_Noreturn void run_child(struct plan *plan, struct child *child);
// Reports the noted failure and ends.
_Noreturn void give_up(int socket);
// Waits for the supervisor's next order to go on; its death is a failure.
MUST_CHECK int wait_for_go(int socket);
// Puts the payload's streams into the place of this process's own.
MUST_CHECK int place_stdio(const struct plan *plan, const struct child *child, int root);
// Makes the plan's folder the present one.
MUST_CHECK int enter_directory(const struct plan *plan);

// --- network/gateway.c

// Makes the payload's network namespace with its only way out, and hands the listeners to the
// broker; `network` receives the namespace, the supervisor at `socket` the gateway's, and `layers`
// whether there is one.
MUST_CHECK int make_gateway(const struct plan *plan, int socket, int proc, int *network,
                            uint32_t *layers);
// Waits for the broker where there are no listeners, because it is handed connections.
MUST_CHECK int begin_without_gateway(const struct plan *plan);

// --- network/capture.c

// Leads every connection that arrives in this network namespace, but those to the resolver's port,
// to the transparent listener at `port`; -1 with errno where the kernel cannot.
int capture_every_port(uint16_t port);

// --- payload.c

struct start {
  cpu_set_t processors; // where the payload may run
  int root;             // the new root, while it is being built
  int proc;             // the host's proc, while its path may already lead to another
  int ready[2];         // the payload's report to init
  int payload;          // a pidfd, for init
  uint32_t layers;      // that init has seen to
  int go[2]; // one byte when the writable places are there, one when the command may begin
  int born[2]; // the payload's pid, where another than its parent makes it
};

// The payload's report, or how it ended without one: descriptors are shared, so the pipe itself would
// never end.
MUST_CHECK int hear_payload(const struct start *start, struct message *message);

// Confines this process while init builds the view, reports, waits and executes the command.
_Noreturn void run_payload(const struct plan *plan, const struct child *child,
                           const struct start *start);
// The same without namespaces, as a child of the keeper.
_Noreturn void run_bare_payload(const struct plan *plan, const struct child *child,
                                const struct start *start);

// --- keeper.c

// Starts the payload where there are no namespaces, and ends everybody that it has begun.
_Noreturn void run_keeper(const struct plan *plan, struct child *child);

// --- selftest/run.c

// Tries the ways out that need no server, writes a line for each to standard output, and ends.
_Noreturn void run_self_test(const struct plan *plan);

// --- confine.c

// Empties the bounding set and locks that no set is filled again; takes CAP_SETPCAP.
MUST_CHECK int drop_bounds(void);
// Empties all other sets.
MUST_CHECK int drop_sets(void);
// Both.
MUST_CHECK int drop_capabilities(void);
// Enters a domain of Landlock out of which no signal gets.
MUST_CHECK int scope_signals(void);
// Applies Landlock with the plan's rules below `root`; `abi` receives what the kernel offers, 0 for
// none.
MUST_CHECK int confine_paths(const struct plan *plan, int root, uint32_t *abi);
// Installs the filter; `listener` receives its notify descriptor, or -1.
MUST_CHECK int install_filter(const struct plan *plan, int *listener);

// --- check.c

// The identities of this process's namespaces, from `proc`, a folder; -1 with errno, and 0 for what
// it does not tell.
MUST_CHECK int namespace_ids(int proc, uint64_t ids[static 7]);
// Layer bits of the namespaces that differ.
uint32_t differing_namespaces(const uint64_t own[static 7], const uint64_t host[static 7]);
// Adds the layers that the kernel reports for this process in its opened status file; the bounding set
// counts unless the process `keeps_bounds`.
MUST_CHECK int observe_status(int status, bool keeps_bounds, uint32_t *layers);
// Fails with the name of the first layer that the plan asks for and nobody observed, unless the
// caller goes on with less.
MUST_CHECK int require_layers(const struct plan *plan, uint32_t observed);
// What getdents64(2) fills a buffer with.
struct directory_entry {
  uint64_t inode, offset;
  uint16_t length;
  uint8_t type;
  char name[];
};

// Closes every descriptor above the streams but `kept`, and has the kernel list what is open, over
// `list`, a folder of proc, which is closed too in the end.
MUST_CHECK int close_descriptors(int kept, int list);

// init.c: the re-executed PID 1, which is told from every other start by what is on its stack; it
// returns for those.
void enter(const long *stack);
enum { INIT_FD_SOCKET = 3, INIT_FD_GO = 4 };

// What the payload's process sends its parent when it ends before its execve(2), which makes that
// SIGCHLD: such a child is waited for with __WCLONE alone, so init knows whether the command began.
enum { UNBORN_SIGNAL = SIGURG };

// probe.c: tries every primitive and prints the errno of each, for the doctor.
int run_probes(void);

// --- supervise/supervise.c

// The monotonic clock.
uint64_t now_microseconds(void);

// --- supervise/trees.c

// Looks through a file or folder of the host before anybody inside can write to it: what it holds,
// and that there is no set-id file, which a mapping could rewrite without the kernel taking the
// bits away. -1 also when something cannot be looked at.
MUST_CHECK int survey_writable(int place, struct holding *holding);

// System calls without a wrapper in the distribution's C library.
int open_beneath(int directory, const char *path, uint64_t flags, uint64_t resolve);

#endif
