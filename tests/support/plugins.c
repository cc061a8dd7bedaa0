/* Builds plugins with the compiler that built the tests. */
#include <stdio.h>

#include "support/plugins.h"
#include "support/run.h"

static void build(const char *name, const char *flags, const char *source) {
    char command[1024];
    snprintf(command, sizeof command,
             "mkdir -p " PLUGINS " && ${CC:-cc} -O2 -shared -fPIC %s -o " PLUGINS "%s.so tests/plugins/%s",
             flags, name, source);
    expect_run(command, 0, "", "");
}

void build_plugin(const char *name, const char *flags) {
    build(name, flags, "in_check.c");
}

void build_moves_plugin(const char *name, const char *flags) {
    build(name, flags, "moves.c");
}

void build_divide_plugin(const char *name, const char *flags) {
    build(name, flags, "perft_divide.c");
}

void build_features_plugin(const char *name, const char *flags) {
    build(name, flags, "features.c");
}
