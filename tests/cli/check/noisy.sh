#!/bin/sh
# Writes files, in a directory that has a link to tests/, and names them "$@": some are missing, empty or have other
# line ends, with blank lines, comments, wrong lines and lines that are too long, also at the very end, and without a
# final LF.
positions=tests/data/positions.epd
xs() { head -c "$1" /dev/zero | tr '\0' x; }

head -n 16000 $positions | awk 'NR % 89 == 0 { print NR % 5 ? "x" : "\n# x\n \t" } { print }' >noisy
{
    head -n 5000 $positions
    xs 1500000
    echo
    tail -n 3000 noisy
} >long
{
    tail -n 9000 $positions | sed 's/$/\r/'
    printf '4k3/8/8/8/8/8/4r3/4K3 w - - 0 1'
} >crlf
{
    tail -n 1 noisy
    xs 1100000
} >end
: >empty
mkdir directory
set -- noisy missing long empty crlf directory end noisy
