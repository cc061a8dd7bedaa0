/* Tests the program and the libraries for Windows x64, as `make windows-tests` builds them, under Wine. */
#include <criterion/criterion.h>
#include <stdio.h>

#include "abi/checks.h"
#include "kingscan.h"
#include "support/run.h"
#include "support/sanitized.h"
#include "support/skip.h"
#include "support/wine.h"

static void need_wine_and_build(void) {
    need_wine();
    need_more("test -e " WINDOWS "/kingscan.exe -a -e " WINDOWS "/abi.exe",
              "the build of `make windows-tests`");
}

/* A test takes half a minute at most; Wine may hang, and then the stage starts the suite again. */
TestSuite(windows, .init = need_wine_and_build, .disabled = SANITIZED, .timeout = 300);

#define WINE WITH_WINE "exe=$PWD/" WINDOWS "/kingscan.exe; linux=$PWD/" BUILD "/kingscan; top=$PWD\n"

/* ---- Libraries ---- */

Test(windows, calling_convention_is_kept) {
    expect_run(WINE "wine " WINDOWS "/abi.exe | tr -d '\\r'", 0, ALL_CHECKS_GOOD, "");
}

/* MinGW's gcc and g++ with either library; and the header as Microsoft's compiler reads it, by clang, with
 * the import library. */
static void need_compilers(void) {
    need_wine_and_build();
    need_more("command -v x86_64-w64-mingw32-g++", "g++ of mingw-w64");
    need_more("command -v clang-19", "clang-19");
}

Test(windows, libraries_can_be_called, .init = need_compilers) {
    static const char *const callers[] = {
        "x86_64-w64-mingw32-gcc $source " WINDOWS "/libkingscan.a",
        "x86_64-w64-mingw32-gcc -DKS_DLL $source " WINDOWS "/libkingscan.dll.a",
        "x86_64-w64-mingw32-g++ -static -x c++ $source -x none " WINDOWS "/libkingscan.a",
        "clang-19 --target=x86_64-pc-windows-msvc -DKS_DLL -Wall -Wextra -Werror -isystem "
        "/usr/x86_64-w64-mingw32/include "
        "-c $source -o " WINDOWS "/caller.obj && x86_64-w64-mingw32-gcc " WINDOWS "/caller.obj " WINDOWS
        "/libkingscan.dll.a",
    };
    for (size_t i = 0; i < sizeof callers / sizeof *callers; i++) {
        char command[2048];
        snprintf(command, sizeof command,
                 WINE "source='-Iinclude tests/header/caller.c'\n%s -o " WINDOWS
                      "/caller.exe && wine " WINDOWS "/caller.exe | tr -d '\\r'",
                 callers[i]);
        expect_run(command, 0, KS_VERSION " c e1\n", "");
    }
    /* (mingw-w64 has declarations in C++ that compilers like gcc alone can read.) */
    expect_run(
        "echo '#include \"kingscan.h\"\nint main() { return ks_chess_pieces.wide + (ks_version() == "
        "0); }' | clang-19 "
        "--target=x86_64-pc-windows-msvc -fgnuc-version=4.2.1 -DKS_DLL -Wall -Wextra -Wpedantic -Werror "
        "-Iinclude -isystem /usr/x86_64-w64-mingw32/include -fsyntax-only -x c++ -",
        0, "", "");
}

/* ---- Positions and counts ---- */

Test(windows, verdicts_agree_with_linux) {
    expect_run(WINE "wine $exe check tests/data/positions.epd >" WINDOWS
                    "/verdicts; $linux check tests/data/positions.epd | "
                    "cmp - " WINDOWS "/verdicts && wine $exe check --count tests/data/positions.epd",
               0,
               "safe\t39609\t90.02%\ncheck\t3446\t7.83%\ndouble-check\t116\t0.26%\ncheckmate\t745\t1.69%\n"
               "stalemate\t84\t0.19%\ntotal\t44000\t100.00%\n",
               "");
}

Test(windows, perft_counts) {
    expect_run(WINE "wine $exe perft 5; wine $exe perft 5 --threads 2; wine $exe perft 5 --layers", 0,
               "4865609\n4865609\n4865609\n", "");
}

Test(windows, every_kernel_answers) {
    expect_run(WINE
               "for kernel in $($linux kernels | awk '!NF { exit } NR > 1 && $2 != \"no\" { print $1 }'); do "
               "KINGSCAN_KERNEL=$kernel "
               "wine $exe check --count tests/data/positions.epd | tail -n 1; done | sort -u",
               0, "total\t44000\t100.00%\n", "");
}

Test(windows, random_boards_show_no_difference) {
    expect_run(WINE "wine $exe fuzz --seconds 5 --seed 1 2>/dev/null | grep -o 'no difference'", 0,
               "no difference\n", "");
}

/* ---- Texts and names ---- */

