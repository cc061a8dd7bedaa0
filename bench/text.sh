#!/usr/bin/env bash
# Times `kingscan check` beside programs that only read a text: text.sh KINGSCAN DIRECTORY POSITIONS makes three files of two
# million lines in DIRECTORY from the lines of the file POSITIONS, and times `check` and wc, grep and md5sum on them, all in turn,
# five runs each, or RUNS. Prints the medians. The output of each program goes to a new regular file.
#   TSV=FILE   adds rows of nanoseconds a line to a file of `build/bench --tsv`
set -eu

kingscan=$1
directory=$2
positions=$3
quartiles=$(dirname "$0")/quartiles.awk
runs=${RUNS:-5}
lines=2000000

work=$(mktemp -d "$directory/text.XXXXXX")
trap 'rm -rf "$work"' EXIT
export LC_ALL=C

# ---- Files ----

# Openings come as collections have them, without clocks. Chess960's are openings seen in a mirror: the king begins on d1.
# Whole games come as they are, with clocks and operations.
openings() { awk '!/^#/ && $6 <= 10 { print $1, $2, $3, $4 }' "$positions"; }
mirrored() {
    openings | awk '
        function reversed(text, i, out) { for (i = length(text); i > 0; i--) out = out substr(text, i, 1); return out }
        function kept(letter, now) { return index($3, letter) ? now : "" }
        {
            count = split($1, ranks, "/")
            for (i = 1; i <= count; i++) placement = (i == 1 ? "" : placement "/") reversed(ranks[i])
            rights = kept("Q", "K") kept("K", "Q") kept("q", "k") kept("k", "q")
            files = "abcdefgh"
            passed = $4 == "-" ? "-" : substr(files, 9 - index(files, substr($4, 1, 1)), 1) substr($4, 2)
            print placement, $2, rights == "" ? "-" : rights, passed
        }'
}
games() { grep -v '^#' "$positions"; }

# Repeats what comes to so many lines, and shuffles them: in the same order over and over their branches would be learnt.
many() { # file
    cat >"$work/once"
    for ((have = 0; have < lines; have += $(wc -l <"$work/once"))); do cat "$work/once"; done | head -n "$lines" >"$work/long"
    shuf --random-source="$work/long" "$work/long" >"$1"
    rm "$work/long"
}

sets=("openings" "whole games" "Chess960")
openings | many "$work/0.epd"
games | many "$work/1.epd"
mirrored | many "$work/2.epd"

# ---- Programs ----

names=("wc -l" "grep -c ' w '" "md5sum")
commands=("${names[@]}") # for eval, the file behind them
add() { # name, command
    names+=("$1")
    commands+=("$2")
}
usable() { KINGSCAN_KERNEL=$1 "$kingscan" kernels >"$work/out" 2>&1; }
for kernel in ssse3 avx2 avx512; do
    if usable "$kernel"; then
        add "check --count, $kernel" "KINGSCAN_KERNEL=$kernel \"\$kingscan\" check --count"
    fi
done
one=${#names[@]} # what the others are compared with
add "check --count" "\"\$kingscan\" check --count"
add "check --count --jobs 2" "\"\$kingscan\" check --count --jobs 2"
add "check --only checkmate" "\"\$kingscan\" check --only checkmate"
add "check" "\"\$kingscan\" check"
add "check --json" "\"\$kingscan\" check --json"
add "check --format epd" "\"\$kingscan\" check --format epd"

TIMEFORMAT='%R %U %S'
for ((i = 0; i < runs; i++)); do
    for set in "${!sets[@]}"; do
        for program in "${!names[@]}"; do
            rm -f "$work/out" # to empty it takes time too
            { time eval "${commands[program]} \"\$work/\$set.epd\"" >"$work/out"; } 2>>"$work/times.$set.$program"
        done
    done
done

# ---- Results ----

# Median and quartiles of a column of times, in seconds: 1 is elapsed, 2 is user and system time.
seconds() { # set, program, column
    awk -v column="$3" '{ print column == 1 ? $1 : $2 + $3 }' "$work/times.$1.$2" | sort -n | awk -f "$quartiles"
}
median() { seconds "$@" | cut -d' ' -f1; }

# A row of user and system time, as `build/bench --tsv` writes them.
record() { # set, program
    seconds "$1" "$2" 2 | awk -v OFS='\t' -v set="${sets[$1]}" -v lines="$lines" -v name="${names[$2]}" \
        '{ print "text", set, lines, name, "-", $1 * 1e9 / lines, $2 * 1e9 / lines, $3 * 1e9 / lines }' >>"$TSV"
}

processor=$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)
printf '\ntext to verdicts, %s: %d lines each; medians of %d runs in turn\n' "$processor" "$lines" "$runs"
echo "(spent: user and system time, of which the rates and ratios are; / count: the time over that of check --count)"
for set in "${!sets[@]}"; do
    printf '\n  %-34s %8s %8s %9s %8s %8s %8s %8s %8s %8s\n' "${sets[set]}" "elapsed" "spent" "ns/line" "Mlines/s" "MB/s" \
        "x wc -l" "x grep" "x md5sum" "/ count"
    for program in "${!names[@]}"; do
        awk -v name="${names[program]}" -v t="$(median "$set" "$program" 2)" -v wall="$(median "$set" "$program" 1)" \
            -v lines="$lines" -v bytes="$(wc -c <"$work/$set.epd")" -v wc="$(median "$set" 0 2)" \
            -v grep="$(median "$set" 1 2)" -v md5sum="$(median "$set" 2 2)" -v count="$(median "$set" "$one" 2)" 'BEGIN {
                t = t > 0 ? t : 0.001 # the clock shows milliseconds
                printf "  %-34s %8.3f %8.3f %9.1f %8.1f %8.0f %8.2f %8.2f %8.2f %8.2f\n", name, wall, t, t * 1e9 / lines,
                    lines / t / 1e6, bytes / t / 1e6, wc / t, grep / t, md5sum / t, t / count }'
        [ -z "${TSV:-}" ] || record "$set" "$program"
    done
done
