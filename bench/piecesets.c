/* Times in_check_set on boards in other programs' forms, read where they lie. */
#include "bench.h"
#include "cli/base/messages.h"

/* A form of the boards, and the pieceset that describes it. */
struct spelling {
    const char *name;
    uint8_t bytes[16]; /* [our code] */
    unsigned flags;
    struct form form;
    ks_pieceset set;
};

#define OUR_CODES                                                                                            \
    { 0, 1, 2, 3, 4, 5, 6, 0, 0, 9, 10, 11, 12, 13, 14, 0 }

static struct spelling spellings[] = {
    {.name = "our codes, a1 first", .bytes = OUR_CODES, .flags = KS_PIECESET_A1_FIRST},
    {.name = "Liberman's codes", .bytes = {15, 5, 1, 2, 0, 3, 4, 15, 15, 13, 9, 10, 8, 11, 12, 15}},
    {.name = "letters of FEN", .bytes = ".PNBRQK..pnbrqk"},
};

enum { SPELLINGS = sizeof spellings / sizeof *spellings };

static const uint8_t attacks[] = {[KS_WHITE_PAWN] = KS_CLASS_PAWN,
                                  [KS_WHITE_KNIGHT] = KS_CLASS_KNIGHT,
                                  [KS_WHITE_BISHOP] = KS_CLASS_DIAGONAL,
                                  [KS_WHITE_ROOK] = KS_CLASS_ORTHOGONAL,
                                  [KS_WHITE_QUEEN] = KS_CLASS_ORTHOGONAL | KS_CLASS_DIAGONAL,
                                  [KS_WHITE_KING] = KS_CLASS_WAZIR | KS_CLASS_FERZ};

static void start(struct spelling *s) {
    ks_piece pieces[12];
    ks_error error;
    for (unsigned i = 0; i < 12; i++) {
        const unsigned white = KS_WHITE_PAWN + i % 6, code = white | (i < 6 ? 0 : KS_BLACK_BIT);
        pieces[i] = (ks_piece){s->bytes[code], i < 6 ? KS_WHITE : KS_BLACK, attacks[white]};
    }
    if (ks_pieceset_init(&s->set, pieces, 12, s->flags, &error) != KS_OK)
        fail("%s: %s", s->name, error.message);
    for (unsigned code = 0; code < 16; code++)
        s->form.byte_of[code] = s->bytes[code];
    s->form.flip = s->flags & KS_PIECESET_A1_FIRST ? 56 : 0;
}

static uint64_t pass_in_check_set(const struct contender *self, const struct board_set *set) {
    int (*const in_check)(const ks_pieceset *, const uint8_t *, unsigned, unsigned) =
        self->kernel->in_check_set;
    const ks_pieceset *const pieces = self->pieces;
    uint64_t sum = 0;
    for (size_t i = 0; i < set->count; i++)
        sum += (unsigned)in_check(pieces, set->boards[i], set->kings[i], set->sides[i]);
    return sum;
}

static struct contender *add_set(struct table *table, const ks_kernel *kernel, const char *name,
                                 const ks_pieceset *pieces) {
    struct contender *row = add_row(table, kernel->name, name);
    row->pass = pass_in_check_set;
    row->kernel = kernel;
    row->pieces = pieces;
    return row;
}

void fill_piecesets(struct table *table, const struct plugin *plugin) {
    const ks_kernel *kernels[MAX_KERNELS];
    const size_t count = usable_kernels(kernels);
    (void)plugin;
    for (int s = 0; s < SPELLINGS; s++)
        start(&spellings[s]);
    for (size_t i = 0; i < count; i++) {
        const size_t first = table->count;
        struct contender *built_in = add_row(table, kernels[i]->name, "our codes, built in");
        built_in->pass = pass_in_check;
        built_in->in_check = kernels[i]->in_check;
        built_in->is_yardstick = 1;
        add_set(table, kernels[i], "our codes, as a set", &ks_chess_pieces);
        for (int s = 0; s < SPELLINGS; s++)
            add_set(table, kernels[i], spellings[s].name, &spellings[s].set)->form = &spellings[s].form;
        for (size_t row = first; row < table->count; row++) {
            table->rows[row].asks = "in_check";
            table->rows[row].group = (int)i;
        }
    }
}
