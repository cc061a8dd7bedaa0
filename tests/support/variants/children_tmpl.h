/* A build of children.h, for boards of one word or of two; KS_BUILD gives it a name that no build of the
 * library has. The files of the library that make nodes are compiled again here, so that the library keeps
 * nothing for the tests. A node's fields:
 *
 *     field             in a position                           has no meaning
 *     kinds, sides      the board
 *     walls             its walls
 *     gates             its gates                               of a side without pieces in hand
 *     promoted          its marks                               where nothing marks promoted pieces
 *     castling          castling_rook, as squares
 *     castler           castling_king, or the king              while the side has no such rook
 *     en_passant        its squares, when a taker may come      squares that no taker may reach
 *     en_passant_pawn   the pawn                                while there is no such square
 *     checks_left       those left; nodes count late
 *     passes            passes in a row
 *     hand              its hands
 */
#include <stdio.h>
#include <string.h>

#include "support/variants/children.h"
#include "variant/masks/masks.h"

/* These are static here, so that the compiler leaves out the leaves that only they call. */
static __attribute__((unused)) ks_masks_perft IN_BUILD(masks_perft);
static __attribute__((unused)) ks_masks_count IN_BUILD(masks_count);
static __attribute__((unused)) ks_masks_pay IN_BUILD(masks_pay);
#include "variant/masks/layout_tmpl.c" /* NOLINT(bugprone-suspicious-include) */
#include "variant/masks/perft_tmpl.c"  /* NOLINT(bugprone-suspicious-include) */

_Static_assert(sizeof(struct mask_node) <= sizeof(struct carried), "a node has room");

#define FIELDS                                                                                               \
    FIELD(kinds)                                                                                             \
    FIELD(sides)                                                                                             \
    FIELD(walls)                                                                                             \
    FIELD(gates)                                                                                             \
    FIELD(promoted)                                                                                          \
    FIELD(castling)                                                                                          \
    FIELD(castler)                                                                                           \
    FIELD(en_passant)                                                                                        \
    FIELD(en_passant_pawn)                                                                                   \
    FIELD(checks_left)                                                                                       \
    FIELD(passes)                                                                                            \
    FIELD(hand)

/* Writes bytes as they lie in memory. */
static char *write_bytes(const void *field, size_t size, char *text) {
    for (size_t i = 0; i < size; i++)
        text += sprintf(text, "%02x", ((const unsigned char *)field)[i]);
    return text;
}

static bool find_difference(const struct carried *expected, const struct carried *found, char *text) {
    struct mask_node a, b;
    memcpy(&a, expected->node, sizeof a);
    memcpy(&b, found->node, sizeof b);
#define FIELD(field)                                                                                         \
    if (memcmp(&a.field, &b.field, sizeof a.field) != 0) {                                                   \
        text = write_bytes(&a.field, sizeof a.field, text + sprintf(text, "%s: expected ", #field));         \
        write_bytes(&b.field, sizeof b.field, text + sprintf(text, ", found "));                             \
        return true;                                                                                         \
    }
    FIELDS
#undef FIELD
    return false;
}

/* lay_out refuses a position whose king has been lost, but lays out all else before. Nodes do not take kings
 * in hand. They count a check when they are visited; the nodes compared here count it at once. */
static bool lay_out_anew(const ks_variant *v, const ks_variant_position *p, struct carried *laid) {
    struct mask_node node;
    ks_variant_position kept = *p;
    for (unsigned side = KS_WHITE; side <= KS_BLACK && v->royal != NO_TYPE; side++)
        kept.hand[side][v->royal] = 0;
    const bool has_masks = lay_out(v, &kept, &node);
    memcpy(node.checks_left, p->checks_left, sizeof node.checks_left);
    memcpy(laid->node, &node, sizeof node);
    return has_masks;
}

/* Returns the squares on which a piece of `us` may capture en passant, as far as its steps say. */
static mask reachable_en_passant(const struct compiled *c, const struct mask_node *n, unsigned us) {
    mask reachable = 0;
    for (mask left = n->en_passant; left; left &= left - 1)
        for (unsigned kind = 0; kind < c->count; kind++)
            if (c->pawns.takers >> kind & 1 &&
                c->leaps.threats[us][kind][lowest_square(left)] & n->kinds[kind] & n->sides[us])
                reachable |= left & -left;
    return reachable;
}

static bool is_hand_empty(const struct mask_node *n, unsigned side) {
    static const uint8_t none[KINDS_MAX];
    return memcmp(n->hand[side], none, sizeof none) == 0;
}

static struct carried settle(const ks_variant *v, const struct carried *child, unsigned us) {
    struct carried settled = {{0}};
    struct mask_node node, copy;
    memcpy(&node, child->node, sizeof node);
    if (!v->compiled->captures.marks_promoted)
        node.promoted = 0;
    for (unsigned side = KS_WHITE; side <= KS_BLACK; side++) {
        if (!(node.castling & node.sides[side]))
            node.castler[side] = 0;
        if (is_hand_empty(&node, side))
            node.gates &= ~node.sides[side];
    }
    node.en_passant = reachable_en_passant(v->compiled, &node, us) & ~occupied_by(&v->compiled->area, &node);
    if (!node.en_passant)
        node.en_passant_pawn = 0;
    memset(&copy, 0, sizeof copy); /* the bytes between fields too */
#define FIELD(field) memcpy(&copy.field, &node.field, sizeof copy.field);
    FIELDS
#undef FIELD
    memcpy(settled.node, &copy, sizeof copy);
    return settled;
}

/* ---- Children ---- */

static struct carried *next_child;
static size_t room;

static uint64_t note_child(const struct compiled *c, const struct mask_node *n, unsigned us, unsigned depth) {
    struct mask_node counted;
    (void)depth;
    if (c->ends.checks)
        n = count_check(c, n, us, &counted);
    if (room > 0) {
        room--;
        memcpy(next_child++->node, n, sizeof *n);
    }
    return 1;
}

static size_t list(const ks_variant *v, const struct carried *parent, unsigned us, struct carried *children,
                   size_t max) {
    struct mask_node node;
    memcpy(&node, parent->node, sizeof node);
    next_child = children;
    room = max;
    if (v->compiled->ends.any && has_ended(v->compiled, &node, us))
        return 0;
    return play_moves(v->compiled, &node, us, note_child, 1);
}

const struct children_build IN_BUILD(children) = {lay_out_anew, list, settle, find_difference};
