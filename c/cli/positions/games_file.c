/* Answers what several commands ask of games while a reader reads them: tags that a user names, positions and
 * their verdicts; and says when a move has a piece's letter of another notation. */
#include "cli/positions/games_file.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/messages.h"
#include "core/text/suggest.h"
#include "game/pgn/open.h"

/* ==== Tags ==== */

/* Both forms take the names one by one from the text. */

/* Moves on to the next name. Returns false when there is none. */
static bool next_name(const char **names, char name[KS_PGN_WORD_MAX + 1]) {
    if (!*names)
        return false;
    const size_t length = strcspn(*names, ",");
    snprintf(name, KS_PGN_WORD_MAX + 1, "%.*s", (int)length, *names);
    *names = (*names)[length] ? *names + length + 1 : NULL;
    return true;
}

void put_tag_fields(struct output *out, ks_pgn *pgn, const char *names) {
    char name[KS_PGN_WORD_MAX + 1];
    while (next_name(&names, name)) {
        const char *const value = ks_pgn_find_tag(pgn, name);
        put(out, "\t", 1);
        if (value)
            put_escaped(out, value, strlen(value));
    }
}

void put_tag_members(struct json *json, ks_pgn *pgn, const char *names) {
    char name[KS_PGN_WORD_MAX + 1];
    if (!names)
        return;
    json_open_object(json, "tags");
    while (next_name(&names, name)) {
        json_key(json, name, strlen(name));
        json_string(json, NULL, ks_pgn_find_tag(pgn, name));
    }
    json_close_object(json);
}

/* ---- Tags that no game has ---- */

void add_named_tags(struct named_tags *tags, struct named_tag tag, const char *names) {
    while (names && tags->count < NAMED_TAGS_MAX) {
        next_name(&names, tag.name);
        tags->all[tags->count++] = tag;
    }
}

static void note_seen(struct met_tags *met, const char *name) {
    for (unsigned i = 0; i < met->seen_count; i++)
        if (strcmp(met->seen[i], name) == 0)
            return;
    if (met->seen_count < SEEN_TAGS_MAX && strlen(name) < SEEN_TAG_SIZE)
        strcpy(met->seen[met->seen_count++], name);
}

static bool is_met(const struct met_tags *met, unsigned i) {
    return met->named >> i & 1;
}

void look_for_tags(const struct named_tags *tags, struct met_tags *met, ks_pgn *pgn) {
    const ks_pgn_tag *all;
    bool missing = false;
    met->games++;
    for (unsigned i = 0; i < tags->count; i++)
        if (!is_met(met, i)) {
            met->named |= (uint64_t)(ks_pgn_find_tag(pgn, tags->all[i].name) != NULL) << i;
            missing |= !is_met(met, i);
        }
    const size_t count = missing ? ks_pgn_get_tags(pgn, &all) : 0;
    for (size_t i = 0; i < count; i++)
        note_seen(met, all[i].name);
}

void merge_met_tags(struct met_tags *met, const struct met_tags *others) {
    met->named |= others->named;
    for (unsigned i = 0; i < others->seen_count; i++)
        note_seen(met, others->seen[i]);
    met->games += others->games;
}

void report_missing_tags(const struct named_tags *tags, const struct met_tags *met) {
    char suggestion[SUGGESTION_SIZE];
    struct choices seen = {.count = 0};
    for (unsigned i = 0; i < met->seen_count; i++)
        ks_add_choice(&seen, met->seen[i]);
    for (unsigned i = 0; i < tags->count && met->games > 0; i++) {
        const struct named_tag *const tag = &tags->all[i];
        struct choices choices = seen;
        if (is_met(met, i))
            continue;
        for (const char *const *word = tag->words; word && *word; word++)
            ks_add_choice(&choices, *word);
        ks_suggest(tag->name, "", &choices, suggestion);
        if (!tag->printed || *suggestion)
            complain("warning: %s: none of the games has the tag '%s'%s", tag->option, tag->name, suggestion);
    }
}

/* ==== Files ==== */

bool is_games(const struct file_format *foreign) {
    return foreign && strcmp(foreign->name, "PGN") == 0;
}

/* ---- Reading ---- */

ks_pgn_flags notation_flags(const struct reading *reading) {
    return reading->notation == NOTATION_BY_TAGS ? KS_PGN_DEFAULT
           : reading->notation == NOTATION_FFISH ? KS_PGN_FAIRY
                                                 : KS_PGN_NO_FAIRY;
}

/* ---- Positions ---- */

bool has_position(ks_pgn *pgn) {
    return ks_pgn_get_position(pgn) || ks_pgn_get_variant_position(pgn);
}

void copy_position(ks_pgn *pgn, struct any_position *position) {
    position->variant = ks_pgn_get_variant(pgn);
    if (position->variant)
        position->varied = *ks_pgn_get_variant_position(pgn);
    else
        position->chess = *ks_pgn_get_position(pgn);
}

size_t write_fen_by(const struct any_position *position, unsigned fen_ep, any_move last,
                    char fen[ANY_FEN_SIZE]) {
    return fen_ep == FEN_EP_ALWAYS ? any_write_fen_after(position, last, fen)
                                   : any_write_shown_fen(position, fen_ep == FEN_EP_X_FEN, fen);
}

