#!/bin/sh
# Tests that a command leaves its output file whole, or as it was, wherever the file is, and prints what is wrong:
# outputs.sh OUT, which is a case of `run`. It works in a new directory.
d=$PWD
out=$1
kingscan() { "$KINGSCAN" "$@"; }

# Runs the command that writes "$1".
run() {
    case $out in
        stats.html) kingscan stats --html "$1" a.plain ;;
        diff.html) kingscan diff 1 fen --script 'cat moves;:' --html "$1" ;;
        diff.xml) kingscan diff 1 fen --script 'cat moves;:' --junit "$1" ;;
        merge.html) kingscan diff --merge report --html "$1" ;;
        fuzz.xml) kingscan fuzz --boards 5 --seed 1 --junit "$1" ;;
        fuzz.html) kingscan fuzz --boards 5 --seed 1 --html "$1" ;;
        show.svg) kingscan show --svg "$1" 4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;;
        convert.bin) kingscan convert --to bin a.plain "$1" ;;
        convert.fen) kingscan convert --to fen a.plain "$1" ;;
        shuffle.bin) kingscan convert --shuffle --to bin a.plain "$1" ;;
        jobs.bin) kingscan convert --jobs 2 --to bin a.plain "$1" ;;
        jobs.fen) kingscan convert --jobs 2 --to fen a.plain "$1" ;;
        repair.bin) kingscan convert --repair --to bin a.plain "$1" ;;
    esac
}

is_whole() {
    case $out in
        *.html) tail -n 1 "$1" | grep -qx '</html>' ;;
        *.xml) tail -n 1 "$1" | grep -qx '</testsuites>' ;;
        *.svg) tail -n 1 "$1" | grep -q '</svg>' ;;
        *.bin) cmp -s "$1" good.bin || cmp -s "$1" ../good.bin ;;
        *.fen) cmp -s "$1" good.fen || cmp -s "$1" ../good.fen ;;
    esac
}

again() {
    cd "$d" && rm -rf try && cp -r inputs try && cd try || exit
}
write() { run "$1" >said 2>&1 </dev/null; }
is_written() {
    write "$1" || cat said
    is_whole "$1" || echo "$1 is not whole"
}
is_refused() {
    write "$1"
    if ! { test $? = 2 && grep -q ": $1: $2$" said; }; then cat said; fi
}
is_alone() { find . -name '*part*'; }
is_old() { echo old | cmp - "$1" || echo "not old: $1"; }
has_mode() { test "$(stat -c %a "$1")" = "$2" || echo "not $2: $(stat -c %a "$1")"; }

umask 022
mkdir inputs
cd inputs || exit
printf 'fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\nmove e2e4\nscore 1\nply 3\nresult 1\ne\n' >a.plain
kingscan convert --to bin a.plain good.bin
kingscan convert --to fen a.plain good.fen
printf 'e1d1 1\ne1f1 1\ne1d2 1\ne1e2 1\ne1f2 1\n\n5\n' >moves
echo 4k3/8/8/8/8/8/8/4K3 w - - 0 1 >fen
kingscan diff 1 fen --json --script 'cat moves;:' >report

# Nothing that has a name like the draft's is touched; the draft has gone.
again
echo old >victim
ln -s victim "$out.part"
mkfifo "$out.x.part"
echo old >.part
is_written "$out"
is_old victim
is_old .part
rm "$out.part" "$out.x.part" .part
is_alone

# Rights are those that open would give, and a file that is replaced keeps its own.
again
is_written "$out"
has_mode "$out" 644
chmod 604 "$out"
umask 007
write "$out"
has_mode "$out" 604
write "b.$out"
has_mode "b.$out" 660
umask 022
is_alone

# As sort -o does: a link stays a link, and a link that leads nowhere is an error.
again
mkdir far
echo old >"far/$out"
ln -s "far/$out" "$out"
ln -s "$out" "b.$out"
write "b.$out"
test "$(readlink "$out")" = "far/$out" && test "$(readlink "b.$out")" = "$out" || echo gone
is_whole "far/$out" || echo not whole
ln -s none "c.$out"
is_refused "c.$out" 'No such file or directory'
test -e none && echo made
echo old >hard
ln hard "d.$out"
is_written "d.$out"
is_old hard
is_alone

# Nothing can take the place of a pipe or a device. A descriptor keeps its text from before.
mkfifo pipe
cat pipe >got &
write pipe
wait
is_whole got || echo not whole
test -p pipe || ls
write /dev/null || cat said
is_refused /dev/full 'No space left on device'
echo first >log
write /dev/fd/3 3>>log
sed 1d log >got
is_whole got || echo not whole
head -n 1 log | grep -qx first || echo lost
is_alone

mkdir folder
is_refused folder 'Is a directory'
is_refused "none/$out" 'No such file or directory'
is_refused "a.plain/$out" 'Not a directory'
is_alone

# No byte more may be written to any file, as on a full disk.
again
echo old >"$out"
mkfifo pipe
cat pipe >got &
status=$(
    ulimit -f 0
    run "$out" </dev/null >/dev/null 2>pipe
    echo $?
)
test "$status" = 2 || echo "$status"
wait
grep -q ": $out: File too large" got || cat got
is_old "$out"
is_alone

# Several runs write the same file, which is whole at every time.
again
write "$out"
run "$out" >/dev/null 2>&1 &
run "$out" >/dev/null 2>&1 &
for _ in 1 2 3; do
    is_whole "$out" || echo not whole
done
wait
is_whole "$out" || echo not whole
is_alone

# As open would, the command refuses a file that may not be written. In a folder that may not be written, nothing can be
# made beside it.
if test "$(id -u)" = 0 && setpriv --reuid 65534 --clear-groups true; then
    again
    cp "$KINGSCAN" program
    KINGSCAN=$PWD/program
    chmod 755 "$d"
    echo old >"$out"
    chmod 444 "$out"
    mkdir shut
    echo old >"shut/$out"
    chmod 666 "shut/$out"
    chown -R 65534 .
    chmod 555 shut
    kingscan() { setpriv --reuid 65534 --clear-groups "$KINGSCAN" "$@"; }
    is_refused "$out" 'Permission denied'
    is_old "$out"
    is_refused "shut/b.$out" 'Permission denied'
    is_refused "shut/$out" 'cannot make a file beside it: Permission denied'
    is_old "shut/$out"
    find shut -mindepth 1 ! -name "$out"
    is_alone
fi
