/* Reads a block of entries: its text first, then what follows in the file. Entries get their verdicts many at
 * a time; the whole position of one is made when its verdict does not follow from its checkers, or when it is
 * asked for. */
#include "cli/run/entries.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/base/messages.h"
#include "cli/positions/arguments.h"
#include "game/data/parts.h"
#include "rules/verdict.h"

_Static_assert((unsigned)KS_DATA_BATCH_MAX <= (unsigned)EASY_LOOK, "a batch is looked at at once");

/* ---- Verdicts ---- */

/* Fills in the verdicts of the entries that the quick look leaves open. The other entries are safe. */
static void settle_entries(const ks_data_batch *batch, uint8_t *verdicts, uint64_t *checkers) {
    struct easy_look easy = {
        .boards = batch->boards, .kings = batch->kings, .sides = batch->sides, .count = batch->count};
    struct second_look looks[KS_DATA_BATCH_MAX];
    uint8_t other_sides[KS_DATA_BATCH_MAX], entries[KS_DATA_BATCH_MAX];
    uint64_t invalid[KS_DATA_BATCH_MAX / 64];
    size_t count = 0;
    ks_find_easy_pushes(&easy);
    for (size_t i = 0; i < batch->count; i++)
        other_sides[i] = batch->sides[i] ^ 1;
    ks_in_check_batch(batch->boards[0], sizeof *batch->boards, easy.other_kings, other_sides, batch->count,
                      invalid);
    for (size_t word = 0; 64 * word < batch->count; word++) {
        const size_t left = batch->count - 64 * word;
        const uint64_t all = ~(uint64_t)0 >> (left < 64 ? 64 - left : 0),
                       loud = batch->checks[word] | invalid[word];
        for (uint64_t rest = all & (loud | ~easy.pushes[word]); rest; rest &= rest - 1) {
            const size_t bit = (size_t)__builtin_ctzll(rest), i = 64 * word + bit;
            entries[count] = (uint8_t)i;
            looks[count++] = (struct second_look){.board = batch->boards[i],
                                                  .us = batch->sides[i],
                                                  .special = true,
                                                  .quiet = !(loud >> bit & 1)};
        }
    }
    ks_settle_verdicts(looks, count);
    for (size_t n = 0; n < count; n++) {
        verdicts[entries[n]] = looks[n].verdict;
        checkers[entries[n]] = looks[n].checkers;
    }
}

/* Fills in the verdicts and checkers of a batch. With its illegal moves, a position with a legal move is
 * neither mate nor stalemate. */
static void find_verdicts(const ks_data_batch *batch, uint8_t *verdicts, uint64_t *checkers) {
    memset(verdicts, KS_SAFE, batch->count);
    memset(checkers, 0, batch->count * sizeof *checkers);
    if (!batch->illegal) {
        settle_entries(batch, verdicts, checkers);
        return;
    }
    for (size_t word = 0; 64 * word < batch->count; word++) {
        for (uint64_t rest = batch->checks[word]; rest; rest &= rest - 1) {
            const size_t i = 64 * word + (size_t)__builtin_ctzll(rest);
            checkers[i] = ks_attackers(batch->boards[i], batch->kings[i], batch->sides[i] ^ 1u);
            verdicts[i] = checkers[i] & (checkers[i] - 1) ? KS_DOUBLE_CHECK : KS_CHECK;
        }
        for (uint64_t rest = batch->illegal[word] | batch->invalid[word]; rest; rest &= rest - 1)
            verdicts[64 * word + (size_t)__builtin_ctzll(rest)] = KS_VERDICTS;
    }
}

/* ---- Places and faults ---- */

static ks_data_place place_in_file(const struct entry_reader *reader, ks_data_place place) {
    const struct data_begin *const begin = &reader->block->data_begin;
    place.offset += begin->offset;
    if (reader->format == KS_DATA_BINPACK)
        place.block += begin->number;
    else
        place.chain += begin->number;
    return place;
}

ks_data_place place_of_entry(const struct entry_reader *reader, size_t i) {
    return place_in_file(reader, ks_data_get_place(reader->data, i));
}

