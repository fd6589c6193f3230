#include <elf.h>
#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// Makes one system call of one part of Sentinel fail, or lists how many there are of each.
//
//   sentinel-faults REPORT list - - - COMMAND...
//   sentinel-faults REPORT ROLE CALL ORDINAL ERRNO COMMAND...
//
// Runs COMMAND, whose exit code it passes on, and follows every process below it. Each is known by
// how it came to be: the caller, the supervisor, the child that builds the view, init, the payload
// before its command, the broker. The named call is not made (a descriptor is closed all the same); it returns the errno. REPORT gets
// lines: "ROLE CALL COUNT" of a list, or "injected N" and "left N", the processes that outlived
// COMMAND. A fork that SIGALRM ends is one that hung.

enum role { UNKNOWN, CALLER, SPAWNED, SUPERVISOR, CHILD, INIT, PAYLOAD, BROKER, OTHER, ROLES };

static const char *const role_names[ROLES] = {
    "unknown", "caller", "spawned", "supervisor", "child", "init", "payload", "broker", "other"};

enum { MOST_PROCESSES = 256, MOST_CALLS = 512, LINGER_MILLISECONDS = 5000 };

struct process {
  pid_t id;
  enum role role;
  bool waits; // stopped before its parent told of it
  bool fails; // between the entry and the exit of the chosen call
  bool has_child;
};

static struct process processes[MOST_PROCESSES];
static unsigned counts[ROLES][MOST_CALLS];
static enum role chosen_role = UNKNOWN;
static long chosen_call, chosen_ordinal, chosen_error;
static unsigned injected;
static bool lists, has_begun; // with the execve of the command

// What the kernel makes fail for no caller, or nobody could go on without: memory, locks, chance,
// one's own identity, the end.
static bool is_spared(long call) {
  static const long spared[] = {
      SYS_brk,           SYS_mmap,    SYS_mprotect,        SYS_munmap, SYS_madvise, SYS_futex,
      SYS_getpid,        SYS_getppid, SYS_gettid,          SYS_getuid, SYS_geteuid, SYS_getgid,
      SYS_getegid,       SYS_umask,   SYS_rt_sigreturn,    SYS_exit,   SYS_rseq,    SYS_exit_group,
      SYS_set_tid_address, SYS_set_robust_list, SYS_sched_yield, SYS_restart_syscall,
      SYS_getrandom,
#if defined(__x86_64__)
      SYS_arch_prctl,
#endif
  };
  for (size_t i = 0; i < sizeof spared / sizeof *spared; i++)
    if (spared[i] == call) return true;
  return false;
}

static struct process *find(pid_t id) {
  for (size_t i = 0; i < MOST_PROCESSES; i++)
    if (processes[i].id == id) return &processes[i];
  return NULL;
}

static struct process *find_or_add(pid_t id) {
  struct process *process = find(id);
  if (process == NULL && (process = find(0)) != NULL) *process = (struct process){.id = id};
  if (process == NULL) exit(126);
  return process;
}

static size_t alive(void) {
  size_t count = 0;
  for (size_t i = 0; i < MOST_PROCESSES; i++) count += processes[i].id != 0;
  return count;
}

static void resume(const struct process *process, int signal) {
  const bool is_chosen = process->role == chosen_role && (injected == 0 || process->fails);
  const bool watched = lists ? process->role != OTHER : is_chosen;
  ptrace(watched ? PTRACE_SYSCALL : PTRACE_CONT, process->id, NULL, (void *)(intptr_t)signal);
}

// What a new process of a parent is, by the call that made it.
static enum role role_of_new(struct process *parent, int event) {
  const bool is_first = !parent->has_child;
  parent->has_child = true;
  switch (parent->role) {
  case CALLER: return event == PTRACE_EVENT_CLONE ? CALLER : SPAWNED;
  case SUPERVISOR: return is_first ? CHILD : OTHER; // the others describe id maps, or count
  case CHILD: return PAYLOAD;
  case BROKER: return event == PTRACE_EVENT_CLONE ? BROKER : OTHER;
  default: return OTHER;
  }
}

static enum role role_after_exec(const struct process *process) {
  char path[64], target[4096];
  if (process->role == CHILD) return INIT;
  if (process->role == PAYLOAD) return OTHER;
  if (process->role != SPAWNED) return process->role;
  snprintf(path, sizeof path, "/proc/%d/exe", process->id);
  const ssize_t size = readlink(path, target, sizeof target - 1);
  target[size < 0 ? 0 : size] = '\0';
  if (strstr(target, "sentinel-launch") != NULL) return SUPERVISOR;
  return strstr(target, "sentinel-egress") != NULL ? BROKER : OTHER;
}

// Another call takes the place of the chosen one, which no filter refuses; none at all would be a
// number for the filter's listener to answer.
#if defined(__x86_64__)
static void skip_call(pid_t id) {
  struct user_regs_struct registers;
  ptrace(PTRACE_GETREGS, id, NULL, &registers);
  registers.orig_rax = SYS_getpid;
  ptrace(PTRACE_SETREGS, id, NULL, &registers);
}

static void set_result(pid_t id, long result) {
  struct user_regs_struct registers;
  ptrace(PTRACE_GETREGS, id, NULL, &registers);
  registers.rax = (unsigned long long)result;
  ptrace(PTRACE_SETREGS, id, NULL, &registers);
}
#elif defined(__aarch64__)
static void skip_call(pid_t id) {
  int other = SYS_getpid;
  struct iovec part = {&other, sizeof other};
  ptrace(PTRACE_SETREGSET, id, (void *)(intptr_t)NT_ARM_SYSTEM_CALL, &part);
}

