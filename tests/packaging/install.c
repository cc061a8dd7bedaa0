/* Tests the installed library: with pkg-config and with CMake, shared and static, in every C and C++ that the
 * compilers here know; its removal, and its tarball. */
#include <criterion/criterion.h>
#include <stdio.h>

#include "kingscan.h"
#include "support/run.h"
#include "support/sanitized.h"
#include "support/skip.h"
#include "support/thorough.h"

TestSuite(install, .disabled = SANITIZED);

/* Installs into $prefix, below a new directory. (One at a time: the files that contain the prefix are written
 * in the build.) */
#define MAKE "flock Makefile make -s --no-print-directory BUILD=" BUILD " "
#define INSTALLED                                                                                            \
    "set -e; top=$PWD; d=$(mktemp -d); trap 'rm -rf \"$d\"' EXIT; prefix=$d/usr\n" MAKE                      \
    "install PREFIX=$prefix >$d/made || { cat $d/made; exit 1; }\n"                                          \
    "export PKG_CONFIG_PATH=$prefix/lib/pkgconfig\n"                                                         \
    "cp tests/header/caller.c $d; cp tests/header/caller.c $d/caller.cc; cd $d\n"

#define ANSWER KS_VERSION " c e1\n"

/* ---- Installed files ---- */

Test(install, the_program_runs_and_has_its_manual) {
    expect_run(INSTALLED "$prefix/bin/kingscan --version\n"
                         "for page in kingscan kingscan-check kingscan-diff kingscan-move; do\n"
                         "    head -n 1 $prefix/share/man/man1/$page.1 | cut -d ' ' -f 1-3; done",
               0,
               "kingscan " KS_VERSION "\n.TH \"kingscan\" 1\n.TH \"kingscan-check\" 1\n"
               ".TH \"kingscan-diff\" 1\n.TH \"kingscan-move\" 1\n",
               "");
}

Test(install, the_shells_find_their_completions) {
    expect_run(INSTALLED "cd $prefix/share; own=$top/c/cli/commands/completions\n"
                         "cmp bash-completion/completions/kingscan $own/for_bash.bash\n"
                         "cmp zsh/site-functions/_kingscan $own/for_zsh.zsh\n"
                         "cmp fish/vendor_completions.d/kingscan.fish $own/for_fish.fish",
               0, "", "");
}

Test(install, the_shared_library_has_its_version_in_its_name) {
    expect_run(INSTALLED
               "cd $prefix/lib; readlink libkingscan.so libkingscan.so.1; test -f libkingscan.so." KS_VERSION
               "; readelf -d libkingscan.so | sed -n 's/.*(SONAME).*\\[\\(.*\\)]/\\1/p'",
               0, "libkingscan.so." KS_VERSION "\nlibkingscan.so." KS_VERSION "\nlibkingscan.so.1\n", "");
}

/* Each constant of kingscan.inc is compared with the installed headers by the C compiler. */
Test(install, assembly_has_the_constants_of_the_headers) {
    expect_run(
        INSTALLED
        "inc=$prefix/include/kingscan.inc; head -n 1 $inc | grep -o 'Kingscan [0-9.]*'\n"
        "{ echo '#include <kingscan.h>'; echo 'enum { KS_KING_LINES_SIZE = sizeof(ks_king_lines) };'\n"
        "for rank in 1 2 3 4 5 6 7 8; do for file in A B C D E F G H; do\n"
        "echo \"#define KS_$file$rank KS_SQUARE('$file' - 'A', 8 - $rank)\"; done; done\n"
        "for member in checkers check_lines pinned pin_orthogonal pin_diagonal; do\n"
        "name=$(echo $member | tr a-z A-Z)\n"
        "echo \"#define KS_KING_LINES_$name offsetof(ks_king_lines, $member)\"; done\n"
        "sed -n 's/^%define \\(KS_[A-Z0-9_]*\\) \\([0-9]*\\)$/_Static_assert(\\1 == \\2, \"\\1\");/p' $inc\n"
        "} >all.c; grep -c _Static_assert all.c; cc -I$prefix/include -std=c11 -c all.c\n"
        "nasm -f elf64 -I$prefix/include/ \"$top/examples/system_v.asm\" -o v.o",
        0, "Kingscan " KS_VERSION "\n96\n", "");
}

Test(install, folders_may_be_chosen) {
    expect_run(
        "d=$(mktemp -d); trap 'rm -rf \"$d\"' EXIT\n" MAKE
        "install DESTDIR=$d/stage PREFIX=/usr LIBDIR=/usr/lib/x86_64-linux-gnu INCLUDEDIR=/opt/include "
        "BINDIR=/opt/bin MANDIR=/opt/man >$d/made || cat $d/made\n"
        "cd $d/stage && ls opt/bin opt/include/kingscan.h opt/man/man1/kingscan.1 "
        "usr/lib/x86_64-linux-gnu/libkingscan.a && "
        "head -n 3 usr/lib/x86_64-linux-gnu/pkgconfig/kingscan.pc",
        0,
        "opt/include/kingscan.h\nopt/man/man1/kingscan.1\nusr/lib/x86_64-linux-gnu/libkingscan.a\n\n"
        "opt/bin:\nkingscan\nprefix=/usr\nlibdir=/usr/lib/x86_64-linux-gnu\nincludedir=/opt/include\n",
        "");
}

