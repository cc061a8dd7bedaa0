/* Reads a block of training data: its text first, then what follows in the file. Entries get their verdicts
 * many at a time. */
#include "cli/run/entries.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/base/messages.h"
#include "game/data/parts.h"
#include "rules/verdict.h"

_Static_assert((unsigned)KS_DATA_BATCH <= (unsigned)EASY_LOOK, "a batch is looked at at once");

/* ---- Reading ---- */

static size_t read_block_and_on(void *context, void *buffer, size_t room) {
    struct data_file *const file = context;
    struct block *const block = file->block;
    const size_t left = block->length - file->given;
    if (left > 0) {
        const size_t got = left < room ? left : room;
        memcpy(buffer, block->text + file->given, got);
        file->given += got;
        return got;
    }
    const ssize_t got = read_from(&block->input, buffer, room);
    file->read += got > 0 ? (uint64_t)got : 0;
    return got < 0 ? KS_DATA_FAILED : (size_t)got;
}

bool open_data_file(struct data_file *file, struct block *block, unsigned flags, ks_error *error) {
    *file = (struct data_file){.block = block, .format = block->data_format, .read = block->length};
    file->data =
        block->kind == BLOCK_DATA_PART
            ? ks_data_open_memory(block->text, block->length, file->format, (ks_data_flags)flags, error)
            : ks_data_open(read_block_and_on, file, file->format, (ks_data_flags)flags, error);
    return file->data != NULL;
}

void close_data_file(struct data_file *file) {
    ks_data_close(file->data);
    file->data = NULL;
    if (file->block->kind == BLOCK_DATA)
        close_input(&file->block->input);
}

/* ---- Places and faults ---- */

ks_data_place place_in_data_file(const struct data_file *file, ks_data_place place) {
    const struct data_begin *const begin = &file->block->data_begin;
    place.offset += begin->offset;
    if (file->format == KS_DATA_BINPACK)
        place.block += begin->number;
    else
        place.chain += begin->number;
    return place;
}

static void write_place(const struct data_file *file, ks_data_place place, char text[PLACE_SIZE]) {
    place = place_in_data_file(file, place);
    if (ks_data_is_text(file->format))
        snprintf(text, PLACE_SIZE, "%" PRIu64, place.line);
    else if (file->format == KS_DATA_BINPACK)
        snprintf(text, PLACE_SIZE, "byte %" PRIu64 ", block %" PRIu64 ", chain %" PRIu64 ", ply %" PRIu64,
                 place.offset, place.block, place.chain, place.ply);
    else if (file->format == KS_DATA_VIRI)
        snprintf(text, PLACE_SIZE, "byte %" PRIu64 ", game %" PRIu64 ", ply %" PRIu64, place.offset,
                 place.chain, place.ply);
    else
        snprintf(text, PLACE_SIZE, "byte %" PRIu64 ", record %" PRIu64, place.offset, place.chain);
}

void write_entry_place(const struct data_file *file, size_t i, char text[PLACE_SIZE]) {
    write_place(file, ks_data_get_place(file->data, i), text);
}

static bool is_between_blocks(int code) {
    return code == KS_ERROR_DATA_MAGIC || code == KS_ERROR_DATA_BLOCK_SIZE || code == KS_ERROR_DATA_SOURCE;
}

void write_fault(const struct data_file *file, const ks_data_batch *batch, char place[PLACE_SIZE],
                 char message[FAULT_SIZE]) {
    if (batch->fault->code == KS_ERROR_MEMORY) /* the data may be good */
        fail("%s: %s", file->block->file, batch->fault->message);
    write_place(file, batch->fault_place, place);
    if (file->format > KS_DATA_PLAIN)
        snprintf(place + strlen(place), PLACE_SIZE - strlen(place), ":%zu", batch->fault->offset + 1);
    if (file->format == KS_DATA_BINPACK && is_between_blocks(batch->fault->code))
        *strstr(place, ", chain") = '\0';
    snprintf(message, FAULT_SIZE, batch->lost > 0 ? "%s; %" PRIu64 " byte%s passed over" : "%s",
             batch->fault->message, batch->lost, batch->lost == 1 ? "" : "s");
}

