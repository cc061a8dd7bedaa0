# shellcheck shell=sh
# different COUNT: writes so many different positions, at most 531441, since each of six rows has at most one pawn.
different() {
    awk -v count="$1" 'BEGIN {
        split("8 P7 1P6 2P5 3P4 4P3 5P2 6P1 7P", rows)
        for (n = 0; n < count; n++) {
            line = "7k"
            for (m = n + 531441; m > 1; m = int(m / 9))
                line = line "/" rows[m % 9 + 1]
            print line "/K7 b - -"
        }
    }'
}
