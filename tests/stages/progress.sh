#!/bin/sh
# Says how far a stage is, until it is ended: progress.sh NAME LOG PID. PID: that of stage.sh, after which it ends too.
#
# The counts are those of the log. Files that were made, of $TO_MAKE; more than those come from what make -n does not look
# into, such as dpkg-buildpackage. Tests of the runs that have begun: of build/check, of which tests/support/hooks.c says
# how many there are, and of Node. A line "[+/MANY] WORDS" is one more of what a script counts, "[+] WORDS" when it
# cannot know how many there will be; scripts print these when $TEST_STAGE is set.
name=$1 log=$2 parent=$3
begin=$(date +%s)
said() {
    awk -v to_make="${TO_MAKE:-0}" '
        function add(done, all, what) {
            said = said (said ? ", " : "") done (done <= all ? " of " all : "") " " what
        }
        /^  [a-z0-9_+-]+\t/ { files++ }
        /^\[====\] [0-9]+ tests to run/ { to_run += $2 }
        /^\[(PASS|FAIL|CRASH|SKIP)\] / && !/: Test is disabled$/ { tests++ }
        /^(not )?ok [0-9]+ - / { node++ }
        /^\[\+(\/[0-9]+)?\] / {
            all = $1
            gsub(/[^0-9]/, "", all)
            what = substr($0, index($0, "]") + 2)
            if (!(what in count)) order[++kinds] = what
            count[what]++
            of[what] = all
        }
        END {
            if (files) add(files, to_make, "files made")
            if (to_run) add(tests < to_run ? tests : to_run, to_run, "tests") # one that skips itself is said twice
            if (node) add(node, 0, "tests of Node")
            for (kind = 1; kind <= kinds; kind++) add(count[order[kind]], of[order[kind]] + 0, order[kind])
            printf "%s", said
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