static void set_result(pid_t id, long result) {
  struct user_regs_struct registers;
  struct iovec part = {&registers, sizeof registers};
  ptrace(PTRACE_GETREGSET, id, (void *)(intptr_t)NT_PRSTATUS, &part);
  registers.regs[0] = (unsigned long long)result;
  ptrace(PTRACE_SETREGSET, id, (void *)(intptr_t)NT_PRSTATUS, &part);
}
#endif

static void at_call(struct process *process) {
  struct __ptrace_syscall_info info;
  if (ptrace(PTRACE_GET_SYSCALL_INFO, process->id, (void *)sizeof info, &info) <= 0) return;
  if (info.op == PTRACE_SYSCALL_INFO_ENTRY) {
    if (info.entry.nr >= MOST_CALLS || !has_begun) return;
    const unsigned ordinal = counts[process->role][info.entry.nr]++;
    if (lists || injected > 0 || process->role != chosen_role ||
        (long)info.entry.nr != chosen_call || ordinal != (unsigned)chosen_ordinal)
      return;
    injected++;
    process->fails = true;
    // The kernel gives a descriptor back whatever close(2) says then.
    if (info.entry.nr != SYS_close) skip_call(process->id);
  } else if (info.op == PTRACE_SYSCALL_INFO_EXIT && process->fails) {
    process->fails = false;
    set_result(process->id, -chosen_error);
  }
}

static void at_event(struct process *process, int event) {
  unsigned long number = 0;
  if (event == PTRACE_EVENT_EXEC) {
    has_begun = true;
    process->role = role_after_exec(process);
    return;
  }
  ptrace(PTRACE_GETEVENTMSG, process->id, NULL, &number);
  struct process *child = find_or_add((pid_t)number);
  child->role = role_of_new(process, event);
  if (child->waits) {
    child->waits = false;
    resume(child, 0);
  }
}

static void at_stop(struct process *process, int status) {
  const int signal = WSTOPSIG(status), event = status >> 16;
  if (process->role == UNKNOWN) { // its parent's event is still to come
    process->waits = true;
    return;
  }
  if (signal == (SIGTRAP | 0x80)) {
    at_call(process);
    return resume(process, 0);
  }
  if (event == PTRACE_EVENT_STOP || event != 0) {
    if (event != PTRACE_EVENT_STOP) at_event(process, event);
    return resume(process, 0);
  }
  resume(process, signal);
}

static uint64_t milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

static void nothing(int number) {
  (void)number;
}

// Follows everybody until nobody is left; how many outlived the first for too long in `left`.
static int follow(pid_t first, size_t *left) {
  int code = 0;
  uint64_t until = UINT64_MAX;
  // waitpid(2) has no deadline of its own.
  const struct sigaction action = {.sa_handler = nothing};
  const struct itimerspec tick = {{0, 100000000}, {0, 100000000}};
  timer_t timer;
  struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGUSR1};
  sigaction(SIGUSR1, &action, NULL);
  if (timer_create(CLOCK_MONOTONIC, &event, &timer) < 0) exit(126);
  timer_settime(timer, 0, &tick, NULL);
  while (alive() > 0) {
    int status;
    const pid_t id = waitpid(-1, &status, __WALL);
    if (id < 0 && errno == ECHILD) break;
    if (milliseconds() > until) {
      *left = alive();
      break; // PTRACE_O_EXITKILL ends them
    }
    if (id < 0) continue;
    if (WIFSTOPPED(status)) {
      at_stop(find_or_add(id), status);
      continue;
    }
    struct process *process = find(id);
    if (process != NULL) process->id = 0;
    if (id != first) continue;
    code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    until = milliseconds() + LINGER_MILLISECONDS;
  }
  return code;
}

static pid_t start(char *arguments[]) {
  const long options = PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK |
                       PTRACE_O_TRACECLONE | PTRACE_O_TRACEEXEC | PTRACE_O_EXITKILL;
  int go[2];
  char byte;
  if (pipe(go) < 0) exit(126);
  const pid_t id = fork();
  if (id == 0) {
    close(go[1]);
    if (read(go[0], &byte, 1) != 1) _exit(126);
    close(go[0]);
    execv(arguments[0], arguments);
    _exit(127);
  }
  close(go[0]);
  if (id < 0 || ptrace(PTRACE_SEIZE, id, NULL, (void *)options) < 0) exit(126);
  find_or_add(id)->role = CALLER;
  if (write(go[1], "", 1) != 1) exit(126);
  close(go[1]);
  ptrace(PTRACE_INTERRUPT, id, NULL, NULL);
  return id;
}

int main(int argc, char *argv[]) {
  if (argc < 7) return 2;
  lists = strcmp(argv[2], "list") == 0;
  for (int role = 0; role < ROLES; role++)
    if (strcmp(argv[2], role_names[role]) == 0) chosen_role = (enum role)role;
  if (!lists && chosen_role == UNKNOWN) return 2;
  chosen_call = atol(argv[3]);
  chosen_ordinal = atol(argv[4]);
  chosen_error = atol(argv[5]);
  size_t left = 0;
  const int code = follow(start(argv + 6), &left);
  FILE *file = fopen(argv[1], "w");
  if (file == NULL) return 126;
  for (int role = 0; lists && role < ROLES; role++)
    for (int call = 0; call < MOST_CALLS; call++)
      if (counts[role][call] > 0 && !is_spared(call))
        fprintf(file, "%s %d %u\n", role_names[role], call, counts[role][call]);
  fprintf(file, "injected %u\nleft %zu\n", injected, left);
  return fclose(file) == 0 ? code : 126;
}