/* Writes a place of the file in words; of text, its line. */
static void write_place(const struct entry_reader *reader, const ks_data_place *place,
                        char text[PLACE_SIZE]) {
    if (ks_data_is_text(reader->format))
        snprintf(text, PLACE_SIZE, "%" PRIu64, place->line + reader->text.lines);
    else if (reader->format == KS_DATA_BINPACK)
        snprintf(text, PLACE_SIZE, "byte %" PRIu64 ", block %" PRIu64 ", chain %" PRIu64 ", ply %" PRIu64,
                 place->offset, place->block, place->chain, place->ply);
    else if (reader->format == KS_DATA_VIRI)
        snprintf(text, PLACE_SIZE, "byte %" PRIu64 ", game %" PRIu64 ", ply %" PRIu64, place->offset,
                 place->chain, place->ply);
    else
        snprintf(text, PLACE_SIZE, "byte %" PRIu64 ", record %" PRIu64, place->offset, place->chain);
}

/* Reports what is wrong at a place, and tells the command how many entries have been read up to there. In any
 * order, reports have to wait: blocks are read anew then. */
static void reject(struct entry_reader *reader, const char *place, const char *message, uint64_t entries) {
    struct worker *const worker = reader->worker;
    reader->untold |= reader->any_order;
    if (reader->any_order || !may_complain(worker))
        return;
    if (count_rejection(reader->rejections, reader->block->file))
        complain("%s:%s%s: error: %s", reader->block->file, ks_data_is_text(reader->format) ? "" : " ", place,
                 message);
    if (worker->work->steps->rejected)
        worker->work->steps->rejected(worker, entries);
}

void report_entry(struct entry_reader *reader, size_t i, const ks_error *error) {
    const ks_data_place place = place_of_entry(reader, i);
    char text[PLACE_SIZE];
    write_place(reader, &place, text);
    reject(reader, text, error->message, reader->entries + i + 1);
}

static bool is_between_blocks(int code) {
    return code == KS_ERROR_DATA_MAGIC || code == KS_ERROR_DATA_BLOCK_SIZE || code == KS_ERROR_DATA_SOURCE;
}

static void write_fault_place(const struct entry_reader *reader, char text[PLACE_SIZE]) {
    const ks_error *const fault = reader->batch->fault;
    const ks_data_place place = place_in_file(reader, reader->batch->fault_place);
    write_place(reader, &place, text);
    if (reader->format > KS_DATA_PLAIN)
        snprintf(text + strlen(text), PLACE_SIZE - strlen(text), ":%zu", fault->offset + 1);
    if (reader->format == KS_DATA_BINPACK && is_between_blocks(fault->code))
        *strstr(text, ", chain") = '\0';
}

void report_fault(struct entry_reader *reader) {
    const ks_data_batch *const batch = reader->batch;
    const ks_error *const fault = batch->fault;
    char place[PLACE_SIZE], message[320];
    if (!fault || interrupted) /* the data end where the run does */
        return;
    const bool breaks_off = fault->code == KS_ERROR_DATA_SOURCE;
    if (fault->code == KS_ERROR_MEMORY) /* the data may be good */
        fail("%s: %s", reader->block->file, fault->message);
    if (breaks_off && !reader->repairs && !reader->any_order) {
        report_unreadable(reader->worker, reader->block->file, reader->block->reason);
        return;
    }
    write_fault_place(reader, place);
    snprintf(message, sizeof message,
             batch->lost > 0 && !breaks_off ? "%s; %" PRIu64 " byte%s passed over" : "%s",
             breaks_off ? reader->block->reason : fault->message, batch->lost, batch->lost == 1 ? "" : "s");
    reject(reader, place, message, reader->entries + batch->count);
}

void report_choice(const struct work *work) {
    const uint64_t games = work->mixed_games;
    report_lacking(&work->chosen.entries);
    report_selection(work);
    if (games > 0)
        complain("warning: %" PRIu64
                 " game%s with scores in several forms, which do not count; --scores chooses one",
                 games, games == 1 ? "" : "s");
}

