#!/bin/sh
# Runs stages of the tests one after another, and prints a table of them: stages.sh SAID MAKE STAGE...
#
# SAID is what the user reads first. Each stage is the goal test-STAGE of MAKE; A+B are two that run side by side. After the
# table, the last lines say what was skipped and why, or which stages failed, and how. The first stage that fails is the
# last one, except with KEEP_GOING=1. Returns 1 when a stage failed; with NO_SKIPS=1 also when a test was skipped that no
# stage runs, for a reason that is not one of this machine.
set -u
case "${MAKEFLAGS:+${MAKEFLAGS%% *}}" in -*) ;; *n*) exit 0 ;; esac # make -n: its recipes begin with +, and run
said=$1 make=$2
shift 2
echo "$said"
begin=$(date +%s)
verdict=ok
log=$BUILD/log skipped=$BUILD/skipped
LAST=25 # lines of each stage that failed
mkdir -p "$log"
rm -f "$log"/*
: >"$log/table"
: >"$skipped"
for group; do
    group=$(echo "$group" | tr + ' ') running=
    last=${group##* }
    for stage in $group; do
        if [ "$stage" != "$last" ]; then # a shell keeps signals of the keyboard from what it leaves in the background
            # shellcheck disable=SC2086 # several words
            env --default-signal=INT,QUIT $make --no-print-directory "test-$stage" &
            running="$running $!"
        else
            # shellcheck disable=SC2086 # several words
            $make --no-print-directory "test-$stage" || verdict=FAILED
        fi
    done
    for process in $running; do
        wait "$process" || verdict=FAILED
    done
    for stage in $group; do
        cat "$log/$stage.result" >>"$log/table"
        cat "$log/$stage.skipped" >>"$skipped"
    done
    [ $verdict = ok ] || [ "${KEEP_GOING:-}" ] || break
done

# The second number is the time of all processors together.
printf '\nstage      result seconds    busy\n'
awk -F '\t' '{ printf "%-10s %-6s %7d %7d  %s\n", $1, $2, $3, $4, $5 }' "$log/table"
printf '%-10s %-6s %7d %7d  %s MB in %s/\n\n' all $verdict $(($(date +%s) - begin)) \
    "$(awk -F '\t' '{ busy += $4 } END { print busy + 0 }' "$log/table")" "$(du -sm "$BUILD" | cut -f 1)" "$BUILD"

# Ends with what is to be done. Tests of a suite that are skipped for the same reason share a line.
if [ $verdict != ok ]; then
    awk -F '\t' '$2 != "ok" { print $1 }' "$log/table" | while read -r stage; do
        echo "$stage has failed:"
        "$(dirname "$0")/failures.sh" "$log/$stage.log" | tail -n "$LAST"
    done
elif [ -s "$skipped" ]; then
    echo "Skipped, one by one in $skipped:"
    sed 's|^\([^:]*: [^:/]*\)/[^:]*: |\1: |' "$skipped" | sort | uniq -c |
        sed 's|^ *\([0-9]*\) \([^:]*\): \([^:]*\): \(.*\)|  \2: \3 (\1): \4|'
else
    echo "Nothing was skipped."
fi
if [ "${NO_SKIPS:-}" ] && grep -Eqv ': (this (processor|machine) |make test-all runs it|[0-9]+ tests look at the plain build)' "$skipped"; then
    echo "Tests were skipped that should run here."
    exit 1
fi
[ $verdict = ok ]
