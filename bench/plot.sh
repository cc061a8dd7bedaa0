#!/bin/sh
# Draws what the benchmark has measured: plot.sh BENCH.tsv DIRECTORY makes DIRECTORY/bench-in_check.svg and
# DIRECTORY/bench-batch.svg. Of each baseline in C the compiler that made the fastest of it counts.
set -eu

tsv=$1
directory=$2
if ! command -v gnuplot >/dev/null; then
    echo "bench: no gnuplot here, so no plots"
    exit 0
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tab=$(printf '\t')
processor=$(sed -n "s/^# processor$tab//p" "$tsv")

style="
set encoding utf8
set datafile separator '\t'
set terminal svg size 860,%d font 'Helvetica,Arial,sans-serif,14' background '#ffffff' enhanced
set border 0
set tics scale 0 textcolor '#444444'
"

# The heading, at the left.
heading() {
    echo "set label \"$1\" at screen 0.02, screen $2 noenhanced left font ',16' textcolor '#222222'"
}

# ---- in_check: name, 1 for what isn't C by a compiler, ns in middlegames, in endgames; the slowest first ----
awk -F'\t' '
    $1 == "in_check" {
        key = $4 FS $2
        if (!(key in ns) || $6 < ns[key]) ns[key] = $6
        kernel[$4] = $5 == "-"
    }
    END {
        for (name in kernel)
            print (name == "c" ? "c, the reference" : name) FS kernel[name] FS ns[name FS "middlegames"] FS ns[name FS "endgames"]
    }' "$tsv" | sort -t "$tab" -k3,3gr >"$work/in_check"

draw_in_check() {
    rows=$(wc -l <"$work/in_check")
    # shellcheck disable=SC2059 # the format is the style
    printf "$style" $((110 + 44 * rows))
    cat <<EOF
set output '$directory/bench-in_check.svg'
$(heading "Is the king in check? Nanoseconds a call on real positions, $processor" 0.96)
data = '$work/in_check'
set xrange [0:*]
set yrange [$rows - 0.4:-0.6]
unset xtics
unset ytics
set lmargin 26
set rmargin 7
set tmargin 3.5
set bmargin 1
set key at graph 1, graph 0.32 right samplen 1.2 spacing 1.3 textcolor '#444444'
bar = 0.19
# A bar of half width 0.17 at height y from 0 to x: x, y, left, right, low, high.
plot data using (0):(\$0):1 with labels noenhanced right offset -1,0 textcolor '#222222' notitle, \\
  data using 3:(\$0 - bar):(0):3:(\$0 - bar - 0.17):(\$0 - bar + 0.17):(\$2 == 1 ? 0x1f5fa8 : 0x6b7280) \\
    with boxxyerror fillstyle solid noborder linecolor rgb variable notitle, \\
  data using 4:(\$0 + bar):(0):4:(\$0 + bar - 0.17):(\$0 + bar + 0.17):(\$2 == 1 ? 0x9cc3ec : 0xc3c8d0) \\
    with boxxyerror fillstyle solid noborder linecolor rgb variable notitle, \\
  data using 3:(\$0 - bar):(sprintf('%.1f', \$3)) with labels left offset 0.5,0 font ',12' \\
    textcolor '#222222' notitle, \\
  data using 4:(\$0 + bar):(sprintf('%.1f', \$4)) with labels left offset 0.5,0 font ',12' \\
    textcolor '#777777' notitle, \\
  NaN with boxes fillstyle solid linecolor rgb '#1f5fa8' title 'Kingscan, middlegames', \\
  NaN with boxes fillstyle solid linecolor rgb '#9cc3ec' title 'endgames', \\
  NaN with boxes fillstyle solid linecolor rgb '#6b7280' title 'compiled C, middlegames', \\
  NaN with boxes fillstyle solid linecolor rgb '#c3c8d0' title 'endgames'
EOF
}

# ---- Batches: GB/s against the working set; the kernels' names in the order of their rows ----
kernels=$(awk -F'\t' '$1 == "batch" && $5 == "batch" && !seen[$4]++ { print $4 }' "$tsv")
fastest=$(echo "$kernels" | tail -n 1)

# Rows of the table "batch" by this name and this way: bytes, GB/s.
series() {
    awk -F'\t' -v name="$1" -v by="$2" \
        '$1 == "batch" && $4 == name && $5 == by { print $3 * 64 FS $11 }' "$tsv" >"$work/$1, $2"
}

# A line; its label is put at its end later: file, label, colour, width, dash.
line() {
    echo "'$work/$1' using 1:2 with lines linewidth $4 dashtype $5 linecolor rgb '$3' notitle, \\"
    echo "$(tail -n 1 "$work/$1")$tab$2$tab$3" >>"$work/labels"
}

# The labels from the top, each far enough below the one before.
labels() {
    sort -t "$tab" -k2,2gr "$work/labels" | awk -F'\t' '
        { y = NR > 1 && $2 > y / 1.25 ? y / 1.25 : $2 }
        { printf "set label \"%s\" at %s, %s left offset 1,0 textcolor rgb \"%s\"\n", $3, $1, y, $4 }'
}

draw_batch() {
    # shellcheck disable=SC2059
    printf "$style" 480
    cat <<EOF
set output '$directory/bench-batch.svg'
$(heading "Batches of boards: GB/s against the size of the working set, $processor" 0.95)
set logscale x 2
set logscale y 10
set rmargin 21
set lmargin 7
set tmargin 3.5
set grid ytics linecolor rgb '#e3e5e8' linetype 1
set xtics ('8 KiB' 2**13, '64 KiB' 2**16, '512 KiB' 2**19, '4 MiB' 2**22, '32 MiB' 2**25, '256 MiB' 2**28)
set ytics (5, 10, 20, 50, 100, 200, 500, 1000)
set xrange [2**13:*] noextend
set yrange [5:*]
EOF
    level=1
    sed -n "s/^# caches$tab//p" "$tsv" | tr '\t' '\n' | while read -r size; do
        if [ "$size" -gt 0 ]; then
            echo "set arrow from $size, graph 0 to $size, graph 1 nohead linecolor rgb '#c3c8d0' dashtype 3"
            echo "set label 'L$level' at $size, graph 0.97 right offset -0.5,0 textcolor rgb '#999999'"
        fi
        level=$((level + 1))
    done
    draw_lines >"$work/lines"
    labels
    echo "plot \\"
    cat "$work/lines"
    echo "NaN notitle"
}

draw_lines() {
    series reading -
    line "reading, -" "reading, no more" '#6b7280' 2 1
    series "$fastest" "single calls"
    line "$fastest, single calls" "$fastest, single calls" '#1f5fa8' 2 2
    for kernel in $kernels; do
        series "$kernel" batch
        if [ "$kernel" = "$fastest" ]; then
            line "$kernel, batch" "$kernel, batch" '#1f5fa8' 3 1
        else
            line "$kernel, batch" "$kernel, batch" '#7fa9d8' 2 1
        fi
    done
}

if [ -s "$work/in_check" ]; then
    draw_in_check | gnuplot
fi
if [ -n "$kernels" ]; then
    draw_batch | gnuplot
fi
