#ifndef SENTINEL_RECORDS_H
#define SENTINEL_RECORDS_H

// What the launcher and its caller say to each other. Both sides are built from this header, so the
// layout is the machine's own; Swift checks every size in a test.

#include <stdint.h>

/// The plan's "version"; a launcher refuses any other.
#define SENTINEL_PLAN_VERSION 1

/// Descriptors that the caller starts the launcher with.
enum sentinel_descriptor {
  SENTINEL_FD_RESULT = 3, ///< A SOCK_SEQPACKET socket: the plan and orders in, the result out.
  SENTINEL_FD_CALLER = 4, ///< A pidfd of the caller; its death ends the run.
};

/// What the first message on the socket carries, one byte of data aside. It may come when the
/// launcher already runs: a plan takes as long to compile as a process to start.
enum sentinel_carried {
  SENTINEL_CARRIED_PLAN = 0,   ///< The plan: JSON in a sealed memfd.
  SENTINEL_CARRIED_FILTER = 1, ///< The seccomp program: an array of `struct sock_filter`.
  SENTINEL_CARRIED_BROKER = 2, ///< A SOCK_SEQPACKET socket to the broker; only with egress rules.
  SENTINEL_CARRIED_COUNT = 3,
};

/// What a listener of the gateway is for.
enum sentinel_listener_kind {
  SENTINEL_LISTENER_END = 0,          ///< There are no more; carries no descriptor.
  SENTINEL_LISTENER_TCP = 1,          ///< Connections to names, on `port`.
  SENTINEL_LISTENER_RESOLVER_UDP = 2, ///< Questions, on any address.
  SENTINEL_LISTENER_RESOLVER_TCP = 3, ///< Questions, on any address.
  SENTINEL_LISTENER_SPARE = 4,        ///< A TCP socket for a port that is named during the run.
  SENTINEL_LISTENER_DIAGNOSIS = 5,    ///< sock_diag(7) of the payload's namespace.
  SENTINEL_LISTENER_EVERY_PORT = 6,   ///< Connections to any port but the resolver's.
  SENTINEL_LISTENER_CONNECTION = 7,   ///< None: one connection, where there is no gateway.
};

/// What the launcher tells the broker: one message for each listener, which it carries. The broker
/// answers the last with one byte when it serves them; spares and the diagnosis are not for it, and
/// it hands them on to the caller.
struct sentinel_listener {
  uint32_t kind;
  uint32_t is_ipv6;
  uint32_t port;
};

/// What the launcher tells the broker during a run without a gateway: the payload has dialled, and the
/// connection's other end comes along.
struct sentinel_connection {
  uint32_t kind; ///< SENTINEL_LISTENER_CONNECTION.
  uint32_t is_ipv6;
  uint32_t port;
  int32_t process;     ///< Who has dialled, as the launcher's own namespace numbers it.
  uint8_t address[16]; ///< In network order; of IPv4 the first four.
};

/// Where setting a sandbox up can fail, in the order of the work; never renumbered.
enum sentinel_stage {
  SENTINEL_STAGE_NONE = 0,
  SENTINEL_STAGE_PLAN = 1,
  SENTINEL_STAGE_SOURCE = 2,
  SENTINEL_STAGE_CGROUP = 3,
  SENTINEL_STAGE_NAMESPACES = 4,
  SENTINEL_STAGE_ID_MAP = 5,
  SENTINEL_STAGE_STDIO = 6,
  SENTINEL_STAGE_IDENTITY = 7,
  SENTINEL_STAGE_NETWORK = 8,
  SENTINEL_STAGE_HOSTNAME = 9,
  SENTINEL_STAGE_ROOT = 10,
  SENTINEL_STAGE_MOUNT = 11,
  SENTINEL_STAGE_PROC = 12,
  SENTINEL_STAGE_DEVICES = 13,
  SENTINEL_STAGE_OVERLAY = 14,
  SENTINEL_STAGE_MASK = 15,
  SENTINEL_STAGE_PIVOT = 16,
  SENTINEL_STAGE_TERMINAL = 17,
  SENTINEL_STAGE_FORK = 18,
  SENTINEL_STAGE_LIMITS = 19,
  SENTINEL_STAGE_CAPABILITIES = 20,
  SENTINEL_STAGE_LANDLOCK = 21,
  SENTINEL_STAGE_CHECK = 22,
  SENTINEL_STAGE_SECCOMP = 23,
  SENTINEL_STAGE_INIT = 24,
  SENTINEL_STAGE_DIRECTORY = 25,
  SENTINEL_STAGE_EXECUTE = 26,
  SENTINEL_STAGE_SUPERVISOR = 27,
  SENTINEL_STAGE_CALLER = 28, ///< The caller's own part; the launcher never says so.
  SENTINEL_STAGE_WRITABLE = 29,
  SENTINEL_STAGE_COUNT
};

