/* Makes games with foreign signs among their words from bytes of libFuzzer: in games of legal moves, signs
 * stand in front of moves, within and behind them, and the fast reader gives what the exact one gives. The
 * bytes choose moves, signs and places, so that most words before a sign can be played. */
#include "fuzz/require_games.h"
#include "game/common/any_position.h"

/* Each is a sign that people or programs write, or the beginning of one. */
static const char *const signs[] = {"!",      "?",        "+",      "#",      "=",
                                    "-",      "x",        ":",      ",",      ".",
                                    "...",    "/",        "\\",     "(",      ")",
                                    "{",      "}",        "[",      "]",      "<",
                                    ">",      ";",        "%",      "$",      "$1",
                                    "*",      "@",        "&",      "_",      "^",
                                    "~",      "'",        "\"",     "`",      "|",
                                    "0",      "1",        "e.p.",   "ep",     "ch",
                                    "++",     "dbl",      "\t",     "\n",     "\r\n",
                                    " ",      "\v",       "\x7f",   "\x01",   "\xef\xbb\xbf",
                                    "\u00a0", "\u00ad",   "\u00b1", "\u00d7", "\u00e9",
                                    "\u2009", "\u200b",   "\u2010", "\u2011", "\u2013",
                                    "\u2014", "\u2026",   "\u2020", "\u2212", "\u221e",
                                    "\u2a72", "\u2654",   "\u265f", "\u3000", "\U0001f600",
                                    "\xe2",   "\xe2\x80", "\xc2",   "\xff",   "1-0",
                                    "0-1",    "1/2-1/2",  "\u00bd", "N",      "--",
                                    "O-O",    "P@",       "+-",     "-/+",    "TN",
                                    "D"};

enum {
    SIGNS = sizeof signs / sizeof *signs,
    WORDS_MAX = 300,
    SIGNS_A_WORD = 3,
    WORD_SIZE = ANY_SAN_SIZE + SIGNS_A_WORD * 8,
    TEXT_SIZE = 256 + WORDS_MAX * (WORD_SIZE + 16)
};

/* Starts where castling, promotions, and pieces of one kind make words of all forms. */
static const char *const starts[] = {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                                     "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
                                     "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N w - - 0 1",
                                     "3Q2Q1/1k6/3Q4/8/8/q7/5K2/q1q5 w - - 0 1"};

/* The bytes that choose, from here on; zeros follow. */
struct choices {
    const uint8_t *at, *end;
};

static unsigned choose(struct choices *choices, unsigned below) {
    return choices->at < choices->end ? *choices->at++ % below : 0;
}

/* Puts a sign, or any byte, into a word: in front, within or behind. Returns the new length. */
static size_t put_sign(struct choices *choices, char word[WORD_SIZE], size_t length) {
    const unsigned place = choose(choices, 256), which = choose(choices, 256);
    const char any[2] = {(char)which, '\0'};
    const char *const sign = which < SIGNS ? signs[which] : any;
    const size_t at = place % 3 == 0 ? 0 : place % 3 == 1 ? length : place / 3 % (length + 1);
    const size_t more = strlen(sign);
    memmove(word + at + more, word + at, length - at);
    memcpy(word + at, sign, more);
    return length + more;
}

/* Writes a word for the move. The choice of its form also says how many signs it gets. */
static size_t write_word(struct choices *choices, const struct any_position *position, any_move move,
                         char word[WORD_SIZE]) {
    const unsigned form = choose(choices, 256);
    char uci[ANY_MOVE_SIZE];
    size_t length = any_write_san(position, move, word);
    if (form % 8 == 7) {
        length = any_write_uci(position, move, 0, uci);
        memcpy(word, uci, length);
    }
    for (unsigned count = form / 8 % 8; count > 0 && count <= SIGNS_A_WORD; count--)
        length = put_sign(choices, word, length);
    return length;
}

static size_t write_moves(struct choices *choices, struct any_position *position, char *text) {
    static any_move moves[ANY_MOVES_MAX];
    size_t length = 0;
    for (unsigned words = 0; words < WORDS_MAX && choices->at < choices->end; words++) {
        const size_t count = any_legal_moves(position, moves);
        if (count == 0)
            break;
        const any_move move = moves[choose(choices, 256) % (count < ANY_MOVES_MAX ? count : ANY_MOVES_MAX)];
        if (words % 2 == 0)
            length += (size_t)sprintf(text + length, "%u. ", words / 2 + 1);
        length += write_word(choices, position, move, text + length);
        text[length++] = words % 12 == 11 ? '\n' : ' ';
        any_make_move(position, move);
    }
    return length;
}

/* Writes a game that begins as a byte says: of chess from one of the starts, or of a variant. */
static size_t write_game(struct choices *choices, const ks_variants *variants, char text[TEXT_SIZE]) {
    const unsigned start = choose(choices, 256);
    const size_t chess = sizeof starts / sizeof *starts;
    struct any_position position;
    size_t length;
    if (start % 2 == 0) {
        const char *const fen = starts[start / 2 % chess];
        any_read_fen(NULL, fen, strlen(fen), KS_FEN_RIGHTS, &position, NULL);
        length = (size_t)sprintf(text, "[FEN \"%s\"]\n\n", fen);
    } else {
        const ks_variant *const variant =
            ks_variants_get_variant(variants, start / 2 % ks_variants_count(variants));
        position = any_start(variant);
        length = (size_t)sprintf(text, "[Variant \"%s\"]\n\n", ks_variant_get_facts(variant).name);
    }
    length += write_moves(choices, &position, text + length);
    return length + (size_t)sprintf(text + length, "*\n\n1. d4 d5 *\n");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static ks_variants *variants;
    static char text[TEXT_SIZE];
    if (size < WAYS_TO_READ)
        return 0;
    if (!variants)
        variants = ks_variants_new(NULL, 0, 0, NULL);
    const struct ways_to_read ways = choose_ways(data);
    struct choices choices = {data + WAYS_TO_READ, data + size};
    const size_t length = write_game(&choices, variants, text);
    require_same_games(text, length, &ways, variants);
    return 0;
}
