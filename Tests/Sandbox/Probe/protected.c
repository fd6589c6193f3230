#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "probe.h"

// X06: ways around names that are protected in a workspace which is written in place.

enum { EXCHANGE = 2 };

static const int refused[] = {EBUSY, EROFS, EACCES, EPERM, EXDEV, ENOENT, ENOTEMPTY, EINVAL, 0};

static void plant(const char *path) {
  int fd = open(path, O_CREAT | O_WRONLY | O_TRUNC | O_CLOEXEC, 0755);
  report_value(path, fd, refused);
  if (fd >= 0) (void)!write(fd, "#!/bin/sh\necho hostile\n", 23);
  if (fd >= 0) close(fd);
}

static void attack_top(void) {
  plant(".git/config");
  plant(".git/hooks/pre-commit");
  report_value("remove .git/config", unlink(".git/config"), refused);
  report_value("rename .git", rename(".git", "moved"), refused);
  mkdir("other", 0755);
  report_value("exchange .git",
               syscall(SYS_renameat2, AT_FDCWD, "other", AT_FDCWD, ".git", EXCHANGE), refused);
  report_value("replace .git", rename("other", ".git"), refused);
  report_value("remove .git", rmdir(".git"), refused);
  report_value("hard link out of .git", link(".git/config", "config-link"), refused);
  report_value("chmod .git", chmod(".git", 0777), refused);
  report_value("truncate .git/config", truncate(".git/config", 0), refused);
}

// The folder above a cover can be moved away together with the cover, and made again without it.
static void attack_parent(void) {
  report_value("rename the parent of a protected folder", rename("sub", "sub-moved"), refused);
  mkdir("sub", 0755);
  mkdir("sub/.git", 0755);
  mkdir("sub/.git/hooks", 0755);
  plant("sub/.git/hooks/pre-commit");
}

static void attack_missing(void) {
  mkdir(".vscode", 0755);
  plant(".vscode/tasks.json");
  mkdir("deep", 0755);
  mkdir("deep/.github", 0755);
  mkdir("deep/.github/workflows", 0755);
  plant("deep/.github/workflows/ci.yml");
  report_value("link in place of a name", symlink("/tmp", ".husky"), refused);
  plant("CLAUDE.md");
  mkdir("node_modules", 0755);
  mkdir("node_modules/x", 0755);
  mkdir("node_modules/x/.vscode", 0755);
  plant("node_modules/x/.vscode/tasks.json");
  mkdir("closed", 0755);
  mkdir("closed/.idea", 0755);
  plant("closed/.idea/workspace.xml");
  chmod("closed", 0);
}

// A protected file whose folder nobody could read when the covers were made.
static void attack_hidden(void) {
  chmod("unreadable", 0755);
  plant("unreadable/.envrc");
}

int row_x06(int argc, char *argv[]) {
  if (argc < 1 || chdir(argv[0]) < 0) return 2;
  attack_top();
  attack_parent();
  attack_missing();
  attack_hidden();
  return 0;
}
