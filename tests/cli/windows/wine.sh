# shellcheck shell=sh
# Prepares a shell for the build for Windows: kingscan.exe runs as `windows`, and other programs by `wine`. The first
# test prepares Wine's disk. Wine is told to keep its own messages off standard error.
export LC_ALL=C.UTF-8 WINEDEBUG=-all W="$BUILD/windows" WINEPREFIX="$BUILD/windows/wine"
mkdir -p "$WINEPREFIX"
{
    flock 9
    [ -e "$WINEPREFIX/made" ] || { wineboot -i && touch "$WINEPREFIX/made"; }
} >"$WINEPREFIX/log" 2>&1 9>"$WINEPREFIX/lock"
windows() { wine "$W/kingscan.exe" "$@"; }

# Finds what is wrong with a plug-in, which is built with the flags given.
plugin() {
    x86_64-w64-mingw32-gcc -shared "-I$ROOT/include" "$@" -o plugin.dll tests/plugins/in_check.c || return 99
    windows fuzz --seed 1 --seconds 1000 --boards 2000 --timeout 10 --plugin plugin.dll 2>/dev/null
}
