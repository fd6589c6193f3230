#!/bin/sh
# shellcheck source=Tests/Sandbox/VM/checks.sh
# A user without a delegated group: refused in full, and honest about what is missing otherwise.
# shellcheck disable=SC2016
set -u
. /opt/tests/checks.sh
mkdir -p "$HOME/work" && cd "$HOME/work" || exit 1

"$sentinel" doctor >"$scratch/out" 2>"$scratch/err"
code=$?
check "doctor ends with 3" code_is 3
check "doctor names the missing controllers" says 'MISSING.*control groups.*v2.*no memory, pids, cpu'
check "doctor names the fix" says 'Delegate=yes'

run -- true
check "--isolation full is refused" status_is refused
check "with exit code 125" code_is 125
check "and a remedy" complains 'isolation contained'

run --isolation available -- true
check "--isolation available runs" code_is 0
check "its level is contained, because a watchdog takes the groups' place" \
  test "$(text level)" = contained
check "missing names memory, pids and cpu" \
  test "$(missing_layers)" = "memory limit process limit cpu limit "
check "standard error says so" complains 'contained isolation, without: '

run --isolation contained -- true
check "--isolation contained runs" code_is 0
check "at that level" test "$(text level)" = contained

run --isolation contained --memory 64M --timeout 30s -- \
  sh -c 'dd if=/dev/zero of=/dev/null bs=200M count=200'
check "the watchdog ends a process over --memory" status_is oom
check "with exit code 137" code_is 137

run --isolation available --memory 64M --timeout 30s -- sh -c \
  'for i in 1 2 3 4; do dd if=/dev/zero of=/dev/null bs=30M count=2000 & done; wait'
check "the watchdog counts the whole tree" status_is oom

run --isolation available --memory 64M --timeout 30s -- sh -c \
  'cp /usr/bin/busybox .; chmod 111 busybox; exec ./busybox dd if=/dev/zero of=/dev/null bs=200M count=200'
check "and a process that may not be traced" status_is oom

run --isolation available --memory 16M -- true
check "what others store on the disk is no memory of the run" status_is ok

run --isolation available --disk 32M --timeout 60s -- sh -c \
  'exec 5>gone; rm gone; dd if=/dev/zero bs=1M count=100 >&5; sleep 20'
check "the disk limit holds without a group" status_is diskLimit

run --isolation available --pids 32 --timeout 30s -- \
  sh -c '(i=0; while [ $i -lt 100 ]; do sleep 9 & i=$((i+1)); done); sleep 3; exit 1'
check "a fork storm fails without a group too" holds '[ "$code" != 0 ]'
check "it has no more processes than asked" between 10 "$(field pidsPeak)" 33

run --isolation available --cpu-time 1s --timeout 30s -- \
  sh -c '(while :; do :; done) & (while :; do :; done) & wait'
check "--cpu-time counts the whole tree without a group" status_is cpuLimit

run --isolation available --timeout 2s -- sh -c 'trap "" TERM; setsid sleep 100 & sleep 100'
check "--timeout ends every process without a group" status_is timeout
check "nothing is left" nothing_left

export SENTINEL_CGROUP=/sys/fs/cgroup/delegated
run -- true
check "a delegated group that cannot be entered from the caller's is refused" status_is refused
check "with the reason" complains "inside a delegated group"
"$sentinel" doctor >"$scratch/out" 2>"$scratch/err"
check "doctor says the same" says 'MISSING.*control groups'
