#include <signal.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "supervise.h"

// The caller's terminal passes bytes through; the private terminal inside does the line editing and
// turns Ctrl-C into a signal for the payload.

volatile bool window_changed;
static struct termios saved;
static bool is_raw;

static void note_window(int number) {
  (void)number;
  window_changed = true;
}

void make_terminal_raw(void) {
  struct sigaction action = {.sa_handler = note_window};
  (void)sigaction(SIGWINCH, &action, NULL); // only the size would not follow
  if (tcgetpgrp(0) != getpgrp() || tcgetattr(0, &saved) < 0) return;
  struct termios raw = saved;
  cfmakeraw(&raw);
  is_raw = tcsetattr(0, TCSANOW, &raw) == 0;
}

void restore_terminal(void) {
  if (is_raw) tcsetattr(0, TCSADRAIN, &saved);
  is_raw = false;
}

void copy_window_size(int master) {
  struct winsize size;
  for (int fd = 0; fd < 3; fd++)
    if (ioctl(fd, TIOCGWINSZ, &size) == 0) {
      (void)ioctl(master, TIOCSWINSZ, &size);
      return;
    }
}
