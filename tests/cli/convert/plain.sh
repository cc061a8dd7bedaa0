# shellcheck shell=sh
# Writes entries of training data as text: `entries SCORE...` an entry for each score, and `bad_entry` one whose
# position is none.
entries() {
    for score; do
        cat <<END
fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1
move e2e4
score $score
ply 3
result 1
e
END
    done
}
bad_entry() {
    echo fen x
    echo e
}
