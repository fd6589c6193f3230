#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "digest.h"
#include "supervise.h"

// One thread, one poll: the clock, the child's messages, denied calls, the caller's orders and the
// payload's streams. Nothing in here waits for anything else.

enum {
  SETUP_MICROSECONDS = 15000000, // a set-up that takes longer is stuck
  SETUP_SECONDS = 20,            // one in which this process itself is stuck: SIGALRM ends it
  KEEPER_MILLISECONDS = 10000,   // for a keeper to end everybody
  DRAIN_MICROSECONDS = 1000000,  // for a reader that does not read after a run was ended
};

uint64_t now_microseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

// Killing init ends every process of its namespace; a keeper does that itself when nobody talks to it
// any more. The first reason is the one that counts.
static void kill_init(const struct run *run) {
  if (has_own_folder(run->plan)) {
    if (run->socket >= 0) (void)shutdown(run->socket, SHUT_WR); // fails when it is gone
    return;
  }
  if (syscall(SYS_pidfd_send_signal, run->init_fd, SIGKILL, NULL, 0) < 0) kill(run->init, SIGKILL);
}

void end_run(struct run *run, enum sentinel_outcome outcome) {
  if (run->killed || run->payload_ended) return;
  run->killed = true;
  if (run->result.outcome == 0) run->result.outcome = outcome;
  relax_cgroups(run->plan);
  kill_cgroups(run->plan);
  kill_init(run);
}

// The one place that names the cause of a failure: the first that was heard of.
static void note_failure(struct run *run, const struct failure *cause, enum sentinel_outcome why) {
  if (run->result.outcome != 0) return;
  run->result.outcome = why;
  run->result.stage = cause->stage;
  run->result.error = cause->error;
  memcpy(run->result.detail, cause->detail, sizeof run->result.detail);
  run->result.detail[sizeof run->result.detail - 1] = '\0';
}

void fail_run(struct run *run) {
  note_failure(run, &failure, SENTINEL_OUTCOME_SETUP);
  end_run(run, SENTINEL_OUTCOME_SETUP);
}

static int receive(struct run *run, struct message *message) {
  int fd;
  message->kind = 0;
  ssize_t count = receive_record(run->socket, message, sizeof *message, MSG_DONTWAIT, &fd);
  if (count == 0) { // init is gone, and so is everyone who could write here
    close(run->socket);
    run->socket = -1;
  } else if (count < 0 && errno != EAGAIN && errno != EINTR && errno != ECONNRESET) {
    (void)failed(SENTINEL_STAGE_SUPERVISOR, "the sandbox's report");
    fail_run(run);
    close(run->socket);
    run->socket = -1;
  }
  if (count != (ssize_t)sizeof *message) message->kind = 0;
  return fd;
}

// Of what was handed to the kernel, not of what the caller meant.
static void note_filter(struct run *run) {
  const struct sock_fprog *filter = &run->plan->filter;
  struct sentinel_sha256 digest;
  sentinel_sha256_start(&digest);
  sentinel_sha256_add(&digest, filter->filter, filter->len * sizeof *filter->filter);
  sentinel_sha256_finish(&digest, run->result.filter_digest);
}

static void note_ready(struct run *run, const struct message *message, int listener) {
  run->ready = true;
  run->listener = listener;
  alarm(0);
  share_processor(listener);
  run->result.layers |= message->layers;
  if (message->layers & SENTINEL_LAYER_SECCOMP) note_filter(run);
  run->result.landlock_abi = message->landlock_abi;
  run->deadline = UINT64_MAX;
  if (run->plan->limits.wall_milliseconds > 0)
    run->deadline = now_microseconds() + run->plan->limits.wall_milliseconds * 1000;
  if (watch_start(run) < 0) fail_run(run);
}

static void note_writable(struct run *run, const struct message *message, int fd) {
  if (fd >= 0 && run->writable_count < MOST_WRITABLE) {
    run->writable[run->writable_count++] =
        (struct writable){.fd = fd, .before = message->holding};
    return;
  }
  if (fd >= 0) close(fd);
  end_run(run, SENTINEL_OUTCOME_SETUP); // one place too many, or one that could not be counted
  run->result.stage = SENTINEL_STAGE_WRITABLE;
  run->result.error = EMFILE;
}

