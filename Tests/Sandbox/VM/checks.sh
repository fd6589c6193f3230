# shellcheck shell=sh disable=SC2034
# What the test scripts share: running `sentinel`, reading its result, and one line a check.

sentinel=/opt/sentinel/sentinel
groups=/sys/fs/cgroup
me=$1
scratch=/tmp/$1
result=$scratch/result.json
mkdir -p "$scratch"

say() { echo "$1 - $me: $2"; }

# check SENTENCE COMMAND...: one line; a failure shows what the last run said.
check() {
  sentence=$1
  shift
  if "$@"; then
    say ok "$sentence"
  else
    say "not ok" "$sentence # $* (code $code; $(summary))"
  fi
}

# The condition as a shell expression, for what `test` cannot say.
holds() { eval "$1"; }

summary() {
  printf '%s; ' "status $(text status)" "reason $(text reason)" "limits $(list limitsHit)" \
    "output $(head -c 300 "$scratch/out")" "errors $(head -c 400 "$scratch/err")" | tr '\n' ' '
}

# run OPTION... -- COMMAND...: sets $code; output and errors are kept.
code=-
run() {
  rm -f "$result"
  "$sentinel" run --result "$result" "$@" >"$scratch/out" 2>"$scratch/err"
  code=$?
}

# The result is indented, one value a line. A number at the top level:
field() { sed -n "s/^  \"$1\" : \([-0-9.]*\),\{0,1\}\$/\1/p" "$result" 2>/dev/null; }

# A text at the top level.
text() { sed -n "s/^  \"$1\" : \"\(.*\)\",\{0,1\}\$/\1/p" "$result" 2>/dev/null; }

# A list of strings at the top level, on one line.
list() {
  sed -n "/^  \"$1\" : \[\$/,/^  \]/p" "$result" 2>/dev/null | sed '1d;$d' | tr -d ' ",\n'
}

# The same inside `layers`.
layer() { sed -n "/^  \"layers\" : {/,/^  }/p" "$result" | sed -n "s/^    \"$1\" : \"\{0,1\}\([^\",]*\).*/\1/p"; }
layer_list() {
  sed -n "/^    \"$1\" : \[\$/,/^    \]/p" "$result" | sed '1d;$d' | tr -s ' "\n' ' ' | tr -d ' '
}

missing_layers() {
  sed -n '/^  "missing" : \[$/,/^  \]/p' "$result" | sed -n 's/^ *"layer" : "\(.*\)",\{0,1\}$/\1/p' |
    tr '\n' ' '
}

status_is() { [ "$(text status)" = "$1" ]; }
code_is() { [ "$code" = "$1" ]; }
says() { grep -q -- "$1" "$scratch/out"; }
complains() { grep -q -- "$1" "$scratch/err"; }
# between LOW VALUE HIGH, whole numbers
between() { [ -n "$2" ] && [ "${2%.*}" -ge "$1" ] && [ "${2%.*}" -le "$3" ]; }

left_groups() { find "$groups" -name 'sentinel-*' -type d 2>/dev/null; }
left_uppers() { ls "$HOME/.cache/sentinel/upper" 2>/dev/null; }

# Processes in a process namespace other than ours, and the programs of ours.
payloads() {
  own=$(readlink /proc/self/ns/pid)
  for process in /proc/[0-9]*; do
    there=$(readlink "$process/ns/pid" 2>/dev/null) || continue
    [ -z "$there" ] || [ "$there" = "$own" ] || echo "${process#/proc/}"
  done
  pidof sentinel-launch
}

nothing_left() { [ -z "$(left_groups)" ] && [ -z "$(payloads)" ] && [ -z "$(left_uppers)" ]; }

# eventually COMMAND...: two seconds' patience and more.
eventually() {
  for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    "$@" && return 0
    sleep 0.1
  done
  return 1
}
