#!/bin/sh
# AFL++ on the command line: random bytes on the standard input of each command that reads any.
#
#     tests/fuzz/afl.sh SECONDS DIRECTORY
#
# DIRECTORY/kingscan is the program, built by AFL++'s compiler and with sanitizers; AFL++ keeps its corpus in
# DIRECTORY. A crash is printed with the bytes that cause it, and the exit status is 1.
set -eu

seconds=$1 directory=$2
export AFL_NO_UI=1 AFL_NO_AFFINITY=1 AFL_SKIP_CPUFREQ=1 AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES=1

seeds_of() {
	case $1 in
	uci) printf 'uci\nisready\nsetoption name UCI_Chess960 value true\nposition startpos moves e2e4 e7e5\nd\ngo perft 1\n' ;;
	*) printf '%s\n' 'r3k2r/8/8/3pP3/8/8/8/R3K2R w HAkq d6 0 2 bm O-O; id "x";' '# no position' 'kb6/p1p5/8/8/8/8/8/7K b - - c0 "x";' ;;
	esac
}

fuzz() {
	place=$directory/afl-$1
	mkdir -p "$place/seeds"
	seeds_of "$1" >"$place/seeds/first"
	AFL_AUTORESUME=1 afl-fuzz -V "$seconds" -m none -t 1000 -i "$place/seeds" -o "$place" -- "$directory/kingscan" "$@" \
		>"$place/log" 2>&1 || { tail -n 20 "$place/log" >&2; exit 2; }
	for crash in "$place"/default/crashes/id*; do
		test -e "$crash" || continue
		echo "kingscan $* crashes on $crash:" >&2
		od -A d -t x1z "$crash" >&2
		found=1
	done
}

found=0
fuzz check --lenient --json -
fuzz moves --lenient --json -
fuzz show --lenient --ascii -
fuzz uci
exit $found