void complain_of_data(const struct data_file *file, const char *place, const char *message) {
    complain("%s:%s%s: error: %s", file->block->file, ks_data_is_text(file->format) ? "" : " ", place,
             message);
}

void complain_of_no_data(const struct block *block) {
    if (block->kind == BLOCK_UNREADABLE)
        complain("%s: %s", block->file, block->reason);
    else
        complain("%s: expected training data: a file that begins with BINP, or whose name ends as that of a "
                 "format; --from names another one's format",
                 block->file);
}

/* ---- Verdicts ---- */

/* Fills in the verdicts of the entries that the quick look leaves open. The other entries are safe. */
static void settle_entries(const ks_data_batch *batch, uint8_t *verdicts, uint64_t *checkers) {
    struct easy_look easy = {
        .boards = batch->boards, .kings = batch->kings, .sides = batch->sides, .count = batch->count};
    struct second_look looks[KS_DATA_BATCH];
    uint8_t other_sides[KS_DATA_BATCH], entries[KS_DATA_BATCH];
    uint64_t invalid[KS_DATA_BATCH / 64];
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

void find_entry_verdicts(const ks_data_batch *batch, bool by_legality, uint8_t verdicts[KS_DATA_BATCH],
                         uint64_t checkers[KS_DATA_BATCH]) {
    memset(verdicts, KS_SAFE, batch->count);
    memset(checkers, 0, batch->count * sizeof *checkers);
    if (!by_legality) {
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

/* ---- Choice ---- */

bool lacks_asked_fact(const struct choice *choice, const struct block *block, char why[WHY_SIZE]) {
    const char *fact, *const name =
                          ks_find_lacking_filter(choice, ks_data_facts_of(block->data_format), &fact);
    if (name)
        snprintf(why, WHY_SIZE, "--%s: an entry of %s has no %s", name,
                 ks_data_format_name(block->data_format), fact);
    return name;
}

static bool is_repeated_entry(struct chooser *chooser, const struct data_file *file, size_t i,
                              const struct any_position *position) {
    char place[PLACE_SIZE], text[PLACE_SIZE + 256];
    bool filled;
    const bool repeated = is_repeated_key(chooser, make_position_key(position), &filled);
    if (filled) {
        write_entry_place(file, i, place);
        snprintf(text, sizeof text, "%s: %s", file->block->file, place);
        complain_of_full_set(chooser, text);
    }
    return repeated;
}

enum entry_choice choose_entry(struct chooser *chooser, const struct data_file *file,
                               const ks_data_batch *batch, size_t i, uint8_t *verdict,
                               struct choice_counts *counts, entry_reporter *report, void *context) {
    const struct choosing *const choosing = chooser->choosing;
    const bool known = *verdict != KS_VERDICTS;
    struct any_position position;
    ks_error error;
    position.variant = NULL;
    if ((!known || choosing->unique) &&
        ks_data_get_position(file->data, i, &position.chess, &error) != KS_OK) {
        report(context, i, &error);
        return ENTRY_NO_POSITION;
    }
    if (!known)
        *verdict = (uint8_t)ks_judge(&position.chess, NULL);
    return !is_left_out(chooser) &&
                   (!choosing->choice.filters ||
                    ks_fits_entry(&choosing->choice, file->data, batch, i, counts)) &&
                   !(choosing->unique && is_repeated_entry(chooser, file, i, &position)) &&
                   choose_verdict(chooser, (enum ks_verdict) * verdict)
               ? ENTRY_CHOSEN
               : ENTRY_PASSED;
}

void choose_entries(struct chooser *chooser, const struct data_file *file, const ks_data_batch *batch,
                    uint8_t verdicts[KS_DATA_BATCH], bool chosen[KS_DATA_BATCH], struct choice_counts *counts,
                    entry_reporter *report, void *context) {
    for (size_t i = 0; i < batch->count; i++)
        chosen[i] =
            chosen[i] && !has_enough(chooser) &&
            choose_entry(chooser, file, batch, i, &verdicts[i], counts, report, context) == ENTRY_CHOSEN;
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
