#!/bin/sh
# shellcheck source=Tests/Sandbox/VM/checks.sh
# Without user namespaces: a refusal with the exact fix, never a run with less.
set -u
. /opt/tests/checks.sh
mkdir -p "$HOME/work" && cd "$HOME/work" || exit 1

refused() {
  run -- true
  check "run ends with 125" code_is 125
  check "it is a failed set-up" status_is setupFailed
  check "at the stage of the namespaces" test "$(text stage)" = namespaces
  check "its remedy names $1" holds "text remedy | grep -q '$1'"
  run --isolation available -- true
  check "--isolation available does not go on without them" code_is 125
  "$sentinel" doctor >"$scratch/out" 2>"$scratch/err"
  code=$?
  check "doctor ends with 3" code_is 3
  check "doctor names the fix" says "sysctl $1 is 0: set it to"
  check "nothing is left" nothing_left
}

works() {
  run -- true
  check "a run ends well" code_is 0
  check "its level is full" test "$(text level)" = full
}

case $me in
*-count-zero) refused user.max_user_namespaces ;;
user-clone-zero) refused kernel.unprivileged_userns_clone ;;
*) works ;;
esac
