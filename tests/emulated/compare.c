/* What this processor can do, which kernel the library chooses on it, whether all kernels agree, and a perft:
 * a plain program, since the test runner starts each test anew and so gets out of an emulator. */
#include <stdio.h>

#include "cli/fuzz/difference_report.h"
#include "cli/fuzz/differential.h"
#include "cli/random/boards.h"
#include "core/cpu.h"

enum { ROUNDS = 20, SEED = 1997 };

static void print_features(void) {
    fputs("features:", stdout);
    for (unsigned bit = 0; bit < CPU_FEATURES; bit++)
        if (ks_cpu_features() >> bit & 1)
            printf(" %s", ks_cpu_feature_name(bit));
    putchar('\n');
}

static void add_usable_kernels(struct differential *differential) {
    size_t count;
    const ks_kernel *kernels = ks_kernels(&count);
    fputs("kernels:", stdout);
    for (size_t i = 0; i < count; i++)
        if (ks_kernel_usable(&kernels[i])) {
            printf(" %s", kernels[i].name);
            differential_add(differential, &kernels[i], false);
        }
    putchar('\n');
}

static void print_choice(void) {
    ks_error error;
    if (ks_kernel_environment(&error) != KS_OK)
        printf("KINGSCAN_KERNEL: %s\n", error.message);
    printf("kernel: %s\n", ks_kernel_current()->name);
    printf("perft by: %s\n", ks_perft_counter(ks_kernel_current()));
}

static int compare(struct differential *differential) {
    static struct boards boards;
    static struct difference difference;
    struct question question;
    boards_start(&boards, SEED);
    for (int i = 0; i < ROUNDS * BOARD_ROUND; i++) {
        boards_next(&boards, &question);
        if (differential_ask(differential, &question, &difference)) {
            print_difference(&difference);
            return 1;
        }
    }
    printf("agree: %d boards\n", ROUNDS * BOARD_ROUND);
    return 0;
}

/* The move generator is compiled for several processors too. Kiwipete, depth 3: 97862. */
static int count_moves(void) {
    static const char fen[] = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -";
    ks_position position;
    if (ks_read_fen(fen, sizeof fen - 1, 0, &position, NULL) != KS_OK)
        return 1;
    printf("perft: %llu nodes\n", (unsigned long long)ks_perft(&position, 3));
    return 0;
}

int main(void) {
    static struct differential differential;
    print_features();
    print_choice();
    add_usable_kernels(&differential);
    return compare(&differential) || count_moves();
}
