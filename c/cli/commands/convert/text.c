/* Writes entries of training data as FEN, EPD or JSON Lines. Facts that the format of the input lacks are
 * left out. A FEN has all its fields nevertheless, as it has where 'kingscan check' shows entries. */
#include "cli/commands/convert/text.h"

#include <string.h>

#include "cli/base/json.h"
#include "cli/run/entries.h"
#include "core/fen/epd.h"
#include "core/fen/write.h"
#include "core/text/error.h"
#include "game/common/replay.h"

static bool has_move(const ks_data_batch *batch, size_t i) {
    return !(batch->kinds[i] & KS_DATA_NO_MOVE);
}

static void put_fen_line(struct output *out, const ks_position *position) {
    char *const line = place_in(out, KS_FEN_SIZE);
    const size_t length = ks_write_fen(position, line);
    line[length] = '\n';
    out->used += length + 1;
}

/* The members are as in 'kingscan check --json'. */
static void put_json_line(struct output *out, ks_uci_flags flags, const ks_position *position,
                          const ks_data_batch *batch, size_t i, const struct outgoing_entry *entry) {
    char fen[KS_FEN_SIZE], uci[KS_UCI_SIZE];
    struct json json = json_start(out);
    json_open_object(&json, NULL);
    json_text(&json, "fen", fen, ks_write_fen(position, fen));
    if (has_move(batch, i))
        json_text(&json, "move", uci, write_entry_uci(position, batch->moves[i], flags, uci));
    json_entry(&json, batch, i, entry->known, entry->score);
    json_close_object(&json);
    json_end_line(&json);
}

/* ---- EPD ---- */

/* Says which rule a move breaks that is not legal. */
static int refuse_move(const ks_position *position, ks_move move, ks_error *error) {
    char uci[KS_UCI_SIZE];
    ks_move legal;
    const size_t length = ks_write_uci(position, move, 0, uci);
    const int code = ks_read_move(position, uci, length, &legal, error);
    return code != KS_OK ? code : ks_fail(error, KS_ERROR_DATA_MOVE, 0, "the move %s has a wrong kind", uci);
}

static char *add_word(char *out, const char *word) {
    const size_t length = strlen(word);
    memcpy(out, word, length);
    return out + length;
}

static char *add_number(char *out, int number) {
    if (number < 0)
        *out++ = '-';
    return write_decimal(out, (unsigned)(number < 0 ? -number : number));
}

/* Writes the fields of the position, and its clocks as operations. */
static char *add_fen(char *out, unsigned facts, const ks_position *position) {
    char *end = out + ks_write_fen(position, out);
    if (facts & KS_DATA_HAS_CLOCKS)
        return out + ks_turn_fen_into_epd(out, (size_t)(end - out));
    for (unsigned clocks = 2; clocks > 0; clocks--)
        while (*--end != ' ')
            continue;
    return end;
}

/* c9 has the result as games have it, in files of quiet positions for tuning. */
static char *add_result(char *out, int white) {
    static const char *const results[3] = {"0-1", "1/2-1/2", "1-0"};
    return add_word(add_word(add_word(out, " c9 \""), results[1 + white]), "\";");
}

static int put_epd_line(struct output *out, const ks_position *position, const ks_data_batch *batch, size_t i,
                        const struct outgoing_entry *entry, ks_error *error) {
    enum { OPERATIONS = 64 }; /* bm, ce and c9, without the move */
    const ks_move move = batch->moves[i];
    const bool moves = has_move(batch, i);
    const unsigned facts = entry->known;
    if (moves && !ks_is_legal(position, move))
        return refuse_move(position, move, error);
    char *const line = place_in(out, KS_FEN_SIZE + EPD_OF_FEN + KS_SAN_SIZE + OPERATIONS);
    char *at = add_fen(line, facts, position);
    if (moves) {
        at = add_word(at, " bm ");
        at += ks_write_san(position, move, at);
        *at++ = ';';
    }
    if (facts & KS_DATA_HAS_SCORE)
        at = add_word(add_number(add_word(at, " ce "), entry->score), ";");
    if (facts & KS_DATA_HAS_RESULT)
        at = add_result(at, batch->sides[i] == KS_WHITE ? batch->results[i] : -batch->results[i]);
    *at++ = '\n';
    out->used += (size_t)(at - line);
    return KS_OK;
}

int put_entry_line(struct output *out, ks_data_format format, ks_uci_flags uci, const ks_data *data,
                   const ks_data_batch *batch, size_t i, const struct outgoing_entry *entry,
                   ks_error *error) {
    ks_position position;
    int code = ks_data_get_position(data, i, &position, error);
    if (code == KS_OK && format == KS_DATA_EPD)
        code = put_epd_line(out, &position, batch, i, entry, error);
    else if (code == KS_OK && format == KS_DATA_JSONL)
        put_json_line(out, uci, &position, batch, i, entry);
    else if (code == KS_OK)
        put_fen_line(out, &position);
    return code;
}
