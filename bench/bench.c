/* bench: Kingscan's kernels against C, on real positions, in one run.
 *
 * Everything in a table is timed in turn, several times over, each time over all boards in a new order; a
 * figure is the median. Ratios are to the fastest plain C (bench/plain.c by each compiler found). README.md
 * beside this file says what was learnt. */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"

typedef int in_check_function(const uint8_t board[64], unsigned king_square, unsigned side);

/* bench/plain.c by each compiler; absent (NULL) where the Makefile didn't find that compiler. */
#define PLAIN_COMPILERS(X) X(gcc) X(clang_19) X(clang)
#define DECLARE(compiler) __attribute__((weak)) in_check_function plain_##compiler;
PLAIN_COMPILERS(DECLARE)

enum { MAX_CONTENDERS = 32 };

/* ---- Passes over a set ---- */

static uint64_t pass_in_check(const contender *self, const board_set *set) {
    in_check_function *const in_check = *(in_check_function *const *)self->subject;
    uint64_t sum = 0;
    for (size_t i = 0; i < set->count; i++)
        sum += (unsigned)in_check(set->boards[i], set->kings[i], set->sides[i]);
    return sum;
}

/* Every call waits for the answer before it: an answer is 0 or 1, so halving it changes nothing, but the
 * processor can't know. */
static uint64_t pass_in_check_latency(const contender *self, const board_set *set) {
    in_check_function *const in_check = *(in_check_function *const *)self->subject;
    uint64_t sum = 0;
    unsigned last = 0;
    for (size_t i = 0; i < set->count; i++) {
        last = (unsigned)in_check(set->boards[i] + (last >> 1), set->kings[i] ^ (last >> 1), set->sides[i]);
        sum += last;
    }
    return sum;
}

static uint64_t pass_attackers(const contender *self, const board_set *set) {
    const ks_kernel *const kernel = self->subject;
    uint64_t sum = 0;
    for (size_t i = 0; i < set->count; i++)
        sum += kernel->attackers(set->boards[i], set->kings[i], set->sides[i] ^ 1u);
    return sum;
}

/* ---- Tables ---- */

static size_t add_plain(contender *list, uint64_t (*pass)(const contender *, const board_set *)) {
    size_t count = 0;
#define ADD(compiler)                                                                                        \
    static in_check_function *const compiler = plain_##compiler;                                             \
    if (compiler)                                                                                            \
        list[count++] = (contender){"plain C, " #compiler, "-O3 -march=native", pass, &compiler, 1};
    PLAIN_COMPILERS(ADD)
#undef ADD
    return count;
}

static size_t add_kernels(contender *list, uint64_t (*pass)(const contender *, const board_set *),
                          int by_function) {
    size_t all, count = 0;
    const ks_kernel *kernels = ks_kernels(&all);
    for (const ks_kernel *kernel = kernels; kernel < kernels + all; kernel++)
        if (ks_kernel_usable(kernel))
            list[count++] =
                (contender){kernel->name, kernel->summary, pass,
                            by_function ? (const void *)&kernel->in_check : (const void *)kernel, 0};
    return count;
}

static void print_table(const char *title, const board_set *set, const figure *figures, size_t count) {
    printf("\n%s, %s (%zu boards)\n  %-22s %8s %8s %15s %8s\n", title, set->name, set->count, "", "ns",
           "cycles", "ns, quartiles", "x plain");
    for (size_t i = 0; i < count; i++) {
        printf("  %-22s %8.2f %8.1f %7.2f-%-7.2f", figures[i].who->name, figures[i].ns, figures[i].cycles,
               figures[i].low, figures[i].high);
        if (figures[i].ratio > 0)
            printf(" %8.2f", figures[i].ratio);
        putchar('\n');
    }
}

static void run_table(const char *title, contender *contenders, size_t count, board_set *set, int rounds,
                      uint64_t *random) {
    figure figures[MAX_CONTENDERS];
    time_contenders(contenders, count, set, rounds, random, figures);
    print_table(title, set, figures, count);
}

static void run_tables(board_set *set, int rounds, uint64_t *random) {
    contender list[MAX_CONTENDERS];
    size_t count = add_plain(list, pass_in_check);
    count += add_kernels(list + count, pass_in_check, 1);
    run_table("in_check", list, count, set, rounds, random);

    count = add_plain(list, pass_in_check_latency);
    count += add_kernels(list + count, pass_in_check_latency, 1);
    run_table("in_check, each call waiting for the last", list, count, set, rounds, random);

    count = add_kernels(list, pass_attackers, 0);
    run_table("attackers", list, count, set, rounds, random);
}

static void print_processor(void) {
    FILE *file = fopen("/proc/cpuinfo", "r");
    char line[256];
    while (file && fgets(line, sizeof line, file))
        if (strncmp(line, "model name", 10) == 0) {
            printf("processor: %s", strchr(line, ':') + 2);
            break;
        }
    if (file)
        fclose(file);
    printf("clock: %.2f GHz while measuring\n", core_clock());
}

int main(int argc, char **argv) {
    static const struct option options[] = {{"rounds", required_argument, NULL, 'r'},
                                            {"help", no_argument, NULL, 'h'},
                                            {NULL, 0, NULL, 0}};
    int rounds = 11, option;
    while ((option = getopt_long(argc, argv, "", options, NULL)) != -1) {
        if (option == 'r' && atoi(optarg) > 0) {
            rounds = atoi(optarg);
        } else {
            puts("usage: bench [--rounds N] POSITIONS.epd");
            return option == 'h' ? 0 : 2;
        }
    }
    if (optind + 1 != argc) {
        fputs("usage: bench [--rounds N] POSITIONS.epd\n", stderr);
        return 2;
    }
    board_set sets[BOARD_SETS];
    uint64_t random = 1;
    load_boards(argv[optind], sets);
    print_processor();
    for (int i = 0; i < BOARD_SETS; i++)
        run_tables(&sets[i], rounds, &random);
    return 0;
}
