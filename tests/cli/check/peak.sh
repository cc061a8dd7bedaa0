# shellcheck shell=sh
# measure LEAST MOST OPTION...: runs kingscan check with these options on standard input, through a pipe, and prints how
# many KiB of memory were resident at most when that is less or more. Everything but the content of the pipe has been read
# then. The status is that of kingscan; its output is in the files out and err.
measure() {
    least=$1 most=$2
    shift 2
    mkfifo pipe
    kingscan check "$@" <pipe >out 2>err &
    exec 3>pipe
    cat >&3
    peak=$(awk '/^VmHWM:/ { print $2 }' "/proc/$!/status")
    exec 3>&-
    [ "$peak" -ge "$least" ] && [ "$peak" -le "$most" ] || echo "peak: $peak KiB"
    wait $!
}
