#!/bin/sh
# A move generator as 'kingscan diff --script' calls it: examples/perft.sh DEPTH FEN [MOVES]. This one is Kingscan's own.
exec build/kingscan perft --divide "$1" "$2${3:+ moves $3}"
