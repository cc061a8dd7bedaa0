#!/usr/bin/env bash
# Text to verdicts against programs that only read: text.sh KINGSCAN DIRECTORY POSITIONS repeats the lines of the file
# POSITIONS to six million, and times `check` and wc, md5sum and grep on them, all in turn, five runs each. Prints the
# medians and draws DIRECTORY/bench-text.svg. The output of each goes to a new regular file.
set -eu

kingscan=$1
directory=$2
positions=$3
runs=5
lines=6000000

work=$(mktemp -d "$directory/text.XXXXXX")
trap 'rm -rf "$work"' EXIT
epd=$work/positions.epd

grep -v '^#' "$positions" >"$work/once"
for ((have = 0; have < lines; have += $(wc -l <"$work/once"))); do cat "$work/once"; done >"$epd"
lines=$(wc -l <"$epd")
bytes=$(wc -c <"$epd")

export LC_ALL=C
names=("wc -l" "grep -c ' w '" "md5sum" "kingscan check --count" "kingscan check --count --jobs 2" "kingscan check" "kingscan check --jobs 2")
run() {
    case $1 in
    0) wc -l "$epd" ;;
    1) grep -c ' w ' "$epd" ;;
    2) md5sum "$epd" ;;
    3) "$kingscan" check --count "$epd" ;;
    4) "$kingscan" check --count --jobs 2 "$epd" ;;
    5) "$kingscan" check "$epd" ;;
    6) "$kingscan" check --jobs 2 "$epd" ;;
    esac >"$work/out"
}

for ((i = 0; i < runs; i++)); do
    for program in "${!names[@]}"; do
        rm -f "$work/out" # to empty it takes time too
        start=${EPOCHREALTIME/./}
        run "$program"
        echo "$((${EPOCHREALTIME/./} - start))" >>"$work/times.$program"
    done
done
median() { sort -n "$work/times.$1" | sed -n "$(((runs + 1) / 2))p"; }

printf '\ntext to verdicts: %d lines, %d bytes; medians of %d runs in turn\n' "$lines" "$bytes" "$runs"
printf '  %-34s %9s %14s %9s %9s %9s %9s\n' "" "seconds" "Mpositions/s" "MB/s" "x wc -l" "x grep" "x md5sum"
for program in "${!names[@]}"; do
    awk -v name="${names[program]}" -v t="$(median "$program")" -v lines="$lines" -v bytes="$bytes" \
        -v wc="$(median 0)" -v grep="$(median 1)" -v md5sum="$(median 2)" 'BEGIN {
            printf "  %-34s %9.3f %14.1f %9.0f %9.2f %9.2f %9.2f\n", name, t / 1e6, lines / t, bytes / t, wc / t, grep / t, md5sum / t
            printf "%s\t%.1f\t%d\n", name, lines / t, name ~ /^kingscan/ >> "'"$work/rates"'" }'
done

command -v gnuplot >/dev/null || exit 0
LC_ALL=C.UTF-8 gnuplot <<EOF2
set encoding utf8
set datafile separator '\t'
set terminal svg size 860,300 font 'Helvetica,Arial,sans-serif,14' background '#ffffff'
set output '$directory/bench-text.svg'
set border 0
set tics scale 0
set label "A file of positions: million lines a second" at screen 0.02, screen 0.95 left font ',16' textcolor '#222222'
set xrange [0:*]
set yrange [${#names[@]} - 1.5:-0.6]
unset xtics
unset ytics
set lmargin 34
set rmargin 8
set tmargin 3
set bmargin 1
data = '$work/rates'
# Without wc, which is many times as fast: a bar from 0 to the rate.
plot data every ::1 using (0):(\$0):1 with labels noenhanced right offset -1,0 textcolor '#222222' notitle, \\
  data every ::1 using 2:0:(0):2:(\$0 - 0.3):(\$0 + 0.3):(\$3 == 1 ? 0x1f5fa8 : 0x6b7280) \\
    with boxxyerror fillstyle solid noborder linecolor rgb variable notitle, \\
  data every ::1 using 2:0:(sprintf('%.1f', \$2)) with labels left offset 0.5,0 font ',12' textcolor '#222222' notitle
EOF2
