/* Reads castling and the end of a written move, which chess and variants have in common. */
#include "rules/explain/signs.h"

#include <string.h>

bool ks_skip(reader *r, const char *string) {
    const size_t length = strlen(string);
    if (length > r->length - r->at || memcmp(r->text + r->at, string, length) != 0)
        return false;
    r->at += length;
    return true;
}

bool ks_skip_dash(reader *r) {
    const size_t length = dash_at(r->text + r->at, r->length - r->at);
    r->at += length;
    return length > 0;
}

int ks_read_castling(reader *r, enum ks_wing *wing) {
    unsigned letters = 1;
    for (r->at++; letters < 3 && ks_skip_dash(r); letters++, r->at++)
        if (!at_castling_letter(r))
            return unexpected(r, KS_ERROR_MOVE_TEXT, "another O of castling");
    if (letters == 1)
        return unexpected(r, KS_ERROR_MOVE_TEXT, "'-' and another O of castling");
    *wing = letters == 2 ? KS_KINGSIDE : KS_QUEENSIDE;
    return KS_OK;
}

int ks_read_end_of_move(reader *r) {
    if (!ks_skip(r, " e.p.") && !ks_skip(r, "e.p."))
        ks_skip(r, "ep"); /* by pgn-extract */
    while (peek(r) > 0 && strchr("+#!?", peek(r)))
        r->at++;
    return r->at == r->length ? KS_OK : unexpected(r, KS_ERROR_MOVE_TEXT, "the end of the move");
}
