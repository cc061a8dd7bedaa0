/* Everything that the rules promise about one position of a variant, checked in a second way wherever there
 * is one. */
#ifndef KS_VARIANT_CHECK_H
#define KS_VARIANT_CHECK_H

#include "cli/commands/fuzz/position_check.h"

/* The functions that are checked: the library's, or in a test one that is wrong. */
struct variant_rules {
    size_t (*legal_moves)(const ks_variant *variant, const ks_variant_position *position,
                          ks_variant_move *moves, size_t room);
    void (*make_move)(const ks_variant *variant, ks_variant_position *position, ks_variant_move move,
                      ks_variant_undo *undo);
    void (*unmake_move)(const ks_variant *variant, ks_variant_position *position, ks_variant_move move,
                        const ks_variant_undo *undo);
    size_t (*write_fen)(const ks_variant *variant, const ks_variant_position *position, char *text);
    uint64_t (*perft)(const ks_variant *variant, const ks_variant_position *position, unsigned depth);
};

extern const struct variant_rules variant_library_rules;

enum {
    VARIANT_CHECK_KERNELS = 16,
    VARIANT_CHECK_REPLIES = 1 << 17 /* the most that perft is asked to count, since it can't be stopped */
};

struct variant_check {
    const struct variant_rules *rules;
    const ks_variant *tables; /* the variant without attack kernels; NULL: they don't know it anyway */
    const ks_kernel *kernels[VARIANT_CHECK_KERNELS]; /* that are compared with the tables */
    unsigned kernel_count;
};

/* Whether the attack kernels answer for a variant; then they are compared with its tables. */
bool knows_kernels(const ks_variant *variant);

/* Prepares for the positions of a variant. kernels: kernel_count, at most VARIANT_CHECK_KERNELS. There is one
 * check with kernels at a time. */
void variant_check_start(struct variant_check *check, const ks_variant *variant,
                         const ks_kernel *const *kernels, unsigned kernel_count);

/* Checks a position of the variant. Returns true when all is right; then the legal moves are in *moves. A
 * position with more than ANY_MOVES_MAX moves is skipped: moves->count is 0. Selects kernels: see
 * ks_kernel_select. When the run is to stop (see waiting.h), so does the check, and what has been checked
 * is right.
 *
 * - As FEN it comes back the same, and so does every position that a move leads to.
 * - A move that is made and taken back leaves every field as it was.
 * - Each kernel finds the same moves, and the same attackers of each square, as the tables do.
 * - No move leaves the king attacked; each capture is an attack; and of attacks on enemy pieces those that
 * are no move leave the king attacked, or are by a pawn that there is nothing to promote to. (The generator
 * looks for attacks on the king before it makes moves, this after.)
 * - Moves are written in different ways, and each is read back.
 * - Perft to depth 2 is the sum of the numbers of replies, if there are at most VARIANT_CHECK_REPLIES; and
 * the verdict is what moves and checkers make it. */
bool check_variant_position(const struct variant_check *check, const struct any_position *position,
                            struct move_list *moves, struct mistake *mistake);

#endif
