#!/usr/bin/env bash
# Text to verdicts against programs that only read: text.sh KINGSCAN DIRECTORY POSITIONS makes three files of two million
# lines in DIRECTORY from the lines of the file POSITIONS, and times `check` and wc, grep and md5sum on them, all in turn,
# five runs each. Prints the medians and draws DIRECTORY/bench-text.svg. The output of each goes to a new regular file.
set -eu

kingscan=$1
directory=$2
positions=$3
runs=5
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
for kernel in "ssse3 v2" "avx2 v3" "avx512 v4"; do
    if usable "${kernel% *}"; then
        add "check --count, ${kernel% *} (x86-64-${kernel#* })" "KINGSCAN_KERNEL=${kernel% *} \"\$kingscan\" check --count"
    fi
done
readers=${#names[@]} # those that are drawn
add "check --count" "\"\$kingscan\" check --count"
one=$readers
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

elapsed() { cut -d' ' -f1 "$work/times.$1.$2" | sort -n | sed -n "$(((runs + 1) / 2))p"; }
spent() { awk '{ print $2 + $3 }' "$work/times.$1.$2" | sort -n | sed -n "$(((runs + 1) / 2))p"; }

processor=$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)
printf '\ntext to verdicts, %s: %d lines each; medians of %d runs in turn\n' "$processor" "$lines" "$runs"
echo "(spent: user and system time, of which the rates and ratios are; / count: the time over that of check --count)"
for set in "${!sets[@]}"; do
    printf '\n  %-34s %8s %8s %9s %8s %8s %8s %8s %8s %8s\n' "${sets[set]}" "elapsed" "spent" "ns/line" "Mlines/s" "MB/s" \
        "x wc -l" "x grep" "x md5sum" "/ count"
    for program in "${!names[@]}"; do
        awk -v name="${names[program]}" -v t="$(spent "$set" "$program")" -v wall="$(elapsed "$set" "$program")" \
            -v lines="$lines" -v bytes="$(wc -c <"$work/$set.epd")" -v wc="$(spent "$set" 0)" -v grep="$(spent "$set" 1)" \
            -v md5sum="$(spent "$set" 2)" -v count="$(spent "$set" "$one")" 'BEGIN {
                t = t > 0 ? t : 0.001 # the clock shows milliseconds
                printf "  %-34s %8.3f %8.3f %9.1f %8.1f %8.0f %8.2f %8.2f %8.2f %8.2f\n", name, wall, t, t * 1e9 / lines,
                    lines / t / 1e6, bytes / t / 1e6, wc / t, grep / t, md5sum / t, t / count
                printf "%.1f\t", lines / t / 1e6 >> "'"$work/rates.$program"'" }'
    done
done

command -v gnuplot >/dev/null || exit 0
for ((program = 0; program < readers; program++)); do
    printf '%s\t%s\n' "$(sed "s/\t\$//" "$work/rates.$program")" "${names[program]}"
done >"$work/rates"
# The bar of wc, which is many times as fast, would leave no room for the others: it ends at the edge.
edge=$(awk -F'\t' 'NR > 1 { for (i = 1; i <= 3; i++) if ($i > edge) edge = $i } END { print edge * 1.12 }' "$work/rates")
bar() { # column, height of its middle in the row, colour in gnuplot's terms
    cat <<EOF
data using (\$$1 > $edge ? $edge : \$$1):(\$0 + $2):(0):(\$$1 > $edge ? $edge : \$$1):(\$0 + $2 - 0.12):(\$0 + $2 + 0.12):($3) \\
    with boxxyerror fillstyle solid noborder linecolor rgb variable notitle, \\
  data using (\$$1 > $edge ? $edge : \$$1):(\$0 + $2):(sprintf(\$$1 > $edge ? '... %.0f' : '%.1f', \$$1)) \\
    with labels left offset 0.5,0 font ',12' textcolor '#222222' notitle, \\
EOF
}
LC_ALL=C.UTF-8 gnuplot <<EOF
set encoding utf8
set datafile separator '\t'
set terminal svg size 860,$((90 + 66 * readers)) font 'Helvetica,Arial,sans-serif,14' background '#ffffff'
set output '$directory/bench-text.svg'
set border 0
set tics scale 0
set label "A file of positions: million lines a second, one thread, $processor" at screen 0.02, screen 0.96 noenhanced \\
    left font ',16' textcolor '#222222'
set xrange [0:$edge]
set yrange [$readers - 0.4:-0.6]
unset xtics
unset ytics
set lmargin 36
set rmargin 9
set tmargin 3.5
set bmargin 1
set key at graph 1, graph 0.62 right samplen 1.2 spacing 1.3 textcolor '#444444'
data = '$work/rates'
plot data using (0):(\$0):4 with labels noenhanced right offset -1,0 textcolor '#222222' notitle, \\
  $(bar 1 -0.27 "\$0 > 2 ? 0x1f5fa8 : 0x6b7280")
  $(bar 2 0 "\$0 > 2 ? 0x5b8fce : 0x979da8")
  $(bar 3 0.27 "\$0 > 2 ? 0x9cc3ec : 0xc3c8d0")
  NaN with boxes fillstyle solid linecolor rgb '#1f5fa8' title '${sets[0]}', \\
  NaN with boxes fillstyle solid linecolor rgb '#5b8fce' title '${sets[1]}', \\
  NaN with boxes fillstyle solid linecolor rgb '#9cc3ec' title '${sets[2]}'
EOF