static void hear_child(struct run *run, struct child *child) {
  struct message message;
  int fd = receive(run, &message);
  switch (message.kind) {
  case MESSAGE_FAILED: note_failure(run, &message.failure, SENTINEL_OUTCOME_SETUP); break;
  case MESSAGE_EXEC_FAILED: note_failure(run, &message.failure, SENTINEL_OUTCOME_EXECUTE); break;
  case MESSAGE_UPPER: run->upper = fd; return;
  case MESSAGE_WRITABLE: note_writable(run, &message, fd); return;
  case MESSAGE_GATEWAY: return; // held until this process ends
  case MESSAGE_TERMINAL:
    run->terminal = fd;
    if (use_terminal(run, child) < 0) fail_run(run);
    return;
  case MESSAGE_READY: note_ready(run, &message, fd); return;
  case MESSAGE_EXITED:
    if (message.outcome != 0 && !run->killed) {
      run->killed = true;
      if (run->result.outcome == 0) run->result.outcome = message.outcome;
      if (message.outcome == SENTINEL_OUTCOME_WALL) run->result.limits_hit |= SENTINEL_LIMIT_WALL;
    }
    run->payload_ended = !run->killed;
    run->executed = message.executed || run->plan->self_test.wanted;
    run->payload_status = message.status;
    relax_cgroups(run->plan);
    close_sources(run->plan, child); // while init ends: the last one waits for the kernel
    break;
  default: break;
  }
  if (fd >= 0) close(fd);
}

static void hear_caller(struct run *run) {
  struct sentinel_order order;
  ssize_t count = recv(SENTINEL_FD_RESULT, &order, sizeof order, MSG_DONTWAIT);
  if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
  if (count < 0 && errno != ECONNRESET) {
    (void)failed(SENTINEL_STAGE_SUPERVISOR, "orders");
    return fail_run(run);
  }
  if (count == (ssize_t)sizeof order && order.signal > 0) {
    if (send(run->socket, &order, sizeof order, MSG_DONTWAIT | MSG_NOSIGNAL) < 0 &&
        order.signal == SIGTERM)
      end_run(run, SENTINEL_OUTCOME_ABANDONED);
    return;
  }
  end_run(run, SENTINEL_OUTCOME_ABANDONED);
}

static int poll_milliseconds(const struct run *run, uint64_t now) {
  uint64_t next = run->deadline;
  if (run->next_tick != 0 && run->next_tick < next) next = run->next_tick;
  if (next == UINT64_MAX) return -1;
  return next <= now
             ? 0
             : (int)((next - now + 999) / 1000 > 3600000 ? 3600000 : (next - now + 999) / 1000);
}

static void check_clock(struct run *run) {
  uint64_t now = now_microseconds();
  if (now >= run->deadline) {
    if (run->ready) {
      run->result.limits_hit |= SENTINEL_LIMIT_WALL;
      end_run(run, SENTINEL_OUTCOME_WALL);
    } else {
      (void)failed_with(SENTINEL_STAGE_SUPERVISOR, ETIMEDOUT, "set-up");
      fail_run(run);
    }
    run->deadline = UINT64_MAX;
  }
  if (run->next_tick != 0 && now >= run->next_tick) watch_tick(run);
}

enum { ON_INIT, ON_CHILD, ON_CALLER, ON_ORDERS, ON_DENIAL, ON_MEMORY, ON_RELAYS };

