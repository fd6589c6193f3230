#!/bin/sh
# shellcheck source=Tests/Sandbox/VM/checks.sh
# Full isolation on cgroup v2: limits by the kernel's own counters, namespaces, escapes, leftovers.
# The single-quoted texts are programs for the shell inside the sandbox.
# shellcheck disable=SC2016
set -u
. /opt/tests/checks.sh

work=$HOME/work
mkdir -p "$work"
cd "$work" || exit 1

# --- What the machine offers ----------------------------------------------------------------------

"$sentinel" doctor >"$scratch/out" 2>"$scratch/err"
code=$?
check "doctor ends with 0" code_is 0
check "doctor names cgroup v2 and the three controllers" \
  says 'works.*control groups.*v2.*memory, pids and cpu are held'
check "and whether it holds input and output" \
  holds 'if [ "$me" = root ]; then says "held, and --io"; else says "held; --io is not"; fi'
check "doctor says that full isolation is possible" says 'Full isolation is possible'
check "doctor names Landlock's ABI 2 and what it lacks" \
  says 'landlock.*ABI 2; without TCP rules, device ioctl rules, scopes'
check "doctor says that upper layers live on disk" says 'limited.*overlay.*live on disk'

run -- true
check "a run ends well" code_is 0
check "its level is full" test "$(text level)" = full
check "its groups are v2" test "$(layer cgroup)" = v2
check "its limits are held by groups" test "$(layer_list cgroupLimits)" = "memory,pids,cpu"
check "its Landlock ABI is 2" test "$(layer landlockABI)" = 2
check "it is not host root" holds '[ "$(layer hostUID)" != 0 ]'
check "nothing is left of it" nothing_left

# --- Memory ---------------------------------------------------------------------------------------

run --memory 64M -- sh -c 'sleep 30 & sleep 30 & dd if=/dev/zero of=/dev/null bs=200M count=1; wait'
check "a process over --memory ends the run as oom" status_is oom
check "with exit code 137" code_is 137
check "the kernel's peak is the limit" between 60000000 "$(field memoryPeakBytes)" 67108864
check "the whole group ended at once" between 0 "$(field wallMilliseconds)" 20000
check "nothing is left of it (memory)" nothing_left

run --memory 64M -- sh -c 'for i in 1 2 3 4; do dd if=/dev/zero of=/dev/null bs=30M count=20 & done; wait'
check "processes that are small alone and too large together end as oom" status_is oom

run --memory 64M -- sh -c 'dd if=/dev/zero of=/tmp/full bs=1M count=200'
check "memory files count: /tmp cannot hold more than --memory" status_is oom

run --memory 128M -- sh -c 'dd if=/dev/zero of=/dev/null bs=40M count=1'
check "a run within its memory is ok" status_is ok
check "its peak is what it used" between 40000000 "$(field memoryPeakBytes)" 134217728

# --- Processes ------------------------------------------------------------------------------------

run --pids 32 --timeout 30s -- sh -c 'i=0; while [ $i -lt 100 ]; do sleep 3 & i=$((i+1)); done; wait'
check "a fork storm ends as pidsLimit" status_is pidsLimit
check "with exit code 123" code_is 123
check "the kernel's peak stays at the limit" between 30 "$(field pidsPeak)" 33
check "nothing is left of it (pids)" nothing_left

run --pids 32 --timeout 4s -- sh -c 'f() { f | f & }; f; while :; do sleep 1; done'
check "a fork bomb ends" holds '[ "$code" = 123 ] || [ "$code" = 124 ] || [ "$code" = 137 ]'
check "it never had more processes" between 20 "$(field pidsPeak)" 33
check "the machine answers at once" holds 'timeout 5 "$sentinel" --version >/dev/null'
check "nothing is left of it (bomb)" eventually nothing_left

# --- Processor time -------------------------------------------------------------------------------

