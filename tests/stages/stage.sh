#!/bin/sh
# Runs one stage of the tests and prints a line about it: stage.sh NAME COMMAND [ARGUMENT...].
#
# All that the command prints goes to $BUILD/log/NAME.log; when it fails, the end of that is shown. The words for the
# table of stages.sh go to $BUILD/log/NAME.result, and a line for each test that was skipped to $BUILD/log/NAME.skipped,
# "NAME: TEST: REASON": tests/support/skip.h writes those of build/check.
set -u
name=$1 log=$BUILD/log/$1.log result=$BUILD/log/$1.result
shift
mkdir -p "$BUILD/log"
export TEST_STAGE="$name" TEST_SKIPPED="$PWD/$BUILD/log/$name.skipped"
: >"$TEST_SKIPPED"
printf '%s  %-10s ' "$(date +%T)" "$name"
start=$(date +%s)
"$@" >"$log" 2>&1
status=$?
seconds=$(($(date +%s) - start))
sort -u -o "$TEST_SKIPPED" "$TEST_SKIPPED"

# The runners' own counts, and lines that begin with "=> ".
did=$(awk '
    /^\[====\] .*Tested: / { sub(/.*Tested: /, ""); sub(/ .*/, ""); tests += $0 }
    /^=> / { said = said (said ? ", " : "") substr($0, 4) }
    END { print (tests ? tests " tests" (said ? ", " : "") : "") said }' "$log")
skipped=$(wc -l <"$TEST_SKIPPED")
if [ "$skipped" -gt 0 ]; then did="${did:+$did, }$skipped skipped"; fi
case $status in 0) verdict=ok ;; *) verdict=FAILED ;; esac
printf '%s\t%s\t%s\t%s\n' "$name" $verdict $seconds "$did" >"$result"
printf '%-6s %5d s  %s\n' $verdict $seconds "$did"
if [ $status != 0 ]; then
    grep -v '^  [a-z0-9_+-]*	' "$log" | tail -n 60 # without the lines about compiled files
    echo "The whole log of this stage: $log"
    exit 1
fi