enum ks_verdict judge_position(ks_pgn *pgn, ks_variant_squares *checkers) {
    struct any_position position;
    if (!ks_pgn_get_variant(pgn)) {
        checkers->half[1] = 0;
        return ks_pgn_judge(pgn, &checkers->half[0]);
    }
    copy_position(pgn, &position);
    return any_judge(&position, checkers);
}

any_move game_move_of(ks_pgn *pgn, const ks_pgn_item *item) {
    return ks_pgn_get_variant(pgn) ? (any_move)item->variant_move : (any_move)item->move;
}

size_t write_game_san(const struct any_position *before, any_move move, char san[ANY_SAN_SIZE]) {
    if (move != KS_NO_MOVE)
        return any_write_san(before, move, san);
    strcpy(san, "--");
    return 2;
}

size_t write_game_uci(const struct any_position *before, any_move move, ks_uci_flags flags,
                      char uci[ANY_MOVE_SIZE]) {
    if (move != KS_NO_MOVE)
        return any_write_uci(before, move, flags, uci);
    strcpy(uci, "0000");
    return 4;
}

const char *game_result_name(enum ks_outcome result) {
    static const char *const names[] = {
        [KS_UNDECIDED] = "*", [KS_WHITE_WINS] = "1-0", [KS_BLACK_WINS] = "0-1", [KS_DRAWN] = "1/2-1/2"};
    return names[result];
}

/* ---- Messages ---- */

/* Whether an error is about a move, and not about the text around the moves. */
static bool is_about_move(const ks_error *error) {
    return (error->code >= KS_ERROR_MOVE_TEXT && error->code < KS_ERROR_PGN_TAG) ||
           error->code == KS_ERROR_PGN_NULL_MOVE;
}

bool ends_game(const ks_error *error) {
    return error->code != KS_ERROR_PGN_TAG && error->code != KS_ERROR_PGN_COMMENT &&
           error->code != KS_ERROR_PGN_VARIATION && error->code != KS_ERROR_PGN_SIGN;
}

/* Writes where an item stands in the games: "game 3, 7... Nb3", or "game 3" when it is no move. before: the
 * position before the move, or NULL. Returns the length. */
static size_t write_place(uint64_t game, const struct any_position *before, const ks_pgn_item *item,
                          char text[GAME_PLACE_SIZE]) {
    const size_t used = (size_t)snprintf(text, GAME_PLACE_SIZE, "game %" PRIu64, game);
    if (!before)
        return used;
    const unsigned number = before->variant ? before->varied.fullmove_number : before->chess.fullmove_number;
    return used + (size_t)snprintf(text + used, GAME_PLACE_SIZE - used, ", %u%s %.*s", number,
                                   any_side_to_move(before) == KS_BLACK ? "..." : ".", (int)item->length,
                                   item->text);
}

void write_game_error(ks_pgn *pgn, uint64_t game, const ks_pgn_item *item, char text[GAME_ERROR_SIZE]) {
    const ks_error *const error = ks_pgn_get_error(pgn);
    struct any_position before;
    const bool at_move = is_about_move(error) && has_position(pgn);
    if (at_move)
        copy_position(pgn, &before);
    const size_t used = write_place(game, at_move ? &before : NULL, item, text);
    char hint[OTHER_LETTER_SIZE] = "";
    if (at_move && before.variant)
        write_other_letter(before.variant, ks_pgn_is_by_fairy(pgn), *item->text, error->message, hint);
    snprintf(text + used, GAME_ERROR_SIZE - used, ": %s%s", error->message, hint);
}

/* ==== Letters with two meanings ==== */

/* C in Grand chess is the Cardinal for people, and the Marshall in FEN and for Fairy-Stockfish. */

#define SEE ": see --notation"

/* Returns the name of the piece that a letter means, in FEN or not, or NULL. */
static const char *meaning_of(const ks_variant *variant, bool in_fen, char letter) {
    for (unsigned type = 0; type < ks_variant_get_facts(variant).types; type++) {
        const ks_variant_piece_type piece = ks_variant_get_piece_type(variant, type);
        if (!piece.promoted && (in_fen ? (char)(piece.label - 'a' + 'A') : piece.letter) == letter)
            return piece.name;
    }
    return NULL;
}

void write_other_letter(const ks_variant *variant, bool fairy, char letter, const char *message,
                        char hint[OTHER_LETTER_SIZE]) {
    const char *const here = meaning_of(variant, fairy, letter),
                      *const there = meaning_of(variant, !fairy, letter),
                      *const where = fairy ? "for people" : "in FEN";
    const bool named = message && message[0] == letter && message[1] == ' '; /* it tells both meanings */
    hint[0] = '\0';
    if (named)
        snprintf(hint, OTHER_LETTER_SIZE, SEE);
    else if (there && !here)
        snprintf(hint, OTHER_LETTER_SIZE, "; %c is the %s %s" SEE, letter, there, where);
    else if (there && here != there)
        snprintf(hint, OTHER_LETTER_SIZE, "; %c is the %s here, %s the %s" SEE, letter, here, where, there);
}
