/* Gives bytes of libFuzzer to the readers of FEN and of moves of variants: an error has a name and lies
 * within the text; a position is the same when read again from its FEN, and a move from its texts; any text
 * for a move is legal or has an error. */
#include "fuzz/require_variant.h"

enum { MOVES_MAX = 1 << 12 };

static ks_variants *variants;

int LLVMFuzzerInitialize(int *argc, char ***argv);

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    (void)argc, (void)argv;
    variants = ks_variants_new(NULL, 0, 0, NULL);
    return 0;
}

static void require_moves(const ks_variant *variant, const ks_variant_position *position) {
    static ks_variant_move moves[MOVES_MAX];
    const size_t count = ks_variant_legal_moves(variant, position, moves, MOVES_MAX);
    require(count <= MOVES_MAX, "the moves fit");
    require(count == ks_variant_perft(variant, position, 1), "moves are counted");
    for (size_t i = 0; i < count; i++) {
        ks_variant_position after = *position;
        ks_variant_undo undo;
        require_move_comes_back(variant, position, moves[i]);
        ks_variant_make_move(variant, &after, moves[i], &undo);
        ks_variant_unmake_move(variant, &after, moves[i], &undo);
        require(same_varied_position(&after, position), "a move that is taken back leaves nothing behind");
    }
}

/* Explains the text of a move, and makes the move if it is legal. */
static void require_answer(const ks_variant *variant, ks_variant_position *position, const char *text,
                           size_t length) {
    ks_variant_attempt attempt;
    ks_variant_undo undo;
    ks_error error;
    const int code = ks_variant_read_move(variant, position, text, length, &attempt, &error);
    if (code == KS_OK) {
        ks_variant_make_move(variant, position, attempt.move, &undo);
        return;
    }
    require(error.code == code && ks_error_name(code), "an error has a name");
    require(error.offset <= length, "an error lies within the text");
    require(*error.message && !strchr(error.message, '\n'), "a wrong move is explained in one line");
}

static size_t line_length(const char *text, size_t n) {
    const char *const newline = memchr(text, '\n', n);
    return newline ? (size_t)(newline - text) : n;
}

/* The first byte chooses the variant, the second the flags; then follow a line of FEN and lines of moves. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    ks_variant_position position;
    ks_error error;
    if (size < 2)
        return 0;
    const ks_variant *const variant =
        ks_variants_get_variant(variants, data[0] % ks_variants_count(variants));
    const unsigned flags = data[1] & (KS_FEN_RIGHTS | KS_FEN_LENIENT);
    const char *text = (const char *)data + 2;
    size_t left = size - 2, length = line_length(text, left);
    const int code = ks_variant_read_fen(variant, text, length, flags, &position, &error);
    if (code != KS_OK) {
        require(error.code == code && ks_error_name(code), "an error has a name");
        require(error.offset <= length && *error.message && !strchr(error.message, '\n'),
                "an error lies within the text and is told in one line");
        return 0;
    }
    for (;;) {
        if (!(flags & KS_FEN_LENIENT))
            require_fen_comes_back(variant, &position);
        require_moves(variant, &position);
        if (length == left)
            return 0;
        text += length + 1;
        left -= length + 1;
        length = line_length(text, left);
        require_answer(variant, &position, text, length);
    }
}
