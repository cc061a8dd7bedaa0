/* Writes .plain: six lines a record. Digits and letters are stored without branches, which could not be
 * predicted: each text is stored as a word, and the next one begins where the text ends. */
#include <string.h>

#include "core/fen/write.h"
#include "core/text/error.h"
#include "game/data/batch.h"
#include "game/data/writer.h"
#include "rules/position.h"

/* ---- Words ---- */

/* Stores a constant text of at most eight characters. */
#define PUT(out, text) put_word(out, (const char[8]){text}, sizeof(text) - 1)

static inline char *put_word(char *out, const char word[8], unsigned length) {
    memcpy(out, word, 8);
    return out + length;
}

/* Writes a number below 100000. The last four digits are found two by two, and then all at once. */
static inline char *put_number(char *out, unsigned number) {
    enum { DIGITS = 5 };
    const unsigned first = number / 10000, rest = number % 10000, pairs = rest / 100 | rest % 100 << 16;
    const unsigned tens = (pairs * 103 >> 10) & 0x000f000f, four = tens | (pairs - 10 * tens) << 8;
    const uint64_t digits = first | (uint64_t)four << 8;
    const unsigned zeros = (unsigned)__builtin_ctzll(digits | (uint64_t)1 << 8 * (DIGITS - 1)) / 8;
    const uint64_t text = (digits | 0x3030303030) >> 8 * zeros;
    memcpy(out, &text, sizeof text);
    return out + DIGITS - zeros;
}

/* Writes a number that is below 1000 nearly always. */
static inline char *put_small(char *out, unsigned number) {
    enum { DIGITS = 3 };
    if (number >= 1000)
        return put_number(out, number);
    const unsigned tens = number * 205 >> 11, hundreds = number * 41 >> 12; /* number / 10, number / 100 */
    const uint32_t digits = hundreds | (tens - 10 * hundreds) << 8 | (number - 10 * tens) << 16;
    const unsigned zeros = (unsigned)(number < 100) + (number < 10);
    const uint32_t text = (digits | 0x303030) >> 8 * zeros;
    memcpy(out, &text, sizeof text);
    return out + DIGITS - zeros;
}

static inline char *put_signed(char *out, int number) {
    *out = '-';
    return put_number(out + (number < 0), number < 0 ? -(unsigned)number : (unsigned)number);
}

static inline char *put_square(char *out, unsigned square) {
    const uint16_t name = (uint16_t)('a' + 256u * '8' + (square & 7) - 256 * (square >> 3));
    memcpy(out, &name, sizeof name);
    return out + 2;
}

/* ---- Fields ---- */

/* En passant is written as .binpack has it, so that files of both say the same. */
static char *put_fen(char *out, const struct outgoing *entry) {
    const unsigned en_passant =
        entry->en_passant == KS_NO_SQUARE
            ? (unsigned)KS_NO_SQUARE
            : ks_capturable_square(entry->board, entry->side, entry->king, entry->en_passant);
    out = ks_current_rows_writer()(out, entry->board);
    out[-1] = ' ';
    out = put_word(out, entry->side == KS_WHITE ? "w       " : "b       ", 2);
    if (entry->castling == 0) {
        *out++ = '-';
    } else {
        ks_position draft;
        draft.private_castling = entry->castling;
        memcpy(draft.board, entry->board, 64);
        out = ks_write_castling(out, &draft);
    }
    out[0] = ' ';
    out[1] = '-';
    out = en_passant == KS_NO_SQUARE ? out + 2 : put_square(out + 1, en_passant);
    *out = ' ';
    out = put_small(out + 1, entry->halfmoves);
    *out = ' ';
    return put_small(out + 1, entry->fullmoves);
}

/* Castling is written as e1g1 where all rights are as in chess, and as the king takes the rook elsewhere. */
static inline char *put_move(char *out, const struct outgoing *entry) {
    const unsigned from = KS_MOVE_FROM(entry->move), kind = KS_MOVE_KIND(entry->move);
    unsigned to = KS_MOVE_TO(entry->move);
    if (kind == KS_MOVE_CASTLING && has_usual_rights(entry))
        to = castled_king(entry->side, from, to);
    out = put_square(put_square(out, from), to);
    *out = "nbrq"[kind & 3];
    return out + (kind >= KS_MOVE_TO_KNIGHT);
}

/* Readers of others take the move of the record before where a record has none. */
int ks_write_plain(char *text, const struct outgoing *entry, size_t *length, ks_error *error) {
    if (entry->move == KS_NO_MOVE)
        return fail_for_lack(error, "the format has no positions without a move");
    char *out = put_fen(PUT(text, "fen "), entry);
    out = put_move(PUT(out, "\nmove "), entry);
    out = put_signed(PUT(out, "\nscore "), entry->score);
    out = put_small(PUT(out, "\nply "), entry->ply);
    out = PUT(out, "\nresult ");
    *out = '-';
    out += entry->result < 0;
    *out = (char)('0' + (entry->result != 0));
    *length = (size_t)(PUT(out + 1, "\ne\n") - text);
    return KS_OK;
}