run --cpus 0.2 --timeout 3s -- sh -c 'while :; do :; done'
cpu=$(($(field cpuUserMilliseconds | cut -d. -f1) + $(field cpuSystemMilliseconds | cut -d. -f1)))
check "--cpus 0.2 for 3 s is a timeout" status_is timeout
check "with exit code 124" code_is 124
check "the group used about 0.6 s of processor time" between 300 "$cpu" 1100

run --cpus 0.2 --timeout 3s -- sh -c 'for i in 1 2 3 4; do while :; do :; done & done; wait'
cpu=$(($(field cpuUserMilliseconds | cut -d. -f1) + $(field cpuSystemMilliseconds | cut -d. -f1)))
check "four processes together use no more" between 300 "$cpu" 1100

run --cpu-time 1s --timeout 30s -- sh -c 'while :; do :; done'
check "--cpu-time ends a spinning process" status_is cpuLimit
check "with exit code 124 (cpu)" code_is 124

run --cpu-time 1s --timeout 30s -- sh -c '(while :; do :; done) & (while :; do :; done) & wait'
cpu=$(($(field cpuUserMilliseconds | cut -d. -f1) + $(field cpuSystemMilliseconds | cut -d. -f1)))
check "--cpu-time counts the whole tree" status_is cpuLimit
check "by the group's counter" between 900 "$cpu" 3000

# --- Time, output ---------------------------------------------------------------------------------

stubborn='trap "" TERM INT HUP QUIT; (setsid sleep 100 &) & '
run --timeout 2s -- sh -c "$stubborn while :; do sleep 1; done"
check "--timeout ends a tree that ignores signals" status_is timeout
check "soon after" between 1900 "$(field wallMilliseconds)" 8000
check "nothing is left of it (time)" nothing_left

run --output-limit 1M -- sh -c 'yes'
check "--output-limit ends the run" status_is outputLimit
check "with exit code 123 (output)" code_is 123
check "no more than the limit came through" between 1 "$(wc -c <"$scratch/out")" 1048576

# --- Disk -----------------------------------------------------------------------------------------

cd "$work" || exit 1
echo before >kept
mkdir -p folder && echo inside >folder/file
run --diff "$scratch/patch" -- sh -c 'echo after >kept; echo new >added; rm -r folder; mkdir folder'
check "an overlay with its layer on disk works" status_is ok
check "the workspace is as before" test "$(cat kept folder/file)" = "before
inside"
check "the result lists the changes" holds 'grep -q "\"path\" : \"added\"" "$result"'
check "the patch has the new line" grep -q '^+after$' "$scratch/patch"
check "the patch removes the replaced folder's file" grep -q '^deleted file mode' "$scratch/patch"
check "nothing is left of it (overlay)" nothing_left

run --disk 32M --timeout 60s -- sh -c 'dd if=/dev/zero of=big bs=1M count=300; sleep 20'
check "writing more than --disk ends as diskLimit" status_is diskLimit
check "with exit code 123 (disk)" code_is 123
check "nothing is left of it (disk)" nothing_left

run --disk 32M --timeout 60s -- sh -c 'i=0; while [ $i -lt 30 ]; do
  mkdir -p d$i; dd if=/dev/zero of=d$i/part bs=1M count=4 2>/dev/null; i=$((i+1)); done; sleep 20'
check "many files in many folders count together" status_is diskLimit

run --disk 32M --timeout 60s -- sh -c 'mkdir d; dd if=/dev/zero of=d/big bs=1M count=100 2>/dev/null &
  sleep 0.1; chmod 000 d; wait; sleep 20'
check "a folder that is closed to its owner counts" status_is diskLimit

run --disk 32M --timeout 60s -- sh -c \
  'cp /usr/bin/busybox .; chmod 111 busybox; exec 5>gone; rm gone; exec ./busybox yes >&5'
check "a removed file counts where its holder may not be traced" status_is diskLimit

if [ "$me" = root ]; then  # slow under emulation
  run --disk 32M --timeout 60s -- sh -c 'touch $(seq 1 17000); sleep 20'
  check "more files than a disk of that size has room for end as diskLimit" status_is diskLimit
fi

