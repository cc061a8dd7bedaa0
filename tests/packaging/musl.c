/* Builds the program and the libraries with another C library, musl, which has little beyond POSIX, and tries
 * them. */
#include <criterion/criterion.h>

#include "kingscan.h"
#include "support/run.h"
#include "support/sanitized.h"
#include "support/skip.h"

TestSuite(musl, .disabled = SANITIZED);

/* The build is kept, so that the next one takes seconds. */
#define MUSL BUILD "/musl"
#define MAKE_ALL                                                                                             \
    "make -s --no-print-directory -j2 WERROR=1 CC=musl-gcc CFLAGS='-O0 -DKS_QUICK_TO_COMPILE' "              \
    "BUILD=" MUSL " all >" BUILD "/musl.log 2>&1 || cat " BUILD "/musl.log\n"

/* Calls the libraries from a program; a loader would not find that program's C library by itself. */
#define CALL(how)                                                                                            \
    "musl-gcc -Wall -Wextra -Werror -Iinclude tests/header/caller.c " how " -o " MUSL "/caller && " MUSL     \
    "/caller"

Test(musl, program_and_libraries_are_built_and_run) {
    need_more("command -v musl-gcc", "musl-gcc");
    expect_run(MAKE_ALL MUSL "/kingscan check --count --summary tests/data/positions.epd 2>&1 | head -n 1", 0,
               "safe\t39609\t90.02%\n", "");
    expect_run("readelf -d " MUSL "/kingscan | grep -o 'NEEDED.*'", 0,
               "NEEDED)             Shared library: [libc.so]\n", "");
    expect_run(CALL("-static " MUSL "/libkingscan.a"), 0, KS_VERSION " c e1\n", "");
    expect_run(CALL(MUSL "/libkingscan.so -Wl,-rpath,$PWD/" MUSL " -Wl,-rpath," MUSL), 0,
               KS_VERSION " c e1\n", "");
}
