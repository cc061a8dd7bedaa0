/* Runs the program and the libraries for Windows x64 under Wine, by the blocks of windows.blocks, where Wine
 * and the build of `make windows-tests` are there. */
#include <criterion/criterion.h>

#include "support/sanitized.h"
#include "support/skip.h"
#include "support/transcript.h"
#include "support/wine.h"

static void need_wine_and_build(void) {
    need_wine();
    need_more("test -e " WINDOWS "/kingscan.exe -a -e " WINDOWS "/abi.exe",
              "the build of `make windows-tests`");
}

/* A test takes half a minute at most; Wine may hang, and then the stage starts the suite again. */
TestSuite(windows, .init = need_wine_and_build, .disabled = SANITIZED, .timeout = 300);

static void need_compilers(void) {
    need_wine_and_build();
    need_more("command -v x86_64-w64-mingw32-g++", "g++ of mingw-w64");
    need_more("command -v clang-19", "clang-19");
}

static void run(const char *title) {
    run_block("tests/cli/windows/windows.blocks", title);
}

Test(windows, calling_convention_is_kept) {
    run("Calling convention is kept");
}

Test(windows, libraries_can_be_called, .init = need_compilers) {
    run("Libraries can be called");
}

Test(windows, verdicts_agree_with_linux) {
    run("Verdicts agree with linux");
}

Test(windows, perft_counts) {
    run("Perft counts");
}

Test(windows, every_kernel_answers) {
    run("Every kernel answers");
}

Test(windows, random_boards_show_no_difference) {
    run("Random boards show no difference");
}

Test(windows, nothing_is_translated) {
    run("Nothing is translated");
}

Test(windows, paths_are_utf_8) {
    run("Paths are utf 8");
}

Test(windows, outputs_are_whole_or_not_there) {
    run("Outputs are whole or not there");
}

Test(windows, it_ends_with_its_reader) {
    run("It ends with its reader");
}

Test(windows, a_session_of_uci) {
    run("A session of uci");
}

Test(windows, it_agrees_with_itself) {
    run("It agrees with itself");
}

Test(windows, an_engine_that_hangs_is_killed_with_its_children) {
    run("An engine that hangs is killed with its children");
}

Test(windows, ends_of_engines_are_reported) {
    run("Ends of engines are reported");
}

Test(windows, a_correct_plugin_passes) {
    run("A correct plugin passes");
}

Test(windows, a_wrong_plugin_is_found) {
    run("A wrong plugin is found");
}

Test(windows, a_plugin_may_crash) {
    run("A plugin may crash");
}

Test(windows, a_plugin_may_exit) {
    run("A plugin may exit");
}
