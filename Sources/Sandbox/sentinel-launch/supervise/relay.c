#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "supervise.h"

// The supervisor must never block on the caller's descriptors: it also watches the clock and
// answers denied calls. Pipes and terminals are reopened without blocking, which leaves the
// caller's own description as it was; a regular file never blocks and keeps its shared offset.
static int nonblocking(int fd, int mode, bool *is_socket, bool *may_block) {
  struct stat status;
  char path[32];
  if (fstat(fd, &status) < 0) return -1;
  *is_socket = S_ISSOCK(status.st_mode);
  if (!S_ISFIFO(status.st_mode) && !S_ISCHR(status.st_mode)) return fd;
  snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
  int reopened = open(path, mode | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  *may_block = reopened < 0;
  return reopened < 0 ? fd : reopened;
}

static int make_pipe(struct child *child, int index) {
  int ends[2];
  int payload_end = index == 0 ? 0 : 1;
  if (pipe2(ends, O_CLOEXEC) < 0) return failed(SENTINEL_STAGE_STDIO, "pipe");
  child->stdio.payload[index] = ends[payload_end];
  child->stdio.supervisor[index] = ends[1 - payload_end];
  return fcntl(ends[1 - payload_end], F_SETFL, O_NONBLOCK) < 0
             ? failed(SENTINEL_STAGE_STDIO, "pipe")
             : 0;
}

int prepare_stdio(struct run *run, struct child *child) {
  bool any = false;
  for (int i = 0; i < 3; i++) {
    child->stdio.payload[i] = child->stdio.supervisor[i] = -1;
    child->wants_terminal[i] = run->plan->terminal && isatty(i);
    any = any || child->wants_terminal[i];
    if (!child->wants_terminal[i] && make_pipe(child, i) < 0) return -1;
  }
  run->plan->terminal = any;
  return 0;
}

static int connect_one(struct relay *relay, int from, int to, bool counts) {
  bool is_socket, may_block = false;
  relay->from = from;
  relay->to = to;
  relay->counts = counts;
  relay->closes_to = !counts;
  if (counts)
    relay->to = nonblocking(to, O_WRONLY, &relay->to_is_socket, &relay->to_may_block);
  else
    relay->from = nonblocking(from, O_RDONLY, &is_socket, &may_block);
  return relay->from < 0 || relay->to < 0 ? failed(SENTINEL_STAGE_STDIO, "streams") : 0;
}

int connect_relays(struct run *run, const struct child *child) {
  for (int i = 0; i < 3; i++) run->relays[i].from = run->relays[i].to = -1;
  for (int i = 0; i < 3; i++) {
    if (child->wants_terminal[i]) continue;
    int ours = child->stdio.supervisor[i];
    if (connect_one(&run->relays[i], i == 0 ? 0 : ours, i == 0 ? ours : i, i != 0) < 0) return -1;
  }
  return 0;
}

// One relay carries what the terminal prints, to standard output when that is a terminal.
int use_terminal(struct run *run, const struct child *child) {
  int master = run->terminal;
  if (fcntl(master, F_SETFL, O_RDWR | O_NONBLOCK) < 0)
    return failed(SENTINEL_STAGE_TERMINAL, "master");
  if (child->wants_terminal[0]) {
    if (connect_one(&run->relays[RELAY_INPUT], 0, master, false) < 0) return -1;
    run->relays[RELAY_INPUT].closes_to = false;
    make_terminal_raw();
  }
  int shown = child->wants_terminal[1] ? 1 : child->wants_terminal[2] ? 2 : 0;
  copy_window_size(master);
  return connect_one(&run->relays[shown == 2 ? RELAY_ERROR : RELAY_OUTPUT], master, shown, true);
}

static void close_relay(struct run *run, struct relay *relay) {
  bool from_terminal = relay->from == run->terminal, to_terminal = relay->to == run->terminal;
  if (relay->from > 2 && !from_terminal) close(relay->from);
  if (relay->to > 2 && !to_terminal && relay->closes_to) close(relay->to);
  relay->from = relay->to = -1;
  relay->start = relay->end = 0;
}

size_t relay_poll(struct run *run, struct pollfd *watched) {
  size_t count = 0;
  for (int i = 0; i < RELAY_COUNT; i++) {
    struct relay *relay = &run->relays[i];
    relay->polled = -1;
    if (relay->from < 0) continue;
    // A caller that tries something else after a failed set-up still has its input.
    if (i == RELAY_INPUT && !run->ready) continue;
    bool full = relay->end > relay->start;
    relay->polled = (int)count;
    watched[count++] =
        (struct pollfd){.fd = full ? relay->to : relay->from, .events = full ? POLLOUT : POLLIN};
  }
  return count;
}

static void fill(struct run *run, struct relay *relay) {
  size_t room = sizeof relay->buffer;
  if (relay->is_last && relay->last < room) room = relay->last;
  ssize_t count = room == 0 ? 0 : read(relay->from, relay->buffer, room);
  if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
  if (count <= 0) { // EIO: nobody holds the terminal any more
    if (count < 0 && relay->counts && relay->from != run->terminal) run->result.error = errno;
    return close_relay(run, relay);
  }
  relay->end = (size_t)count;
  if (relay->is_last) relay->last -= (size_t)count;
  if (!relay->counts) return;
  uint64_t left = run->plan->limits.output_bytes - run->result.output_bytes;
  if ((uint64_t)count > left) {
    relay->end = (size_t)left;
    run->result.limits_hit |= SENTINEL_LIMIT_OUTPUT;
    end_run(run, SENTINEL_OUTCOME_OUTPUT);
  }
  run->result.output_bytes += relay->end;
}

static void empty(struct run *run, struct relay *relay) {
  size_t count = relay->end - relay->start;
  const char *bytes = relay->buffer + relay->start;
  if (relay->to_may_block && count > 4096) count = 4096; // PIPE_BUF: what a writable pipe takes
  ssize_t written = relay->to_is_socket ? send(relay->to, bytes, count, MSG_DONTWAIT | MSG_NOSIGNAL)
                                        : write(relay->to, bytes, count);
  if (written < 0 && (errno == EAGAIN || errno == EINTR)) return;
  if (written < 0) {
    // What a command had already written is lost, where no room is left or the disk fails; it
    // cannot know. Otherwise the reader is gone; so is the payload's pipe then.
    bool is_gone = errno == EPIPE || errno == ECONNRESET || (errno == EIO && isatty(relay->to));
    if (!is_gone && relay->counts) run->result.error = errno;
    return close_relay(run, relay);
  }
  relay->start += (size_t)written;
  if (relay->start == relay->end) relay->start = relay->end = 0;
  if (relay->is_last && relay->last == 0 && relay->end == 0) close_relay(run, relay);
}

void relay_last(struct run *run) {
  for (int i = 0; i < RELAY_COUNT; i++) {
    struct relay *relay = &run->relays[i];
    int waiting = 0;
    if (relay->from < 0 || !relay->counts || relay->from == run->terminal) continue;
    relay->is_last = ioctl(relay->from, FIONREAD, &waiting) == 0;
    relay->last = (size_t)waiting;
    if (relay->is_last && relay->last == 0 && relay->start == relay->end) close_relay(run, relay);
  }
}

void relay_move(struct run *run, const struct pollfd *watched) {
  for (int i = 0; i < RELAY_COUNT; i++) {
    struct relay *relay = &run->relays[i];
    if (relay->from < 0 || relay->polled < 0 || watched[relay->polled].revents == 0) continue;
    bool was_full = relay->end > relay->start;
    if (!was_full) fill(run, relay);
    if (relay->end > relay->start && (was_full || !relay->to_may_block)) empty(run, relay);
  }
}

bool relay_drained(const struct run *run) {
  return run->relays[RELAY_OUTPUT].from < 0 && run->relays[RELAY_ERROR].from < 0;
}
