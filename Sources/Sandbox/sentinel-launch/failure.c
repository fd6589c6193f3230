#include <errno.h>
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