// Returns false when init has ended and was heard to the last message.
static bool step(struct run *run, struct child *child) {
  struct pollfd watched[ON_RELAYS + RELAY_COUNT] = {
      [ON_INIT] = {.fd = run->init_fd, .events = POLLIN},
      [ON_CHILD] = {.fd = run->socket, .events = POLLIN},
      [ON_CALLER] = {.fd = run->killed ? -1 : SENTINEL_FD_CALLER, .events = POLLIN},
      [ON_ORDERS] = {.fd = run->killed ? -1 : SENTINEL_FD_RESULT, .events = POLLIN},
      [ON_DENIAL] = {.fd = run->listener, .events = POLLIN},
      [ON_MEMORY] = {.fd = run->memory_event, .events = POLLIN | POLLPRI},
  };
  const struct cgroup_entry *groups = run->plan->cgroups;
  for (size_t i = 0; i < run->plan->cgroup_count; i++)
    if (groups[i].holds_memory && groups[i].version == 2) watched[ON_MEMORY].events = POLLPRI;
  size_t count = ON_RELAYS + relay_poll(run, watched + ON_RELAYS);
  if (poll(watched, count, poll_milliseconds(run, now_microseconds())) < 0 && errno != EINTR) {
    (void)failed(SENTINEL_STAGE_SUPERVISOR, "poll");
    fail_run(run);
    return false;
  }
  if (window_changed) {
    window_changed = false;
    copy_window_size(run->terminal);
  }
  if (watched[ON_DENIAL].revents & POLLIN)
    answer_denial(run);
  else if (watched[ON_DENIAL].revents != 0) { // nobody is left under the filter
    close(run->listener);
    run->listener = -1;
  }
  if (watched[ON_CHILD].revents & POLLIN) hear_child(run, child);
  if (watched[ON_MEMORY].revents != 0) watch_memory_event(run);
  if (watched[ON_CALLER].revents != 0) end_run(run, SENTINEL_OUTCOME_ABANDONED);
  if (watched[ON_ORDERS].revents != 0) hear_caller(run);
  relay_move(run, watched + ON_RELAYS);
  check_clock(run);
  return watched[ON_INIT].revents == 0 || run->socket >= 0;
}

// What the payload wrote before it ended still belongs to the caller, who may take time to read it.
// What comes later is not the payload's: it gave its end to somebody outside, who is not heard.
static void drain(struct run *run) {
  uint64_t until = run->killed ? now_microseconds() + DRAIN_MICROSECONDS : UINT64_MAX;
  run->relays[RELAY_INPUT].from = -1;
  relay_last(run);
  while (!relay_drained(run) && now_microseconds() < until) {
    struct pollfd watched[RELAY_COUNT + 1];
    size_t count = relay_poll(run, watched);
    watched[count] = (struct pollfd){.fd = SENTINEL_FD_CALLER, .events = POLLIN};
    if (poll(watched, count + 1, 100) < 0 && errno != EINTR) {
      run->result.error = errno; // the rest of the output is lost
      return;
    }
    if (watched[count].revents != 0) return;
    relay_move(run, watched);
  }
}

// One that does not end by itself is killed, and what it leaves is ended here.
static void hurry_keeper(const struct run *run) {
  struct pollfd watched = {.fd = run->init_fd, .events = POLLIN};
  if (poll(&watched, 1, KEEPER_MILLISECONDS) == 0)
    (void)syscall(SYS_pidfd_send_signal, run->init_fd, SIGKILL, NULL, 0);
}

static void conclude(struct run *run) {
  struct rusage usage = {0};
  int status = 0;
  kill_init(run);
  if (has_own_folder(run->plan)) hurry_keeper(run);
  while (wait4(run->init, &status, 0, &usage) < 0 && errno == EINTR) continue;
  if (has_own_folder(run->plan)) end_orphans(run);
  uint64_t ended = now_microseconds();
  run->result.wall_microseconds = run->ready ? ended - run->started : 0;
  run->result.cpu_user_microseconds =
      (uint64_t)usage.ru_utime.tv_sec * 1000000 + (uint64_t)usage.ru_utime.tv_usec;
  run->result.cpu_system_microseconds =
      (uint64_t)usage.ru_stime.tv_sec * 1000000 + (uint64_t)usage.ru_stime.tv_usec;
  watch_finish(run);
  if (run->payload_ended && !run->executed && run->result.outcome == 0) {
    (void)failed_by_end(SENTINEL_STAGE_EXECUTE, run->payload_status, "its process");
    note_failure(run, &failure, SENTINEL_OUTCOME_SETUP);
  } else if (run->payload_ended && run->result.outcome == 0) {
    bool exited = WIFEXITED(run->payload_status);
    run->result.outcome = exited ? SENTINEL_OUTCOME_EXITED : SENTINEL_OUTCOME_SIGNALED;
    run->result.exit_code = exited ? WEXITSTATUS(run->payload_status) : 0;
    run->result.signal = exited ? 0 : WTERMSIG(run->payload_status);
  }
  if (run->result.outcome != 0) return;
  if (run->ready && WIFSIGNALED(status)) { // init was killed, and everybody with it
    run->result.outcome = SENTINEL_OUTCOME_SIGNALED;
    run->result.signal = SIGKILL;
    return;
  }
  (void)failed_by_end(SENTINEL_STAGE_INIT, status, "its process");
  note_failure(run, &failure, SENTINEL_OUTCOME_SETUP);
}

