#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "launch.h"

struct failure failure;

int failed_with(enum sentinel_stage stage, int error, const char *detail) {
  if (failure.stage != SENTINEL_STAGE_NONE) return -1; // the first failure is the cause
  failure.stage = stage;
  failure.error = error;
  strncpy(failure.detail, detail, sizeof failure.detail - 1);
  return -1;
}

int failed(enum sentinel_stage stage, const char *detail) {
  return failed_with(stage, errno, detail);
}

int error_status(int error) {
  return error > 0 && error < 256 ? error : EIO;
}

int failed_by_end(enum sentinel_stage stage, int status, const char *who) {
  char detail[SENTINEL_DETAIL_BYTES];
  const bool exited = WIFEXITED(status);
  if (exited)
    snprintf(detail, sizeof detail, "%s ended", who);
  else
    snprintf(detail, sizeof detail, "%s, ended by signal %d", who, WTERMSIG(status));
  const int error = exited && WEXITSTATUS(status) != 0 ? WEXITSTATUS(status) : ECANCELED;
  return failed_with(stage, error, detail);
}
