#!/bin/sh
# Says how far a stage is, until it is ended: progress.sh NAME LOG PID. PID: that of stage.sh, after which it ends too.
#
# The counts are those of the log: files that were made, and tests of all that build/check has, those left out too.
name=$1 log=$2 parent=$3
begin=$(date +%s)
said() {
    awk -v check="$BUILD/check" '
        /^  [a-z0-9_+-]+\t/ { files++ }
        / Criterion v/ { tests = 0; runs++ }
        /^\[(PASS|FAIL|SKIP)\] / { tests++ }
        END {
            if (files) printf "%d files made%s", files, runs ? ", " : ""
            if (!runs) exit
            while (((check " --list") | getline line) > 0)
                if (line ~ /^[a-z].* tests?$/) { n = line; sub(/.*: /, "", n); all += n }
            printf "%d of %d tests", tests < all ? tests : all, all # one that skips itself is said twice
        }' "$log"
}
on_terminal=
if [ -t 1 ]; then on_terminal=1; fi
trap '[ -z "$on_terminal" ] || printf "\r\033[K"; exit' TERM
seconds=1
[ "$on_terminal" ] || seconds=10
while sleep $seconds & wait $! && kill -0 "$parent" 2>/dev/null; do
    line=$(printf '%s  %-10s %6s %5d s  %s' "$(date +%T)" "$name" '' $(($(date +%s) - begin)) "$(said)")
    if [ "$on_terminal" ]; then printf '\r\033[K%s' "$line"; else echo "$line"; fi
done