run --disk 32M --timeout 60s -- sh -c 'while mkdir d && cd d; do :; done'
check "folders without end are no way past the limit" status_is diskLimit
check "and leave nothing" nothing_left

long=$(printf %0250d 0)
run --timeout 60s -- sh -c "while mkdir $long && cd $long; do :; done; pwd | wc -c"
check "a path can be made that is too long outside" holds '[ "$(cat "$scratch/out")" -gt 3500 ]'
check "and is removed all the same" nothing_left

run --disk 300M --memory 64M --timeout 60s -- dd if=/dev/zero of=big bs=1M count=150
check "what is written to disk is not held against --memory" status_is ok

run --disk 32M --timeout 60s -- sh -c 'exec 5>gone; rm gone; dd if=/dev/zero bs=1M count=100 >&5; sleep 20'
check "a removed file that is still open counts" status_is diskLimit

run --disk 64M --timeout 60s -- sh -c 'dd if=/dev/zero of=big bs=1M count=16 2>/dev/null; sync; sleep 1'
check "a run within its disk limit is ok" status_is ok

fallocate -l 100M "$HOME/other"
run --disk 32M --timeout 60s -- sh -c 'echo small >file; sleep 1'
check "what others store on the same disk does not count" status_is ok
rm -f "$HOME/other"

# --- Input and output -----------------------------------------------------------------------------

if [ "$me" = root ]; then
  dd if=/dev/zero of=large bs=1M count=16 2>/dev/null
  sync
  echo 3 >/proc/sys/vm/drop_caches
  run --timeout 20s -- dd if=large of=/dev/null bs=1M
  check "a file is read as fast as the disk is" status_is ok
  check "without a limit in the result" test "$(layer_list cgroupLimits)" = "memory,pids,cpu"

  echo 3 >/proc/sys/vm/drop_caches
  run --io 1M --timeout 5s -- dd if=large of=/dev/null bs=1M
  check "--io holds what is read" status_is timeout
  check "the result names it" test "$(layer_list cgroupLimits)" = "memory,pids,cpu,io"
  check "nothing is missing of it" test -z "$(missing_layers)"
  check "nothing is left of it (read)" nothing_left

  run --io 1M --timeout 5s --mode read-write -- dd if=/dev/zero of=slow bs=1M count=16 conv=fsync
  check "and what is written through the cache" status_is timeout
  check "its end waits for no disk" between 4900 "$(field wallMilliseconds)" 15000
  check "nothing is left of it (written)" nothing_left
  run --timeout 20s --mode read-write -- dd if=/dev/zero of=slow bs=1M count=16 conv=fsync
  check "which takes no such time without it" status_is ok

  echo 3 >/proc/sys/vm/drop_caches
  run --io 64K --timeout 60s -- sh -c 'dd if=large of=/dev/null bs=1M & i=0; while [ $i -lt 9999 ]; do i=$((i+1)); done'
  check "a process behind a throttled disk keeps nobody waiting" status_is ok
  check "nothing is left of it (throttled)" nothing_left
  rm -f large slow
else
  run --io 1M -- true
  check "--io is refused where no group holds it" complains 'io limit is missing: no io control group'
  check "with exit code 125 (io)" code_is 125
fi

# --- Namespaces -----------------------------------------------------------------------------------

run -- sh -c 'ls /proc | grep -c "^[0-9]"; test -e /proc/1 && echo init; cat /proc/[0-9]*/comm'
check "no process of the host is visible" between 1 "$(head -1 "$scratch/out")" 6
check "init is invisible" holds '! says init'

run -- sh -c 'echo "|/bin/evil" >/proc/sys/kernel/core_pattern'
check "core_pattern cannot be written" holds '[ "$code" != 0 ]'
check "and is as before" holds '! grep -q evil /proc/sys/kernel/core_pattern'

run -- sh -c 'echo 1 >/proc/sysrq-trigger; echo c >/proc/sysrq-trigger; cat /proc/kcore | head -c 1'
check "sysrq and kcore are out of reach" holds '[ "$code" = 0 ] && [ ! -s "$scratch/out" ]'

