#!/bin/sh
# Runs one stage of the tests and prints a line about it: stage.sh NAME COMMAND [ARGUMENT...].
#
# All that the command prints goes to $BUILD/log/NAME.log. Meanwhile a count moves on a terminal, and elsewhere a line
# says it every ten seconds: progress.sh. When the command fails, what it found is shown: failures.sh. The words for the
# table of stages.sh go to $BUILD/log/NAME.result, and a line for each test that was skipped to $BUILD/log/NAME.skipped,
# "NAME: TEST: REASON": tests/support/skip.h writes those of build/check.
set -u
case "${MAKEFLAGS:+${MAKEFLAGS%% *}}" in -*) ;; *n*) exit 0 ;; esac # make -n: its recipes begin with +, and run
here=$(dirname "$0")
name=$1 log=$BUILD/log/$1.log result=$BUILD/log/$1.result
shift
mkdir -p "$BUILD/log"
export TEST_STAGE="$name" TEST_SKIPPED="$PWD/$BUILD/log/$name.skipped"
: >"$TEST_SKIPPED"
: >"$log"
start=$(date +%s)
"$here/progress.sh" "$name" "$log" $$ &
progress=$!
"$@" >>"$log" 2>&1
status=$?
kill "$progress" 2>/dev/null
wait "$progress" 2>/dev/null
seconds=$(($(date +%s) - start))
# The last line is about the children: minutes and seconds of the user's and of the system's work. (In a pipe, `times`
# would be asked of a shell that has none.)
times >"$result"
busy=$(tail -n 1 "$result" | tr ms '  ' | awk '{ printf "%d", ($1 + $3) * 60 + $2 + $4 }')
sort -u -o "$TEST_SKIPPED" "$TEST_SKIPPED"

# The runners' own counts, and lines that begin with "=> ".
did=$(awk '
    /^\[====\] .*Tested: / { sub(/.*Tested: /, ""); sub(/ .*/, ""); tests += $0 }
    /^=> / { said = said (said ? ", " : "") substr($0, 4) }
    END { print (tests ? tests " tests" (said ? ", " : "") : "") said }' "$log")
skipped=$(wc -l <"$TEST_SKIPPED")
if [ "$skipped" -gt 0 ]; then did="${did:+$did, }$skipped skipped"; fi
case $status in 0) verdict=ok ;; *) verdict=FAILED ;; esac
printf '%s\t%s\t%s\t%s\t%s\n' "$name" $verdict $seconds "$busy" "$did" >"$result"
if [ -t 1 ]; then printf '\r\033[K'; fi # the count of a stage beside this one
printf '%s  %-10s %-6s %5d s  %s\n' "$(date +%T)" "$name" $verdict $seconds "$did"
if [ $status != 0 ]; then
    "$here/failures.sh" "$log"
    exit 1
fi