void refuse_no_entries(struct worker *worker, const struct block *block) {
    report_unreadable(
        worker, block->file,
        block->kind == BLOCK_UNREADABLE
            ? block->reason
            : "expected training data: a file that begins with BINP, or whose name ends as that "
              "of a format; --from names another one's format");
}

/* ---- Choice ---- */

bool test_strictly(struct entry_reader *reader, size_t i) {
    ks_error error;
    if (ks_test_entry(&reader->before, reader->data, i, &error) == KS_OK)
        return true;
    report_entry(reader, i, &error);
    return false;
}

static bool make_position(struct entry_reader *reader, size_t i) {
    ks_error error;
    reader->position.variant = NULL;
    if (ks_data_get_position(reader->data, i, &reader->position.chess, &error) == KS_OK)
        return true;
    report_entry(reader, i, &error);
    return false;
}

static bool is_repeated_entry(const struct entry_reader *reader, size_t i) {
    char text[1 + PLACE_SIZE] = " ";
    bool filled;
    const struct position_key key = make_position_key(&reader->position);
    const bool repeated = is_repeated_key(&reader->worker->work->chooser, key, &filled);
    if (filled) {
        const ks_data_place place = place_of_entry(reader, i);
        write_place(reader, &place, text + 1);
        report_full_set(reader->worker, "positions", text);
    }
    return repeated;
}

enum entry_choice choose_entry(struct entry_reader *reader, size_t i) {
    struct chooser *const chooser = &reader->worker->work->chooser;
    const struct choosing *const choosing = chooser->choosing;
    uint8_t *const verdict = &reader->verdicts[i];
    const bool known = *verdict != KS_VERDICTS;
    if (!known && !make_position(reader, i))
        return ENTRY_NO_POSITION;
    if (is_left_out(chooser) ||
        (choosing->choice.filters &&
         !ks_fits_entry(&choosing->choice, reader->data, reader->batch, i, &reader->worker->chosen.entries)))
        return ENTRY_PASSED;
    if (!known)
        *verdict = (uint8_t)ks_judge(&reader->position.chess, &reader->checkers[i]);
    else if ((choosing->unique || reader->needs_positions) && !make_position(reader, i))
        return ENTRY_NO_POSITION;
    if (choosing->unique && is_repeated_entry(reader, i))
        return ENTRY_REPEATED;
    return choose_verdict(chooser, (enum ks_verdict) * verdict) ? ENTRY_CHOSEN : ENTRY_OTHERWISE_JUDGED;
}

bool lacks_what_is_asked(const struct choosing *choosing, unsigned scores, const struct block *block,
                         char why[WHY_SIZE]) {
    const char *fact, *const name = ks_find_lacking_filter(&choosing->choice,
                                                           ks_data_format_facts(block->data_format), &fact);
    const char *const of_games = scores != KS_PGN_SCORES_NONE    ? "scores"
                                 : choosing->selection.count > 0 ? "select"
                                                                 : NULL;
    const bool no_games = of_games && block->data_format != KS_DATA_PGN;
    if (no_games)
        snprintf(why, WHY_SIZE, "--%s is for games in PGN, and these are none", of_games);
    else if (name)
        snprintf(why, WHY_SIZE, "--%s: an entry of %s has no %s", name,
                 ks_data_format_name(block->data_format), fact);
    return no_games || name;
}

/* ---- Reading ---- */

/* Ends a part of games before a game that belongs to another part, and chooses games by their tags. */
static enum game_use choose_game(void *context, ks_pgn *pgn) {
    struct entry_reader *const reader = context;
    if (!begin_game_of_text(&reader->text, pgn))
        return GAMES_END;
    if (reader->worker->work->chooser.choosing->selection.count == 0)
        return GAME_IS_READ;
    const ks_pgn_place place = ks_pgn_get_place(pgn);
    note_tags(reader->worker, pgn);
    return is_selected_game(reader->worker, pgn, reader->text.lines + place.line) ? GAME_IS_READ
                                                                                  : GAME_IS_PASSED;
}