static void note_groups(struct run *run) {
  for (size_t i = 0; i < run->plan->cgroup_count; i++) {
    const struct cgroup_entry *entry = &run->plan->cgroups[i];
    if (entry->holds_memory) run->result.layers |= SENTINEL_LAYER_MEMORY_LIMIT;
    if (entry->holds_processes) run->result.layers |= SENTINEL_LAYER_PROCESS_LIMIT;
    if (entry->holds_cpu) run->result.layers |= SENTINEL_LAYER_CPU_LIMIT;
    if (entry->holds_io) run->result.layers |= SENTINEL_LAYER_IO_LIMIT;
  }
}

static int send_result(struct run *run) {
  size_t size = run->result.denial_count * sizeof *run->denials;
  if (send_record(SENTINEL_FD_RESULT, &run->result, sizeof run->result, run->upper) < 0) {
    if (run->upper < 0) return -1;
    (void)failed(SENTINEL_STAGE_SUPERVISOR, "handing over the upper layer");
    run->result.outcome = 0;
    note_failure(run, &failure, SENTINEL_OUTCOME_SETUP);
    if (send_record(SENTINEL_FD_RESULT, &run->result, sizeof run->result, -1) < 0) return -1;
  }
  if (size == 0) return 0;
  return send(SENTINEL_FD_RESULT, run->denials, size, MSG_NOSIGNAL) < 0 ? -1 : 0;
}

static bool is_caller_gone(void) {
  struct pollfd caller = {.fd = SENTINEL_FD_CALLER, .events = POLLIN};
  return poll(&caller, 1, 0) > 0;
}

static struct run the_run;

// What the child said before it ended, which is why this process could not go on.
static void hear_last(struct run *run, struct child *child) {
  struct pollfd watched = {.fd = run->init_fd, .events = POLLIN};
  const bool is_first = failure.error == EPIPE || failure.error == ECONNRESET;
  if (!is_first && poll(&watched, 1, 0) <= 0) return;
  failure.stage = SENTINEL_STAGE_NONE;
  watched.fd = run->socket;
  while (run->result.outcome == 0 && run->socket >= 0 && poll(&watched, 1, 1000) > 0)
    hear_child(run, child);
}

int supervise(struct plan *plan, bool ready) {
  struct run *run = &the_run;
  struct child child = {0};
  run->plan = plan;
  run->init = run->init_fd = run->socket = run->listener = run->upper = run->terminal = -1;
  run->memory_event = -1;
  run->result.version = SENTINEL_PLAN_VERSION;
  run->deadline = now_microseconds() + SETUP_MICROSECONDS;
  if (ready) alarm(SETUP_SECONDS);
  if (ready && start_child(run, &child) == 0) {
    while (step(run, &child)) continue;
    drain(run);
  } else {
    if (run->init > 0) hear_last(run, &child);
    if (failure.stage != SENTINEL_STAGE_NONE) note_failure(run, &failure, SENTINEL_OUTCOME_SETUP);
  }
  if (run->init > 0) conclude(run);
  note_groups(run);
  remove_cgroups(plan);
  if (is_caller_gone()) remove_upper(run);
  restore_terminal();
  run->result.host_uid = run->outside_uid;
  run->result.host_gid = run->outside_gid;
  return send_result(run) < 0 ? error_status(errno) : 0;
}