echo secret >"$HOME/secret"
run -- sh -c 'hostname; ls -A /sys /home/user /root /opt /var 2>/dev/null; id -u'
check "host name, sysfs and our programs are the sandbox's own or absent" \
  holds '! says "^guest" && ! says kernel && ! says sentinel'
check "of the caller's home only the workspace is there" holds '! says secret && ! says cache'
check "the payload is an ordinary user inside" holds '[ "$(tail -1 "$scratch/out")" != 0 ]'

run -- sh -c 'ip link 2>/dev/null | grep -c "state UP"; cat /proc/net/dev 2>/dev/null | grep -c eth'
check "no interface is up" holds '! says "[1-9]"'

run -- cat /proc/self/cgroup
check "the payload's group is the root of its own view" says '^0::/$'

run -- sh -c 'mount -t tmpfs none /tmp; unshare -U true; chroot / true; nsenter -t 1 -m true;
  mknod /tmp/sda b 8 0; insmod /tmp/x; echo done'
check "mount, unshare, chroot, setns and mknod are refused and the payload lives" says "done"
check "and recorded" holds 'grep -q "\"name\" : \"mount\"" "$result"'

run -- sh -c 'dd if=/dev/vda bs=1 count=1; cat /dev/mem | head -c 1; echo x >/dev/kmsg; ls /dev/vda'
check "devices of the host do not exist inside" holds '[ ! -s "$scratch/out" ]'

run -- sh -c 'echo x >/usr/bin/evil; rm /usr/bin/ls; echo x >/etc/passwd; mkdir /evil
  truncate -s 0 /usr/bin/busybox; true'
check "the system's folders are read-only" \
  holds '[ ! -e /usr/bin/evil ] && [ -s /usr/bin/ls ] && ! grep -q "^x" /etc/passwd && [ ! -e /evil ]'

# --- Read-write mode ------------------------------------------------------------------------------

mkdir -p "$work/tree/.git/hooks" && cd "$work/tree" || exit 1
echo '[core]' >.git/config
run --mode read-write -- sh -c 'cp /usr/bin/busybox own; chmod u+s own; chmod g+s own; chmod 6755 own
  mknod disk b 253 0; mknod null c 1 3; mkfifo pipe; ls -la; echo fine >file'
check "a read-write run ends" code_is 0
check "an ordinary file arrives" test "$(cat file)" = fine
check "it belongs to the caller" test "$(stat -c %u file)" = "$(id -u)"
check "no file is setuid or setgid" holds '[ -s own ] && [ -z "$(find . -perm -4000 -o -perm -2000)" ]'
check "no device was made" holds '[ -z "$(find . -type b -o -type c)" ]'

run --mode read-write -- sh -c 'echo evil >.git/config; echo evil >.git/hooks/pre-commit; rm -r .git
  mv .git git; ln -s /etc .github; mkdir -p .vscode && echo evil >.vscode/tasks.json'
check "protected names that exist cannot be changed" test "$(cat .git/config)" = '[core]'
check "nothing was put into .git" holds '[ -z "$(ls .git/hooks)" ]'
check "protected names that are new are taken out of the workspace" \
  holds '[ ! -e .github ] && [ ! -L .github ] && [ ! -e .vscode ]'
check "and named in the result" holds 'grep -q "\"path\" : \".vscode\"" "$result"'

# A file system that folds case, where git takes .GIT for .git.
mkdir "/folding/work/$me" && cd "/folding/work/$me" || exit 1
mkdir control .Husky && echo kept >.Husky/hook
check "this disk folds case" holds 'mkdir control/.GIT && [ -d control/.git ]'
run --mode read-write -- sh -c 'rm -r control; mkdir -p a/.GIT/hooks && echo evil >a/.git/hooks/x
  echo evil >.husky/hook; echo evil >Claude.MD; mkdir .cLaude "$(printf ".vs\342\200\215code")"; true'