static ks_data *open_data(struct entry_reader *reader, ks_data_flags flags, ks_error *error) {
    const struct block *const block = reader->block;
    return block->kind == BLOCK_DATA_PART
               ? ks_data_open_memory(block->text, block->length, reader->format, flags, error)
               : ks_data_open(read_block_text, &reader->text, reader->format, flags, error);
}

bool open_entries(struct entry_reader *reader, struct block *block, unsigned flags) {
    ks_error error;
    flags |= (reader->strict ? KS_DATA_LEGALITY : 0u) | (reader->any_order ? KS_DATA_ANY_ORDER : 0u);
    reader->block = block;
    reader->format = block->data_format;
    reader->entries = 0;
    reader->batch = NULL;
    reader->untold = reader->before.known = false;
    if (!begin_text(&reader->text, reader->worker, block))
        return false;
    reader->data = open_data(reader, (ks_data_flags)flags, &error);
    const bool open =
        reader->data && (reader->format != KS_DATA_TEXT ||
                         ks_data_use_pattern(reader->data, pattern_of_lines(), &error) == KS_OK);
    if (!open)
        report_unreadable(reader->worker, block->file, error.message);
    else
        ks_data_choose_games(reader->data, choose_game, reader);
    return open;
}

bool close_entries(struct entry_reader *reader) {
    const struct block *const block = reader->block;
    const bool part = block->kind == BLOCK_PART,
               again = reader->data && end_text(&reader->text, ks_data_get_pgn(reader->data), false),
               counts = reader->data && !again && !reader->worker->misplaced;
    if (counts)
        reader->read = part ? reader->worker->work->games_end.offset - reader->text.first
                       : reader->text.at > block->length ? reader->text.at
                                                         : block->length;
    if (counts)
        reader->worker->work->mixed_games += ks_count_mixed_games(reader->data);
    ks_data_close(reader->data);
    reader->data = NULL;
    if (reader->block->kind == BLOCK_DATA)
        close_input(&reader->block->input);
    return again;
}

bool next_entries(struct entry_reader *reader) {
    reader->entries += reader->batch ? reader->batch->count : 0;
    reader->batch = wants_more(reader->worker) && !interrupted ? ks_data_next(reader->data) : NULL;
    if (!reader->batch)
        return false;
    const ks_data_batch *const batch = reader->batch;
    if (reader->judges && batch->count > 0)
        find_verdicts(batch, reader->verdicts, reader->checkers);
    reader->tested = reader->strict && batch->count > 0 && ks_test_batch(&reader->before, reader->data);
    return true;
}

void read_entries(struct entry_reader *reader, unsigned flags, void (*take)(struct worker *worker)) {
    struct worker *const worker = reader->worker;
    for (bool again = true; again; reader->any_order = false) {
        if (!open_entries(reader, &worker->block, flags))
            return;
        for (unsigned n = 0; !reader->untold && next_entries(reader); n++) {
            take(worker);
            worker->work->done += reader->batch->count;
            if (n % 1024 == 0)
                show_work(worker);
        }
        again = close_entries(reader) || reader->untold;
        if (again || worker->misplaced)
            drop_tally(worker);
    }
}

/* ---- Entries ---- */

size_t write_entry_uci(const ks_position *position, ks_move move, ks_uci_flags flags,
                       char text[KS_UCI_SIZE]) {
    const struct any_position any = {.chess = *position};
    return ks_write_uci(position, move, any_is_chess960(&any) ? KS_UCI_CHESS960 : flags, text);
}

void json_entry(struct json *json, const ks_data_batch *batch, size_t i, unsigned known, int score) {
    if (known & KS_DATA_HAS_SCORE)
        json_signed(json, "score", score);
    if (known & KS_DATA_HAS_PLY)
        json_unsigned(json, "ply", batch->plies[i]);
    if (known & KS_DATA_HAS_RESULT)
        json_signed(json, "result", batch->results[i]);
    if (known & KS_DATA_HAS_TIME)
        json_seconds(json, "clock", batch->clocks[i]);
}
