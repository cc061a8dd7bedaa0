/* The reader takes what has been read already, then asks the input for more. */
#include "cli/pgn/games_file.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/base/messages.h"

/* ---- Reading ---- */

bool is_games(const ks_foreign *foreign) {
    return foreign && strcmp(foreign->name, "PGN") == 0;
}

static long read_on(void *context, char *buffer, size_t room) {
    struct games_file *const file = context;
    const size_t taken = file->begun_length < room ? file->begun_length : room;
    if (taken > 0) {
        memcpy(buffer, file->begun, taken);
        file->begun += taken;
        file->begun_length -= taken;
        return (long)taken;
    }
    const ssize_t got = read_from(file->input, buffer, room);
    file->failed = got < 0;
    return got < 0 ? KS_PGN_FAILED : (long)got;
}

void open_games(struct games_file *file, struct input *input, const char *begun, size_t length,
                const ks_variants *variants, unsigned flags) {
    ks_error error;
    *file = (struct games_file){.input = input, .begun = begun, .begun_length = length};
    file->pgn = ks_pgn_open(read_on, file, flags, &error);
    if (!file->pgn)
        fail("%s: %s", input->file, error.message);
    ks_pgn_use_variants(file->pgn, variants);
}

bool next_game(struct games_file *file) {
    file->number++;
    return ks_pgn_next_game(file->pgn);
}

void close_games(struct games_file *file) {
    ks_pgn_close(file->pgn);
}

/* ---- Positions ---- */

bool has_position(const struct games_file *file) {
    return ks_pgn_position(file->pgn) || ks_pgn_variant_position(file->pgn);
}

void copy_position(const struct games_file *file, struct any_position *position) {
    position->variant = ks_pgn_variant(file->pgn);
    if (position->variant)
        position->varied = *ks_pgn_variant_position(file->pgn);
    else
        position->chess = *ks_pgn_position(file->pgn);
}

enum ks_verdict judge_position(const struct games_file *file, ks_squares *checkers) {
    struct any_position position;
    if (!ks_pgn_variant(file->pgn)) {
        checkers->half[1] = 0;
        return ks_pgn_judge(file->pgn, &checkers->half[0]);
    }
    copy_position(file, &position);
    return any_judge(&position, checkers);
}

any_move game_move_of(const struct games_file *file, const ks_pgn_item *item) {
    return ks_pgn_variant(file->pgn) ? (any_move)item->variant_move : (any_move)item->move;
}

/* ---- Messages ---- */

/* Whether an error is about a move, and not about the text around the moves. */
static bool is_about_move(const ks_error *error) {
    return (error->code >= KS_ERROR_MOVE_TEXT && error->code < KS_ERROR_PGN_TAG) ||
           error->code == KS_ERROR_PGN_NULL_MOVE;
}

bool ends_game(const ks_error *error) {
    return error->code != KS_ERROR_PGN_TAG && error->code != KS_ERROR_PGN_COMMENT &&
           error->code != KS_ERROR_PGN_VARIATION;
}

void write_game_place(const struct games_file *file, const struct any_position *before, const char *text,
                      size_t length, char place[GAME_PLACE_SIZE]) {
    const int used = snprintf(place, GAME_PLACE_SIZE, "game %" PRIu64, file->number);
    if (!before)
        return;
    const unsigned number = before->variant ? before->varied.fullmove_number : before->chess.fullmove_number;
    snprintf(place + used, GAME_PLACE_SIZE - (size_t)used, ", %u%s %.*s", number,
             any_side_to_move(before) == KS_BLACK ? "..." : ".", (int)length, text);
}

void write_game_error(const struct games_file *file, const ks_pgn_item *item, char text[GAME_ERROR_SIZE]) {
    const ks_error *const error = ks_pgn_get_error(file->pgn);
    struct any_position before;
    const bool at_move = is_about_move(error) && has_position(file);
    if (at_move)
        copy_position(file, &before);
    write_game_place(file, at_move ? &before : NULL, item->text, item->length, text);
    const size_t used = strlen(text);
    snprintf(text + used, GAME_ERROR_SIZE - used, ": %s", error->message);
}