/* 0x1a is the end of text in DOS. */
Test(windows, nothing_is_translated) {
    expect_run(
        WINE
        "printf '%s\\r\\n%s\\n\\032\\n%s\\n' '8/8/8/8/8/8/8/K1k5 w - - 0 1' '8/8/8/8/8/8/r7/K1k5 w - - 0 1' "
        "'8/8/8/8/8/8/8/K1k5 b - - 0 1' >" WINDOWS "/lines.epd\n"
        "wine $exe check " WINDOWS "/lines.epd >" WINDOWS "/lines 2>" WINDOWS "/lines.err; status=$?\n"
        "$linux check <" WINDOWS "/lines.epd 2>/dev/null | cmp - " WINDOWS
        "/lines && wine $exe check <" WINDOWS "/lines.epd 2>/dev/null | cmp - " WINDOWS
        "/lines; echo $status",
        0, "1\n", "");
}

Test(windows, paths_are_utf_8) {
    expect_run(
        WINE "cp examples/games.epd " WINDOWS "/Läufer\\ –\\ Δ.epd && wine $exe check --count " WINDOWS
             "/Läufer\\ –\\ Δ.epd 2>&1 | grep -v error: | tail -n 1; wine $exe check " WINDOWS "/fehlt-ß.epd",
        2, "total\t8\t100.00%\n", "kingscan check: " WINDOWS "/fehlt-ß.epd: No such file or directory\n");
}

/* A file is replaced when it is whole; a run that fails leaves it, and none of its own. */
Test(windows, outputs_are_whole_or_not_there) {
    expect_run(
        WINE IN_NEW_DIRECTORY "$linux convert $top/examples/data.plain a.binpack; echo old >ß.bin\n"
                              "wine $exe convert none.bin ß.bin 2>&1 | tail -n 1; cat ß.bin\n"
                              "wine $exe convert a.binpack ß.bin; wc -c <ß.bin; wine $exe games --split 1 "
                              "$top/tests/data/opera.pgn\n"
                              "wine $exe games --split 1 $top/tests/data/opera.pgn; echo $?; ls -A",
        0, "kingscan convert: none.bin: No such file or directory\nold\n120\n2\n1.pgn\na.binpack\nß.bin\n",
        "kingscan games: ./1.pgn: File exists\n");
}

Test(windows, it_ends_with_its_reader) {
    expect_run(WINE "wine $exe check tests/data/positions.epd | head -n 1 | cut -f 1; wine $exe completions "
                    "bash | head -n 1 | cut -c 1; wine $exe variants | head -n 1 | cut -c 1-5",
               0, "check\n#\nchess\n", "");
}

Test(windows, a_session_of_uci) {
    expect_run(WINE
               "printf 'uci\\nisready\\nposition startpos\\ngo perft 2\\nquit\\n' | wine $exe uci | grep -E "
               "'^(uciok|readyok|Nodes)'",
               0, "uciok\nreadyok\nNodes searched: 400\n", "");
}

/* ---- Other programs ---- */

Test(windows, it_agrees_with_itself) {
    expect_run(WINE "wine $exe diff 2 --jobs 2 --engine \"Z:$exe uci\"", 0,
               "333 positions to depth 2, 48670 nodes: no difference\n", "");
}

/* The engine is a cmd whose child never answers; the number distinguishes it from other processes. */
Test(windows, an_engine_that_hangs_is_killed_with_its_children) {
    expect_run(WINE
               "seed=$$$(date +%N)\n"
               "wine $exe diff 2 --timeout 1 --engine \"Z:$exe fuzz --seconds 1000 --seed $seed\" 2>" WINDOWS
               "/hang; status=$?\n"
               "sed 's/; it said.*//' " WINDOWS "/hang\n"
               "for i in $(seq 300); do pgrep -f \"fuzz.*$seed\" >/dev/null || break; sleep 0.1; done\n"
               "pgrep -f \"fuzz.*$seed\"; exit $status",
               2, "kingscan diff: the engine has not answered 'uci' within 1 s\n", "");
}

Test(windows, ends_of_engines_are_reported) {
    expect_run(WINE "wine $exe diff 2 --engine 'exit 3'", 2, "",
               "kingscan diff: the engine ended with status 3 instead of answering 'uci'; it said nothing\n");
}

/* ---- Plugins ---- */

#define PLUGIN(name, flags)                                                                                  \
    "x86_64-w64-mingw32-gcc -shared " flags " -o " WINDOWS "/" name                                          \
    ".dll tests/plugins/in_check.c || exit 99\n"                                                             \
    "wine $exe fuzz --seed 1 --seconds 1000 --boards 2000 --timeout 10 --plugin " WINDOWS "/" name           \
    ".dll 2>/dev/null"

Test(windows, a_correct_plugin_passes) {
    expect_run(WINE PLUGIN("right", "") " | grep -o 'no difference'", 0, "no difference\n", "");
}

Test(windows, a_wrong_plugin_is_found) {
    expect_run(WINE PLUGIN("wrong", "-DPAWNS_BACKWARDS") " | grep placement", 0,
               "placement  8/8/8/8/8/5p2/8/8\n", "");
}

Test(windows, a_plugin_may_crash) {
    expect_run(WINE PLUGIN("crash", "'-DFAILS=*(volatile int *)0 = 1'") " | grep ^found", 0,
               "found      the plugin crashes: signal 11, Segmentation fault\n", "");
}

Test(windows, a_plugin_may_exit) {
    expect_run(WINE PLUGIN("exit", "-include stdlib.h '-DFAILS=exit(7)'") " | grep ^found", 0,
               "found      the plugin ends its process with exit status 7\n", "");
}
