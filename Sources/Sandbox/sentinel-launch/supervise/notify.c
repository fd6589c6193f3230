#include <errno.h>
#include <linux/seccomp.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "supervise.h"

// Every denied call arrives here and is answered with the policy's errno, or with what the supervisor
// has done in the payload's place, never with "continue": no decision depends on memory that the
// payload could change meanwhile. Recording has a fixed size, and after so many calls that nobody
// needs more of them the listener is closed: from then on the kernel answers by itself, with ENOSYS,
// at the payload's own cost.

enum { MOST_DENIALS = 4096 };

static const struct answer *find_answer(const struct plan *plan, int32_t number) {
  for (size_t i = 0; i < plan->answer_count; i++)
    if (plan->answers[i].number == number) return &plan->answers[i];
  return NULL;
}

static bool is_same(const struct sentinel_denial *denial, const struct seccomp_data *data,
                    uint32_t mask) {
  if (denial->number != data->nr) return false;
  for (int i = 0; i < 6; i++)
    if ((mask >> i & 1) != 0 && denial->arguments[i] != data->args[i]) return false;
  return true;
}

static void record(struct run *run, const struct seccomp_data *data, int32_t answer,
                   uint32_t mask) {
  uint32_t count = run->result.denial_count;
  for (uint32_t i = 0; i < count; i++)
    if (is_same(&run->denials[i], data, mask)) {
      run->denials[i].count++;
      return;
    }
  if (count == SENTINEL_DENIALS) {
    run->result.denials_unrecorded++;
    return;
  }
  struct sentinel_denial *denial = &run->denials[run->result.denial_count++];
  denial->number = data->nr;
  denial->answer = answer;
  denial->count = 1;
  for (int i = 0; i < 6; i++) denial->arguments[i] = data->args[i];
}

// SECCOMP_IOCTL_NOTIF_SET_FLAGS with SECCOMP_USER_NOTIF_FD_SYNC_WAKE_UP, Linux 6.6.
void share_processor(int listener) {
  if (listener >= 0) (void)ioctl(listener, _IOW('!', 4, uint64_t), 1);
}

// Whoever made the call may be gone (ENOENT); otherwise it would wait for ever.
static void give_up_on_denials(struct run *run) {
  if (errno == ENOENT || errno == EINTR || errno == EINPROGRESS) return;
  (void)failed(SENTINEL_STAGE_SECCOMP, "listener");
  fail_run(run);
}

void answer_denial(struct run *run) {
  union {
    struct seccomp_notif request;
    char room[512]; // a later kernel may send more
  } in;
  memset(&in, 0, sizeof in);
  if (ioctl(run->listener, SECCOMP_IOCTL_NOTIF_RECV, &in) < 0) return give_up_on_denials(run);
  const struct answer *found = find_answer(run->plan, in.request.data.nr);
  int32_t answer = 0;
  enum handling handling = handle_metadata(run, &in.request, &answer);
  if (handling == REFUSED) handling = handle_socket(run, &in.request, &answer);
  if (handling == REFUSED) answer = found != NULL ? found->error : ENOSYS; // a number without a name
  struct seccomp_notif_resp response = {.id = in.request.id, .error = -answer};
  if (handling != ANSWERED && ioctl(run->listener, SECCOMP_IOCTL_NOTIF_SEND, &response) < 0)
    give_up_on_denials(run);
  if (handling != REFUSED) return;
  record(run, &in.request.data, answer, found != NULL ? found->argument_mask : 0);
  // Where the supervisor makes calls in the payload's place, it goes on to.
  if (run->denials_answered < MOST_DENIALS) run->denials_answered++;
  if (run->denials_answered == MOST_DENIALS && !has_own_folder(run->plan)) {
    run->result.denials_flooded = 1;
    close(run->listener);
    run->listener = -1;
  }
}
