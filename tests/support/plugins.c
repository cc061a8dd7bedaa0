/* Builds plugins with the compiler that built the tests. */
#include <stdio.h>

#include "support/plugins.h"
#include "support/run.h"

void build_plugin(const char *name, const char *flags) {
    char command[1024];
    snprintf(command, sizeof command,
             "mkdir -p " PLUGINS " && ${CC:-cc} -O2 -shared -fPIC %s -o " PLUGINS
             "%s.so tests/plugins/in_check.c",
             flags, name);
    expect_run(command, 0, "", "");
}
