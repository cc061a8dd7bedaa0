/* Gives bytes of libFuzzer to the reader of variants and of Betza notation: an error has a name and lies
 * within the text. Every question about an accepted variant has an answer, whether it was read strictly or by
 * sections, and its positions and moves are the same when read again from their texts, in each notation. */
#include <string.h>

#include "fuzz/require_variant.h"
#include "variant/read/section.h"

enum { MOVES = 1 << 16, TEXT = 4096, PLIES = 12 };

/* ---- A game ---- */

static void require_counts(const ks_variant *variant, const ks_variant_position *position, size_t count) {
    ks_perft_counts counts = {0};
    ks_variant_perft_stats(variant, position, 1, &counts);
    require(count == counts.nodes && count == ks_variant_perft(variant, position, 1), "moves are counted");
    require(counts.checkmates <= counts.checks && counts.double_checks <= counts.checks &&
                counts.en_passant <= counts.captures,
            "what is counted is part of the rest");
}

/* Makes the move, and requires that it can be taken back. */
static void play_move(const ks_variant *variant, ks_variant_position *position, ks_variant_move move) {
    const ks_variant_position before = *position;
    ks_variant_position back;
    ks_variant_undo undo;
    ks_variant_make_move(variant, position, move, &undo);
    back = *position;
    ks_variant_unmake_move(variant, &back, move, &undo);
    require(same_varied_position(&back, &before), "a move that is taken back leaves nothing behind");
}

/* Tries any two squares: the move is legal, or has an error. */
static void require_answer(const ks_variant *variant, const ks_variant_position *position, unsigned seed) {
    const ks_variant_facts facts = ks_variant_get_facts(variant);
    const unsigned squares = facts.files * facts.ranks;
    char text[8];
    ks_variant_attempt attempt;
    ks_error error;
    const int length = sprintf(text, "%s%s", ks_variant_square_name(variant, seed % squares),
                               ks_variant_square_name(variant, seed / squares % squares));
    const int code = ks_variant_read_move(variant, position, text, (size_t)length, &attempt, &error);
    require(code == KS_OK || (error.code == code && *error.message && !strchr(error.message, '\n')),
            "a wrong move is explained in one line");
}

static void play(const ks_variant *variant, unsigned seed) {
    static ks_variant_move moves[MOVES];
    ks_variant_position position = *ks_variant_get_start(variant);
    for (unsigned ply = 0; ply < PLIES; ply++) {
        const size_t count = ks_variant_legal_moves(variant, &position, moves, MOVES);
        const enum ks_verdict verdict = ks_variant_judge(variant, &position, NULL);
        const enum ks_outcome outcome = ks_variant_find_outcome(variant, &position, verdict);
        require(count <= MOVES, "the moves fit");
        require_counts(variant, &position, count);
        require_fen_comes_back(variant, &position);
        require_answer(variant, &position, seed);
        require((count == 0) ==
                    (verdict == KS_CHECKMATE || verdict == KS_STALEMATE || outcome != KS_UNDECIDED),
                "there are no moves when the game is over, and only then");
        if (count == 0)
            return;
        seed = seed * 1664525 + 1013904223;
        const ks_variant_move move = moves[(seed >> 8) % count];
        require_move_comes_back(variant, &position, move);
        play_move(variant, &position, move);
    }
}

/* ---- Words ---- */

static void require_words(const char *text, size_t length, size_t size) {
    require(strlen(text) == (length < size ? length : size - 1), "a description has the length that it says");
}

static void describe(const ks_variant *variant) {
    char text[TEXT], few[8];
    for (unsigned type = 0; type < ks_variant_get_facts(variant).types; type++) {
        require_words(text, ks_variant_describe_piece_type(variant, type, text, sizeof text), sizeof text);
        require_words(few, ks_variant_describe_piece_type(variant, type, few, sizeof few), sizeof few);
        require(strncmp(text, few, sizeof few - 1) == 0, "the beginning of a description is the same");
    }
    require_words(text, ks_variant_describe_rules(variant, text, sizeof text), sizeof text);
}

/* ---- Texts ---- */

static void require_error(const ks_error *error, size_t length) {
    require(ks_error_name(error->code) != NULL, "an error has a name");
    require(error->offset <= length, "an error lies within the text");
    require(*error->message && !strchr(error->message, '\n'), "a message is one line");
}

static void require_variants(const ks_variants *variants, unsigned seed) {
    for (size_t i = 0; i < ks_variants_count(variants); i++) {
        const ks_variant *const variant = ks_variants_get_variant(variants, i);
        require(ks_variants_find(variants, ks_variant_get_facts(variant).name, NULL) == variant,
                "names differ");
        describe(variant);
        play(variant, seed);
    }
}

/* Reads the text again and leaves out unreadable sections. strictly: whether all of it is readable. */
static void read_each(const char *text, size_t length, bool strictly, unsigned seed) {
    ks_error error;
    ks_variants *const variants = ks_variants_read_own(text, length, KS_VARIANTS_EACH, &error);
    if (!variants) {
        require_error(&error, length);
        return;
    }
    for (size_t i = 0; i < ks_variants_count_remarks(variants); i++) {
        const ks_variants_remark *const remark = ks_variants_get_remark(variants, i);
        require_error(&remark->error, length);
        require(!strictly || !remark->refused, "what can be read strictly can be read");
        require(!remark->refused || !*remark->name || !ks_variants_find(variants, remark->name, NULL) ||
                    remark->error.code == KS_ERROR_VARIANT_SECTION || remark->error.code == KS_ERROR_INI,
                "what is left out isn't there");
    }
    if (!strictly)
        require_variants(variants, seed);
    ks_variants_free(variants);
}

static void read_text(const char *text, size_t length, unsigned seed) {
    ks_error error;
    ks_variants *const variants = ks_variants_read_own(text, length, KS_VARIANTS_DEFAULT, &error);
    if (variants)
        require_variants(variants, seed);
    else
        require_error(&error, length);
    read_each(text, length, variants != NULL, seed);
    ks_variants_free(variants);
}

/* Reads Betza notation of two pieces, and more lines, among the pieces of chess. */
static void read_pieces(const char *betza, size_t length, unsigned seed) {
    static const char before[] =
        "[x : chess]\nstartFen = rnbqkbnr/pppxyppp/8/2X5/5y2/8/PPPXYPPP/RNBQKBNR w KQkq - 0 1\n"
        "customPiece2 = y:WimnD\ncustomPiece1 = x:";
    char text[sizeof before + TEXT];
    if (length > TEXT)
        return;
    memcpy(text, before, sizeof before);
    memcpy(text + sizeof before - 1, betza, length);
    read_text(text, sizeof before - 1 + length, seed);
}

/* A text without a section is notation. Its length chooses the moves that are made. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const char *const text = (const char *)data;
    (memchr(text, '[', size) ? read_text : read_pieces)(text, size, (unsigned)size * 2654435761u);
    return 0;
}