/* Nothing is written outside of DESTDIR, whatever its name, and nothing remains. */
Test(install, folders_may_have_blanks) {
    expect_run("set -e; d=$(mktemp -d); trap 'rm -rf \"$d\"' EXIT; mkdir \"$d/a\"; to=\"$d/a b\"\n" MAKE
               "install DESTDIR=\"$to\" PREFIX='/u v' >$d/made\n"
               "\"$to/u v/bin/kingscan\" --version; ls -A $d/a; ls \"$to\"; cat \"$to/u "
               "v/lib/libkingscan.so\" | wc -c "
               ">$d/size\n" MAKE
               "uninstall DESTDIR=\"$to\" PREFIX='/u v' >$d/made; find \"$to\" -type f -o -type l",
               0, "kingscan " KS_VERSION "\nu v\n", "");
}

Test(install, sources_in_a_folder_with_a_blank_are_refused) {
    expect_run(
        "d=$(mktemp -d); trap 'rm -rf \"$d\"' EXIT; mkdir \"$d/a b\"; cp Makefile \"$d/a b\"\n"
        "make -s --no-print-directory -C \"$d/a b\" 2>&1 | sed 's|.*/a b|...|'",
        0,
        "...: the path of these sources has a blank, and make cannot build there: move them to another "
        "folder.  Stop.\n",
        "");
}

Test(install, uninstall_removes_every_file_and_folder) {
    expect_run(INSTALLED "echo keep >$prefix/lib/other; cd $top; " MAKE
                         "uninstall PREFIX=$prefix >$d/made; cd $prefix; find . -type f -o -type l; "
                         "find . -name 'kingscan*'",
               0, "./lib/other\n", "");
}

/* ---- Callers ---- */

/* Compiles the caller in each standard that the compiler knows, links it either way, and runs it. */
static void expect_callers(const char *compiler, const char *standards, const char *source) {
    char command[2048];
    snprintf(
        command, sizeof command,
        INSTALLED
        "for standard in %s; do for link in shared static; do\n"
        "    case $link in static) how=-static ;; *) how=-Wl,-rpath,$prefix/lib ;; esac\n"
        "    %s -std=$standard -Wall -Wextra -Werror -pedantic %s $(pkg-config --cflags --libs kingscan) "
        "$how "
        "-o caller\n"
        "    ./caller >answer; grep -qx '" KS_VERSION " c e1' answer || echo \"$standard $link failed\"\n"
        "    readelf -d caller 2>&1 | grep -c 'NEEDED.*libkingscan.so.1' >needed || true\n"
        "    case $link$(cat needed) in static0 | shared1) ;; *) echo \"$standard isn't $link\" ;; esac\n"
        "done; done",
        standards, compiler, source);
    expect_run(command, 0, "", "");
}

#define CALLERS "it compiles callers by many standards"

Test(install, pkg_config_with_every_c) {
    leave_to_test_all(CALLERS);
    expect_callers("gcc", "c89 c99 c11 c17 c2x", "caller.c");
    expect_callers("clang-19", "c89 c99 c11 c17 c23", "caller.c");
}

Test(install, pkg_config_with_every_cxx) {
    leave_to_test_all(CALLERS);
    expect_callers("g++", "c++98 c++11 c++14 c++17 c++20 c++23", "caller.cc");
    expect_callers("clang++-19", "c++98 c++11 c++14 c++17 c++20 c++23 c++26", "caller.cc");
}

Test(install, the_header_for_cxx17) {
    expect_run(INSTALLED "for standard in c++17 c++20; do g++ -std=$standard -Wall -Wextra -Werror -pedantic "
                         "$top/tests/header/cxx_caller.cpp $(pkg-config --cflags --libs kingscan) -static -o "
                         "caller && ./caller; done",
               0, "ok\nok\n", "");
}

/* The part of a project that finds the library; request: the text after find_package(kingscan. */
#define PROJECT(request)                                                                                     \
    "cat >CMakeLists.txt <<END\n"                                                                            \
    "cmake_minimum_required(VERSION 3.10)\n"                                                                 \
    "project(callers C CXX)\n"                                                                               \
    "find_package(kingscan " request " CONFIG REQUIRED)\n"                                                   \
    "add_executable(in_c caller.c)\n"                                                                        \
    "target_link_libraries(in_c kingscan::kingscan)\n"                                                       \
    "add_executable(in_cxx caller.cc)\n"                                                                     \
    "target_link_libraries(in_cxx kingscan::static)\n"                                                       \
    "END\n"