# Kernels whose overlays cannot lie on such a disk refuse the run, and nothing is changed.
check "a run on it ends, or is refused with a way out" \
  holds '[ "$code" = 0 ] || { [ "$code" = 125 ] && grep -q "copy the tree" "$scratch/err"; }'
check "protected names are seen in every spelling" \
  holds '[ ! -e a/.git ] && [ ! -e CLAUDE.md ] && [ ! -e .claude ] && [ ! -e .vscode ]'
check "and covered in every spelling" test "$(cat .husky/hook)" = kept
run -- true
check "an overlay on it works or is refused with a way out" \
  holds '[ "$code" = 0 ] || { [ "$code" = 125 ] && grep -q "copy the tree" "$scratch/err"; }'

cd "$work/tree" || exit 1
run --mode read-only -- sh -c 'echo evil >file'
check "a read-only run cannot write" holds '[ "$code" != 0 ] && [ "$(cat file)" = fine ]'

# --- kill -9 at our own processes -----------------------------------------------------------------

start() {
  rm -f "$scratch/started"
  "$sentinel" run --timeout 60s -- sh -c "$1"'sleep 50 & echo started; sleep 50' \
    >"$scratch/started" 2>"$scratch/err" </dev/null &
  cli=$!
  eventually grep -q started "$scratch/started" && eventually supervisor_found
}
supervisor_found() {
  supervisor=$(tr -d ' ' <"/proc/$cli/task/$cli/children" 2>/dev/null)
  [ -n "$supervisor" ]
}

cd "$work" || exit 1
start "$stubborn"
check "a run can be watched from outside" holds '[ -n "$(payloads)" ] && [ -n "$(left_groups)" ]'
kill -9 "$cli"
wait "$cli" 2>/dev/null
check "kill -9 of sentinel leaves no process, no group and no layer" eventually nothing_left

start "mkdir -p closed/$long/$long; chmod 000 closed; while mkdir $long && cd $long; do :; done; "
kill -9 "$cli"
wait "$cli" 2>/dev/null
check "closed folders and long paths neither" eventually nothing_left

start "$stubborn"
kill -9 "$supervisor"
wait "$cli"
code=$?
check "kill -9 of the supervisor is a failed set-up, not a success" code_is 125
check "and leaves nothing" eventually nothing_left

start "$stubborn"
kill -9 "$cli" "$supervisor"
wait "$cli" 2>/dev/null
check "kill -9 of both leaves no process" eventually holds '[ -z "$(payloads)" ]'
run -- true
check "the next start removes the rest" nothing_left

start ''
# The supervisor's children in the order they were made: init, then the counter.
read -r children <"/proc/$supervisor/task/$supervisor/children"
counter=${children##* }
check "two processes serve a run: init and the disk counter" \
  test "$children" = "${children%% *} $counter"
kill -9 "$counter"
wait "$cli"
code=$?
check "a run whose disk counter is killed does not go on without it" code_is 125
check "and leaves nothing (counter)" eventually nothing_left

start ''
kill -TERM "$cli"
wait "$cli"
code=$?
check "SIGTERM reaches the command" code_is 143
check "and leaves nothing" eventually nothing_left

# --- The hostile payload of the test suite ---------------------------------------------------------

if [ -x /opt/tests/sentinel-probe ]; then
  mkdir -p "$work/probe" && cp /opt/tests/sentinel-probe "$work/probe" && cd "$work/probe" || exit 1
  for row in S01 S02 S04 S05 S06 S07 S08 S13 S14 S15 F02 F04 F05 P01 P02 N01; do
    run --env SENTINEL_PROBE_INSIDE=1 --timeout 30s -- ./sentinel-probe "$row"
    check "probe row $row was attempted" says "\"row\":\"$row\""
    # A program may confine itself further.
    grep '"result":"\(worked\|reached\|error\)"' "$scratch/out" |
      grep -v '"attempt":"landlock_create_ruleset"' >"$scratch/reached"
    mv "$scratch/reached" "$scratch/out"
    check "probe row $row reaches nothing" test ! -s "$scratch/out"
  done
fi
