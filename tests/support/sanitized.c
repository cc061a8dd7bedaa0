/* Says at the start of a sanitized run which tests are left out. */
#include <criterion/criterion.h>
#include <criterion/hooks.h>
#include <stdio.h>

#include "support/sanitized.h"

ReportHook(PRE_ALL)(struct criterion_test_set *tests) {
    (void)tests;
    if (SANITIZED)
        fputs("Sanitized build: header, i386, emulated and toy_kernel, which look at the plain build, are "
              "left out.\n",
              stderr);
}
