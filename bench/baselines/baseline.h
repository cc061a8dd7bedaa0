/* Declares a baseline, another in_check in C, and the macro that puts it into the benchmark. bench.mk
 * compiles each file with each compiler it finds; all objects leave a pointer in one section of the program,
 * where contenders.c finds them. */
#ifndef BASELINE_H
#define BASELINE_H

#include "baselines/compiler.h"
#include "bench.h"

struct baseline {
    const char *name;
    in_check_function *in_check;
    const struct form *form; /* of its boards; NULL: Kingscan's 64 bytes */
    int is_plain;            /* whether it is the yardstick */
};

/* One file by one compiler. */
struct baseline_file {
    const char *compiler, *command; /* command: the compiler with its flags */
    void (*start)(void);            /* fills tables, once before anything else; or NULL */
    const struct baseline *list;    /* one without a name ends it */
};

/* Registers a file: its `start`, then initialisers of struct baseline. */
#define BASELINES(start, ...)                                                                                \
    static const struct baseline baseline_list[] = {__VA_ARGS__, {.name = NULL}};                            \
    static const struct baseline_file baseline_file = {COMPILER, COMPILER " " BENCH_FLAGS, start,            \
                                                       baseline_list};                                       \
    static const struct baseline_file *const baseline_entry __attribute__((used, section("baselines"))) =    \
        &baseline_file
#endif
