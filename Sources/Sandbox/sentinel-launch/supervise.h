#ifndef SENTINEL_SUPERVISE_H
#define SENTINEL_SUPERVISE_H

// What the parts of the supervisor share while the payload runs.

#include <poll.h>

#include "launch.h"

// Bytes on their way from one descriptor to another; one buffer, filled and emptied in turn.
struct relay {
  int from, to;      // -1 when closed
  bool to_is_socket; // write without blocking by a flag of the call
  bool to_may_block; // write only what poll promised
  int polled;        // index of the last poll's entry; -1 without
  bool counts;       // output of the payload, under the output limit
  bool closes_to;    // the end of the input is the end of the output
  size_t start, end;
  size_t last; // bytes that are still to be taken, once nothing more is written
  bool is_last;
  char buffer[1 << 16];
};

enum { RELAY_INPUT, RELAY_OUTPUT, RELAY_ERROR, RELAY_COUNT };

// A place of the host that the payload may write to, with what it held before.
struct writable {
  int fd; // O_PATH
  struct holding before;
};

enum { MOST_WRITABLE = 32 };

struct seccomp_notif;

struct run {
  struct plan *plan;
  struct sentinel_result result;
  struct sentinel_denial denials[SENTINEL_DENIALS];
  uint32_t denials_answered;
  struct relay relays[RELAY_COUNT];
  pid_t init;
  int init_fd, socket, listener, upper, terminal, memory_event;
  uint64_t started, deadline, next_tick; // microseconds of the monotonic clock
  uint32_t outside_uid, outside_gid;
  bool ready, executed, payload_ended, killed;
  int payload_status;
  uint64_t watched_cpu; // microseconds, when no group counts them
  struct writable writable[MOST_WRITABLE];
  size_t writable_count;
  pid_t disk_counter;   // 0 without one, -1 when it was lost
  int disk_counter_end; // closing it asks for the last count
};

// Carries a plan out, if it is `ready`, and reports; returns the exit status of the launcher.
int supervise(struct plan *plan, bool ready);
// Kills the sandbox; the first outcome given is the one reported.
void end_run(struct run *run, enum sentinel_outcome outcome);
// Kills the sandbox because of the noted failure.
void fail_run(struct run *run);

// --- spawn.c

// Everything up to the child's start; it waits for its orders then.
MUST_CHECK int start_child(struct run *run, struct child *child);

// --- relay.c

// Makes the pipes between the caller's streams and the payload's.
MUST_CHECK int prepare_stdio(struct run *run, struct child *child);
// Lets the relays begin, with the payload's ends closed here.
MUST_CHECK int connect_relays(struct run *run, const struct child *child);
// Puts the private terminal's master in the place of the pipes.
MUST_CHECK int use_terminal(struct run *run, const struct child *child);
// Adds what the relays wait for; of the input nothing is taken before the command is ready,
// to `watched`; returns how many entries.
size_t relay_poll(struct run *run, struct pollfd *watched);
// Moves what can be moved without blocking.
void relay_move(struct run *run, const struct pollfd *watched);
// Nothing more is written by the payload: what its pipes hold now is the last of it.
void relay_last(struct run *run);
// Whether everything that the payload wrote has reached the caller.
bool relay_drained(const struct run *run);

// --- terminal.c

// Hands the caller's terminal over: every key goes to the payload's.
void make_terminal_raw(void);
// Gives the caller's terminal its old settings.
void restore_terminal(void);
// Gives the private terminal the size of the caller's.
void copy_window_size(int master);
// Set by a signal: the caller's window has another size.
extern volatile bool window_changed;

// --- notify.c

// Receives one denied call, records it and answers with the plan's errno.
void answer_denial(struct run *run);
// Lets the kernel wake payload and supervisor on one processor; older kernels go on without.
void share_processor(int listener);

// What was done with a held call.
enum handling {
  REFUSED,  // nothing: the plan's errno answers it
  HANDLED,  // it was made in the payload's place, or refused by whoever it is about
  ANSWERED, // it was made, and the payload has the answer
};

// --- metadata.c

// Makes a change of a file's mode, owner or times; `error` receives what came of it.
enum handling handle_metadata(const struct run *run, const struct seccomp_notif *request,
                              int *error);

// --- sockets.c

// Makes a socket of TCP, or connects it to the broker.
enum handling handle_socket(const struct run *run, const struct seccomp_notif *request, int *error);

// --- payload_memory.c

// Reads the memory of a process of the payload; fewer bytes at its end, -1 with errno.
ssize_t read_payload_memory(const struct run *run, pid_t process, uint64_t address, void *bytes,
                            size_t size);
// What a held connect(2) is about: the address, and the number by which the kernel tells its socket from
// all others; 0 or an errno: EBADF, ENOTSOCK, EFAULT, or EPERM for a process that cannot be looked at.
int read_dialled(const struct run *run, const struct seccomp_notif *request, void *address,
                 size_t size, uint64_t *number);

// --- watch.c

// Begins to watch the limits that the kernel does not end a run for.
MUST_CHECK int watch_start(struct run *run);
// Looks at them, when it is time.
void watch_tick(struct run *run);
// Hears of memory running out in a v1 group.
void watch_memory_event(struct run *run);
// Reads the kernel's counters, before the groups are removed.
void watch_finish(struct run *run);
// Ends what a keeper that was killed has left, which are this process's children now.
void end_orphans(const struct run *run);

// --- disk.c

// Whether an upper layer is a folder on disk rather than memory.
bool has_upper_on_disk(const struct plan *plan);
// Takes hold of the sandbox's namespaces while its first process still waits.
MUST_CHECK int prepare_disk_counter(const struct run *run);
// Starts the process that counts what the payload writes to disks of the host, if it can.
void start_disk_counter(struct run *run);
// Whether the counter could not be started or ended on its own.
bool is_disk_counter_lost(struct run *run);
// Bytes written by the last complete count; more than the limit where there are too many files.
uint64_t disk_bytes_counted(void);
// Returns after a last count, of what the run left; false when there was none.
bool finish_disk_counter(struct run *run);

// --- remove.c

// Empties an upper layer on disk whose owner was killed and cannot.
void remove_upper(const struct run *run);

#endif
