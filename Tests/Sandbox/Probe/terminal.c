#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <termios.h>
#include <unistd.h>

#include "probe.h"

// Attacks on a terminal that was inherited, and a terminal to attack.

#define HIGH (1L << 32)

static void attack_terminal(const char *where, int fd) {
  static char letter = '#';
  static const int refused[] = {EPERM, ENOTTY, EBADF, EIO, 0};
  static int discipline = 29; // no such line discipline
  struct {
    const char *name;
    long request;
    void *argument;
  } const calls[] = {
      {"TIOCSTI", TIOCSTI, &letter},     {"TIOCSTI with high bits", TIOCSTI | HIGH, &letter},
      {"TIOCLINUX", TIOCLINUX, &letter}, {"TIOCSETD", TIOCSETD, &discipline},
      {"TIOCCONS", TIOCCONS, NULL},
  };
  for (size_t i = 0; i < COUNT(calls); i++) {
    char name[64];
    snprintf(name, sizeof name, "%s on %s", calls[i].name, where);
    report_value(name, syscall(SYS_ioctl, fd, calls[i].request, calls[i].argument), refused);
  }
}

int row_r10(int argc, char *argv[]) {
  (void)argc;
  (void)argv;
  attack_terminal("descriptor 0", 0);
  attack_terminal("descriptor 1", 1);
  const char *const paths[] = {"/dev/tty", "/dev/console", "/dev/tty0", "/dev/tty1"};
  for (size_t i = 0; i < COUNT(paths); i++) {
    int fd = open(paths[i], O_RDWR | O_NOCTTY | O_NONBLOCK);
    if (fd >= 0)
      attack_terminal(paths[i], fd);
    else
      attack_terminal(paths[i], -1);
  }
  return 0;
}

static void relay_until_end(int master, pid_t child) {
  char bytes[4096];
  for (;;) {
    struct pollfd watched = {.fd = master, .events = POLLIN};
    if (poll(&watched, 1, 20000) <= 0) break;
    ssize_t count = read(master, bytes, sizeof bytes);
    if (count <= 0) break;
    (void)!write(1, bytes, (size_t)count);
  }
  kill(child, SIGKILL);
}

// Runs `argv` with a fresh terminal as its own; then says what waits to be read there: what a
// command typed for its caller.
int help_pty(int argc, char *argv[]) {
  int master, slave, held[2];
  struct termios modes;
  if (argc < 1 || openpty(&master, &slave, NULL, NULL, NULL) < 0 || pipe(held) < 0) return 2;
  tcgetattr(slave, &modes);
  modes.c_lflag &= ~(tcflag_t)ECHO;
  modes.c_oflag &= ~(tcflag_t)OPOST;
  tcsetattr(slave, TCSANOW, &modes);
  pid_t child = fork();
  if (child == 0) {
    setsid();
    ioctl(slave, TIOCSCTTY, 0);
    pid_t runner = fork();
    if (runner == 0) {
      for (int i = 0; i < 3; i++) dup2(slave, i);
      close(held[1]);
      execvp(argv[0], argv);
      _exit(127);
    }
    wait_for(runner);
    int waiting = 0;
    char detail[32];
    fcntl(slave, F_SETFL, O_NONBLOCK);
    modes.c_lflag &= ~(tcflag_t)ICANON;
    tcsetattr(slave, TCSANOW, &modes);
    ioctl(slave, FIONREAD, &waiting);
    snprintf(detail, sizeof detail, "%d bytes", waiting);
    dup2(slave, 1);
    report("typed for the caller", waiting > 0 ? "worked" : "blocked", 0, detail);
    _exit(0);
  }
  close(slave);
  relay_until_end(master, child);
  return wait_for(child) == 0 ? 0 : 1;
}