#define BUILD_PROJECT "{ cmake -S . -B out -DCMAKE_PREFIX_PATH=$prefix && cmake --build out; } >said 2>&1"

/* Shell variables: this version is $major.$minor.$patch. */
#define PARTS                                                                                                \
    "IFS=. read -r major minor patch <<'END'\n" KS_VERSION "\nEND\n"                                         \
    "next=$((minor + 1)); later=$((major + 1))\n"

Test(install, cmake_finds_both_libraries) {
    expect_run(INSTALLED PARTS PROJECT("$major.$minor") BUILD_PROJECT
               " || cat said; out/in_c; out/in_cxx\n"
               "for caller in in_c in_cxx; do readelf -d out/$caller "
               "| grep -c 'NEEDED.*libkingscan.so.1' || true; done",
               0, ANSWER ANSWER "1\n0\n", "");
}

Test(install, cmake_refuses_other_versions) {
    expect_run(INSTALLED PARTS PROJECT("$major.$next") BUILD_PROJECT
               " && echo built; grep -c 'compatible with' said",
               0, "1\n", "");
    expect_run(INSTALLED PARTS PROJECT("$later.0") BUILD_PROJECT
               " && echo built; grep -c 'compatible with' said",
               0, "1\n", "");
}

Test(install, cmake_finds_versions_of_a_range) {
    expect_run(
        INSTALLED PARTS
        "for range in 0.0...$later.0 \"$major.$minor...<$major.$next\" $major.$minor.$patch "
        "$major.$next...$later.0 \"0.0...<$major.$minor\"; do\n"
        "printf '%s\\n' 'cmake_minimum_required(VERSION 3.19)' 'project(ranges NONE)' "
        "\"find_package(kingscan $range CONFIG)\" 'message(\"found: ${kingscan_FOUND}\")' >CMakeLists.txt\n"
        "cmake -S . -B out -DCMAKE_PREFIX_PATH=$prefix 2>&1 | grep ^found; rm -r out; done",
        0, "found: 1\nfound: 1\nfound: 1\nfound: 0\nfound: 0\n", "");
}

/* ---- The version ---- */

/* It stands in include/kingscan/check.h. Cargo wants it a second time; everything else takes it
 * from there. */
Test(install, the_crate_has_the_version_of_the_header) {
    expect_run("sed -n 's/^version = //p' bindings/rust/Cargo.toml", 0, "\"" KS_VERSION "\"\n", "");
}

Test(install, no_other_file_has_the_version) {
    expect_run("grep -rlF '" KS_VERSION
               "' packaging bindings/javascript bindings/python CMakeLists.txt Makefile "
               "--include='*.in' --include='*.mk' --include='*.json' --include='*.py' --include='*.toml' "
               "--include='*.txt' --include=Makefile",
               1, "", "");
}

/* ---- Recipes ---- */

/* Both download the tarball, so they have its checksum. */
Test(install, recipes_can_be_read) {
    need_more("command -v ruby", "ruby");
    expect_run(MAKE "dist >/dev/null; cd " BUILD "/recipes; ruby -c kingscan.rb\n"
                    "grep -l $(cut -d ' ' -f 1 ../kingscan-" KS_VERSION ".tar.gz.sha256) *; grep @ *.wrap",
               1, "Syntax OK\nkingscan.rb\nkingscan.wrap\n", "");
}

/* ---- The tarball ---- */

/* The unpacked tarball has all sources, and packs itself again to the same bytes. A thorough run builds it,
 * too. */
Test(install, the_tarball_is_complete_and_always_the_same) {
    leave_to_test_all("it packs the sources twice");
    expect_run(
        "d=$(mktemp -d); trap 'rm -rf \"$d\"' EXIT; top=$PWD\n"
        "for n in 1 2; do " MAKE "dist >/dev/null; mv " BUILD "/kingscan-" KS_VERSION
        ".tar.gz $d/$n; sleep 1; done\n"
        "(cd " BUILD " && sed 's, .*,  '$d/2, kingscan-" KS_VERSION
        ".tar.gz.sha256 | sha256sum --check --status) && "
        "grep -c \"$(sha256sum <$d/2 | cut -d ' ' -f 1)\" " BUILD "/kingscan-" KS_VERSION ".spdx\n"
        "cd $d && cmp 1 2 && tar xzf 1 && cd kingscan-" KS_VERSION "\n"
        "for folder in asm c include packaging; do diff -r -x __pycache__ \"$top/$folder\" $folder; done\n"
        "[ ! \"$THOROUGH\" ] || { " MAKE "-j2 all CFLAGS=-O0 >../made 2>&1 || cat ../made; " MAKE
        "run CFLAGS=-O0 2>&1 | head -n 1; }\n" MAKE "dist; cmp ../1 build/kingscan-" KS_VERSION ".tar.gz",
        0, is_thorough() ? "2\nsafe\t39609\t90.02%\n" : "2\n", "");
}
