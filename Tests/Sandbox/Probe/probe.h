#ifndef SENTINEL_PROBE_H
#define SENTINEL_PROBE_H

// A hostile payload in one program: each row of the catalogue is one command, each attempt one line
// of JSON. Calls get invalid pointers and descriptors, so that one that reached the kernel fails
// with the kernel's own error and does no harm, inside a sandbox or outside.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// Adds a line: `{"row", "attempt", "result", "errno", "detail"}`.
///
/// `result` is "blocked", "reached", "worked" or "error"; `detail` may be null.
void report(const char *attempt, const char *result, int error, const char *detail);

/// Adds a line for a call that returned `value`, -1 with errno as it stands.
///
/// An errno of `refusals`, a list that ends with 0, means blocked; any other one means reached.
void report_value(const char *attempt, long value, const int *refusals);

/// What a filter answers.
extern const int FILTERED[];
/// What is not there, not allowed or read-only.
extern const int HIDDEN[];
/// What a socket of a refused family says.
extern const int NO_FAMILY[];
/// What is blocked by saying that an argument is invalid.
extern const int INVALID[];
/// What has no route, listener or permission.
extern const int UNREACHABLE[];

/// Runs `body` in a child and reports what became of it; a child that SIGSYS ended was blocked.
///
/// `body` returns -1 with errno, or anything else for success.
void try_body(const char *attempt, long (*body)(const void *), const void *context,
              const int *refusals);

/// One system call with its raw arguments.
struct attempt {
  const char *name;
  long number;
  long arguments[6];
  const int *refusals;
};

/// Runs each call in a child of its own.
void try_calls(const struct attempt *attempts, size_t count);

/// Reports whether `path` can be opened with `flags`.
void try_open(const char *path, int flags);

/// Reads at most `size` - 1 bytes of a file and ends them with NUL; returns the count, or -1.
ssize_t read_text(const char *path, char *buffer, size_t size);

/// Whether this process is the payload of a limited sandbox; bombs go off nowhere else.
bool is_contained(void);

/// Whether this process is contained, or alone in namespaces that a test made for a control.
///
/// What it does there to processes and mounts ends with them.
bool is_held(void);

/// Waits for `process`; returns its wait status.
int wait_for(pid_t process);

/// An address that no process has mapped.
#define NOWHERE ((long)-4096)
#define COUNT(array) (sizeof(array) / sizeof *(array))

/// What a command gets: its own arguments, without program and row.
typedef int command(int argc, char *argv[]);

command row_s01, row_s02, row_s03, row_s04, row_s05, row_s06, row_s07, row_s08, row_s11, row_s13,
    row_s14, row_s15, row_s16, row_s17;
command row_c01, row_c04, row_c05, row_c06, row_c07, row_c09, row_c13;
command row_r01, row_r03, row_r06, row_r08, row_r10, row_r13, row_r15, row_r16, row_r17, row_r18;
command row_p01, row_p02, row_p03, row_p05, row_p06, row_p10;
command row_f01, row_f02, row_f04, row_f05, row_f06, row_f07, row_f10, row_f15, row_f16, row_f17,
    row_f18, row_f19, row_f20, row_f21;
command row_n01, row_n02, row_n03, row_n04, row_n05;
command row_l03;
command row_x01, row_x02, row_x03, row_x04, row_x05, row_x06, row_x07, row_x08, row_x09, row_x10,
    row_x11, row_x12, row_x13, row_x14, row_x16;

/// Helpers that play the caller's or the host's part, outside.
command help_leak, help_pty, help_listen, help_mounted, help_sleep, help_tree, help_write,
    help_flight, help_narrow;

#endif