/// Why a run ended.
enum sentinel_outcome {
  SENTINEL_OUTCOME_EXITED = 1,     ///< `exit_code` holds the command's own code.
  SENTINEL_OUTCOME_SIGNALED = 2,   ///< `signal` ended the command.
  SENTINEL_OUTCOME_WALL = 3,       ///< The wall-clock limit.
  SENTINEL_OUTCOME_CPU = 4,        ///< The CPU-time limit.
  SENTINEL_OUTCOME_MEMORY = 5,     ///< The memory limit.
  SENTINEL_OUTCOME_OUTPUT = 6,     ///< The output limit.
  SENTINEL_OUTCOME_DISK = 7,       ///< The disk limit of an upper layer on disk.
  SENTINEL_OUTCOME_SETUP = 8,      ///< `stage` and `error` say what could not be set up.
  SENTINEL_OUTCOME_EXECUTE = 9,    ///< The command could not be executed; `error` says why.
  SENTINEL_OUTCOME_ABANDONED = 10, ///< The caller died or asked for the end.
  SENTINEL_OUTCOME_STALLED = 11,   ///< The command kept the supervisor from its work.
};

/// Limits that were reached, whether or not they ended the run.
enum sentinel_limit {
  SENTINEL_LIMIT_WALL = 1 << 0,
  SENTINEL_LIMIT_CPU = 1 << 1,
  SENTINEL_LIMIT_MEMORY = 1 << 2,
  SENTINEL_LIMIT_PROCESSES = 1 << 3,
  SENTINEL_LIMIT_OUTPUT = 1 << 4,
  SENTINEL_LIMIT_DISK = 1 << 5,
};

/// What protected the payload, as observed from inside before it was executed.
enum sentinel_layer {
  SENTINEL_LAYER_USER = 1 << 0,
  SENTINEL_LAYER_PID = 1 << 1,
  SENTINEL_LAYER_MOUNT = 1 << 2,
  SENTINEL_LAYER_NETWORK = 1 << 3,
  SENTINEL_LAYER_IPC = 1 << 4,
  SENTINEL_LAYER_UTS = 1 << 5,
  SENTINEL_LAYER_CGROUP = 1 << 6,
  SENTINEL_LAYER_CAPABILITIES = 1 << 7,
  SENTINEL_LAYER_NO_NEW_PRIVILEGES = 1 << 8,
  SENTINEL_LAYER_SECCOMP = 1 << 9,
  SENTINEL_LAYER_LISTENER = 1 << 10,
  SENTINEL_LAYER_LANDLOCK = 1 << 11,
  SENTINEL_LAYER_PROC = 1 << 12,
  SENTINEL_LAYER_MEMORY_LIMIT = 1 << 13,
  SENTINEL_LAYER_PROCESS_LIMIT = 1 << 14,
  SENTINEL_LAYER_CPU_LIMIT = 1 << 15,
  SENTINEL_LAYER_ID_MAPPED = 1 << 16,
  SENTINEL_LAYER_GATEWAY = 1 << 17, ///< Listeners stand in a network namespace of their own.
  SENTINEL_LAYER_IO_LIMIT = 1 << 18,
  SENTINEL_LAYER_DESCRIPTORS = 1 << 19, ///< No descriptor but the streams' was open.
  SENTINEL_LAYER_CEILINGS = 1 << 20,    ///< No further user namespace, few watches.
  SENTINEL_LAYER_HOSTNAME = 1 << 21,    ///< The host name is that of the profile.
};

#define SENTINEL_DETAIL_BYTES 160

/// The largest file that a plan may ask to be copied into the view.
#define SENTINEL_COPY_BYTES 262144
#define SENTINEL_DENIALS 256

/// One system call that was denied, however often.
struct sentinel_denial {
  uint64_t arguments[6]; ///< Of the first occurrence.
  uint64_t count;
  int32_t number;
  int32_t answer; ///< The errno that the payload saw.
};

/// How a run ended; one SOCK_SEQPACKET message, followed by one message with the denials.
///
/// With an overlay the message carries one descriptor (SCM_RIGHTS): the upper layer's folder.
struct sentinel_result {
  uint32_t version;
  uint32_t outcome;
  int32_t exit_code;
  int32_t signal;
  uint32_t stage;
  int32_t error; ///< The errno of a failure; of a run that ended, why its output was cut off.
  uint32_t limits_hit;
  uint32_t layers;
  uint32_t landlock_abi;
  uint32_t denial_count;       ///< Records that follow.
  uint64_t denials_unrecorded; ///< Denied calls beyond the table's size.
  uint64_t wall_microseconds;
  uint64_t cpu_user_microseconds;
  uint64_t cpu_system_microseconds;
  uint64_t memory_peak_bytes;
  uint64_t processes_peak;
  uint64_t output_bytes;
  uint64_t upper_bytes; ///< What the upper layer held at the end, or what was written to disks.
  uint32_t host_uid;    ///< The id that the payload had on the host.
  uint32_t host_gid;
  uint32_t denials_flooded; ///< Whether there were so many that the rest was not heard.
  char detail[SENTINEL_DETAIL_BYTES]; ///< The object of a failure, NUL-terminated.
  uint8_t filter_digest[32]; ///< SHA-256 of the filter that was loaded; zero when none was.
};

/// An order of the caller to a running launcher: deliver `signal`, or end the run when it is 0.
struct sentinel_order {
  int32_t signal;
};

#endif
