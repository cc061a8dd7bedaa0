/* Counts entries of training data, a batch at a time. Facts that a position shares with the one before it in
 * its chain are not looked for again: the number of pieces changes by captures, and most kings stay. */
#include "cli/commands/stats/count.h"

#include <string.h>

#include "game/data/marks.h"
#include "game/data/parts.h"
#include "game/entries/choice.h"
#include "rules/identity.h"

/* ==== Entries ==== */

/* ---- Boards ---- */

/* Returns where the only piece of a code stands. guess is where it may be. */
static unsigned find_piece(const uint8_t board[64], uint8_t code, unsigned guess) {
    if (board[guess] == code)
        return guess;
    const uint8_t *const at = memchr(board, code, 64);
    return at ? (unsigned)(at - board) : guess;
}

/* HyperLogLog (P. Flajolet, E. Fusy, O. Gandouet, F. Meunier, 2007): the first bits of a hash choose a
 * register, which keeps the longest run of zeros that the other bits have begun with, plus one. */
enum { REGISTER_BITS = 20, LONGEST = 64 - REGISTER_BITS };
_Static_assert(STATS_REGISTERS == 1 << REGISTER_BITS, "the bits choose a register");

/* Registers are fetched while the hashes of other boards are made: they lie in a slower cache. */
static void note_boards(uint8_t *registers, const ks_data_batch *batch) {
    uint64_t hashes[KS_DATA_BATCH_MAX];
    for (size_t i = 0; i < batch->count; i++) {
        hashes[i] = key_of_board(batch->boards[i], batch->sides[i], 0, KS_NO_SQUARE).high;
        __builtin_prefetch(&registers[hashes[i] >> LONGEST], 1);
    }
    for (size_t i = 0; i < batch->count; i++) {
        uint8_t *const at = &registers[hashes[i] >> LONGEST];
        const uint64_t rest = hashes[i] << REGISTER_BITS | (uint64_t)1 << (REGISTER_BITS - 1);
        const uint8_t run = (uint8_t)(__builtin_clzll(rest) + 1);
        if (__builtin_expect(run > *at, 0))
            *at = run;
    }
}

/* ---- Stretches ---- */

/* A stretch of entries that follow each other in a chain, or one entry of a format without chains. */
struct stretch {
    size_t begin, end;
};

/* Goes on to the next stretch, which ends before the next mark. Returns false when there is none. */
static bool next_stretch(const uint64_t marks[BATCH_WORDS], size_t count, struct stretch *stretch) {
    size_t at = stretch->begin = stretch->end;
    if (at >= count)
        return false;
    for (at++; at < count; at = (at / 64 + 1) * 64) {
        const uint64_t rest = marks[at / 64] >> at % 64;
        if (rest) {
            at += (size_t)__builtin_ctzll(rest);
            break;
        }
    }
    stretch->end = at < count ? at : count;
    return true;
}

/* A king of the side not to move is the king to move in the next entry of the chain, and is counted there.
 * Only the last of a chain, or of a batch, is looked for. */
static void count_kings(struct statistics *statistics, const ks_data_batch *batch, struct stretch stretch) {
    const size_t last = stretch.end - 1;
    const unsigned other = batch->sides[last] ^ 1u;
    const uint8_t king = other == KS_WHITE ? KS_WHITE_KING : KS_BLACK_KING;
    for (size_t i = stretch.begin; i < stretch.end; i++)
        statistics->kings[batch->sides[i]][batch->kings[i]] += 2;
    statistics->kings[batch->sides[stretch.begin]][batch->kings[stretch.begin]]--;
    statistics->kings[other][find_piece(batch->boards[last], king, last > 0 ? batch->kings[last - 1] : 0)]++;
}

static void count_plies(struct statistics *statistics, unsigned first, size_t count) {
    for (size_t ply = first; ply < first + count; ply++)
        statistics->plies[ply < STATS_PLIES ? ply : STATS_PLIES]++;
}

/* Each result is seen from the other side than the one before. */
static void count_each_result(struct statistics *statistics, unsigned side, int result, size_t count) {
    statistics->results[side][DRAW + result] += (count + 1) / 2;
    statistics->results[side ^ 1][DRAW - result] += count / 2;
}

/* All entries of a game have its result, or none has. */
static void count_stretches(struct statistics *statistics, const ks_data_batch *batch,
                            const uint64_t firsts[BATCH_WORDS]) {
    for (struct stretch stretch = {0, 0}; next_stretch(firsts, batch->count, &stretch);) {
        const size_t i = stretch.begin, count = stretch.end - i;
        count_kings(statistics, batch, stretch);
        count_plies(statistics, batch->plies[i], count);
        if (batch->known[i] & KS_DATA_HAS_RESULT) {
            statistics->with_result += count;
            count_each_result(statistics, batch->sides[i], batch->results[i], count);
        }
    }
}

/* The number of pieces stays as it is until a capture. */
static void count_boards(struct statistics *statistics, const ks_data_batch *batch,
                         const uint64_t firsts[BATCH_WORDS]) {
    uint64_t captures[BATCH_WORDS], changes[BATCH_WORDS];
    unsigned pieces = 0;
    mark_bytes(batch->kinds, batch->count, KS_DATA_CAPTURE, captures);
    for (size_t word = 0; word < BATCH_WORDS; word++)
        changes[word] = firsts[word] | marks_of_last(captures, word);
    for (struct stretch stretch = {0, 0}; next_stretch(changes, batch->count, &stretch);) {
        const size_t i = stretch.begin;
        pieces = i == 0 || batch->kinds[i] & KS_DATA_FIRST ? count_pieces_on(batch->boards[i]) : pieces - 1;
        statistics->pieces[pieces] += stretch.end - i;
    }
}

/* ---- Everything else ---- */

/* Counts bytes below `end`. Most of them are 0. */
static void count_bytes(uint64_t *counts, unsigned end, const uint8_t *bytes, size_t count) {
    uint64_t marks[BATCH_WORDS];
    mark_bytes(bytes, count, 0xff, marks);
    counts[0] += count;
    for (size_t word = 0; word < BATCH_WORDS; word++)
        for (uint64_t rest = marks[word]; rest; rest &= rest - 1) {
            const unsigned byte = bytes[64 * word + (size_t)__builtin_ctzll(rest)];
            counts[0]--;
            if (byte < end)
                counts[byte]++;
        }
}

/* A game may have scores at some moves, and no result. */
static void count_each_score(struct statistics *statistics, const ks_data_batch *batch) {
    const unsigned needed = KS_DATA_HAS_SCORE | KS_DATA_HAS_RESULT;
    for (size_t i = 0; i < batch->count; i++)
        if ((batch->known[i] & needed) == needed) {
            statistics->with_score++;
            statistics->scores[batch->scores[i] + STATS_SCORE_ZERO][batch->results[i] + 1]++;
        }
}

/* The counts lie in a slower cache. */
static void fetch_scores(const struct statistics *statistics, const ks_data_batch *batch) {
    for (size_t i = 0; i < batch->count; i++)
        __builtin_prefetch(&statistics->scores[batch->scores[i] + STATS_SCORE_ZERO][batch->results[i] + 1],
                           1);
}

static void count_illegal_moves(struct statistics *statistics, const ks_data_batch *batch) {
    for (size_t word = 0; batch->illegal && 64 * word < batch->count; word++)
        statistics->not_legal += (uint64_t)__builtin_popcountll(batch->illegal[word]);
}

void count_entries(struct statistics *statistics, const ks_data_batch *batch, ks_data_format format,
                   const uint8_t *verdicts) {
    const unsigned facts = ks_data_format_facts(format);
    const bool scored = facts & KS_DATA_HAS_SCORE;
    const uint64_t count = batch->count, chains = ks_data_has_chains(format);
    uint64_t firsts[BATCH_WORDS];
    statistics->positions += count;
    statistics->in_chains += chains ? count : 0;
    statistics->with_side += facts & KS_DATA_HAS_SIDE ? count : 0;
    statistics->with_move += facts & KS_DATA_HAS_MOVE ? count : 0;
    statistics->with_ply += facts & KS_DATA_HAS_PLY ? count : 0;
    if (scored)
        fetch_scores(statistics, batch);
    note_boards(statistics->registers, batch);
    mark_bytes(batch->kinds, count, KS_DATA_FIRST, firsts);
    for (size_t word = 0; word < BATCH_WORDS; word++)
        statistics->chains += chains ? (uint64_t)__builtin_popcountll(firsts[word]) : 0;
    count_stretches(statistics, batch, firsts);
    count_boards(statistics, batch, firsts);
    count_bytes(statistics->kinds, 256, batch->kinds, count);
    if (scored)
        count_each_score(statistics, batch);
    _Static_assert(KS_SAFE == 0, "most verdicts are 0");
    count_bytes(statistics->verdicts, KS_VERDICTS, verdicts, count);
    count_illegal_moves(statistics, batch);
}

/* ---- Sums ---- */

static void add_numbers(uint64_t *sum, const uint64_t *others, size_t count) {
    for (size_t i = 0; i < count; i++)
        sum[i] += others[i];
}

/* All members but the registers are numbers. */
void add_statistics(struct statistics *sum, const struct statistics *others) {
    _Static_assert(offsetof(struct statistics, registers) % sizeof(uint64_t) == 0, "numbers come first");
    add_numbers(&sum->positions, &others->positions,
                offsetof(struct statistics, registers) / sizeof(uint64_t));
    for (size_t i = 0; i < STATS_REGISTERS; i++)
        sum->registers[i] =
            others->registers[i] > sum->registers[i] ? others->registers[i] : sum->registers[i];
}

/* ==== Results that follow from the numbers ==== */

static uint64_t count_moves(const struct statistics *statistics, unsigned kinds) {
    uint64_t count = 0;
    for (unsigned i = 0; i < 256; i++)
        count += i & kinds ? statistics->kinds[i] : 0;
    return count;
}

const struct stats_kind stats_kinds[STATS_KINDS] = {{"capture", "capture"},     {"en-passant", "en_passant"},
                                                    {"promotion", "promotion"}, {"castling", "castling"},
                                                    {"illegal", "illegal"},     {"no move", "none"}};

/* Formats without moves have none that are not legal. */
void count_kinds(const struct statistics *statistics, uint64_t counts[STATS_KINDS]) {
    const uint64_t passing = count_moves(statistics, KS_DATA_EN_PASSANT),
                   none = count_moves(statistics, KS_DATA_NO_MOVE) + statistics->with_move -
                          statistics->positions;
    const uint64_t all[STATS_KINDS] = {count_moves(statistics, KS_DATA_CAPTURE) - passing,
                                       passing,
                                       count_moves(statistics, KS_DATA_PROMOTION),
                                       count_moves(statistics, KS_DATA_CASTLING),
                                       statistics->not_legal - none,
                                       none};
    memcpy(counts, all, sizeof all);
}

const char *const stats_results[STATS_RESULTS] = {[LOSS] = "loss", [DRAW] = "draw", [WIN] = "win"};

uint64_t count_results(const struct statistics *statistics, unsigned result, bool of_white) {
    return statistics->results[KS_WHITE][result] +
           statistics->results[KS_BLACK][of_white ? WIN - result : result];
}

static uint64_t count_score(const struct statistics *statistics, int score) {
    const uint64_t *const counts = statistics->scores[score + STATS_SCORE_ZERO];
    return score == KS_DATA_SKIPPED ? 0 : counts[LOSS] + counts[DRAW] + counts[WIN];
}

uint64_t count_skipped(const struct statistics *statistics) {
    const uint64_t *const counts = statistics->scores[KS_DATA_SKIPPED + STATS_SCORE_ZERO];
    return counts[LOSS] + counts[DRAW] + counts[WIN];
}

/* ---- Distinct positions ---- */

/* The sum of x^(2^k) * 2^(k-1) over k from 0, with x in front; x: the share of registers that are empty. */
static double sigma(double x) {
    double y = 1, z = x, before;
    do {
        x *= x;
        before = z;
        z += x * y;
        y += y;
    } while (z > before);
    return z;
}

/* The estimator of O. Ertl, "New cardinality estimation algorithms for HyperLogLog sketches" (2017), which
 * needs no tables, also where most registers are empty. A run of all bits would take 2^64 positions, so such
 * runs are not told from those one shorter. */
uint64_t estimate_distinct(const struct statistics *statistics) {
    const double m = STATS_REGISTERS, half_of_1_by_ln_2 = 0.72134752044448170;
    uint64_t runs[LONGEST + 2] = {0};
    for (size_t i = 0; i < STATS_REGISTERS; i++)
        runs[statistics->registers[i]]++;
    if (runs[0] == STATS_REGISTERS)
        return 0;
    double z = (double)runs[LONGEST + 1];
    for (unsigned k = LONGEST; k > 0; k--)
        z = 0.5 * (z + (double)runs[k]);
    z += m * sigma((double)runs[0] / m);
    const uint64_t estimate = (uint64_t)(half_of_1_by_ln_2 * m * m / z + 0.5);
    return estimate < statistics->positions ? estimate : statistics->positions;
}

/* ---- Distributions ---- */

const unsigned stats_percentiles[PERCENTILES] = {1, 5, 25, 50, 75, 95, 99};

typedef uint64_t number_counter(const struct statistics *statistics, int number);

static uint64_t count_ply(const struct statistics *statistics, int ply) {
    return statistics->plies[ply];
}

static uint64_t count_of_pieces(const struct statistics *statistics, int pieces) {
    return statistics->pieces[pieces];
}

static struct distribution distribution_of(const struct statistics *statistics, number_counter *counter,
                                           int least, int most) {
    struct distribution d = {0};
    uint64_t before = 0;
    unsigned next = 0;
    double sum = 0;
    for (int number = least; number <= most; number++) {
        const uint64_t count = counter(statistics, number);
        if (count > 0) {
            d.least = d.count ? d.least : number;
            d.most = number;
            d.count += count;
            sum += (double)count * number;
        }
    }
    d.mean = d.count ? sum / (double)d.count : 0;
    for (int number = least; number <= most && d.count > 0; number++) {
        before += counter(statistics, number);
        while (next < PERCENTILES && (double)before * 100 >= (double)d.count * stats_percentiles[next])
            d.percentiles[next++] = number;
    }
    return d;
}

struct distribution distribution_of_scores(const struct statistics *statistics) {
    return distribution_of(statistics, count_score, -STATS_SCORE_ZERO, STATS_SCORE_ZERO - 1);
}

struct distribution distribution_of_plies(const struct statistics *statistics) {
    return statistics->with_ply ? distribution_of(statistics, count_ply, 0, STATS_PLIES)
                                : (struct distribution){0};
}

struct distribution distribution_of_pieces(const struct statistics *statistics) {
    return distribution_of(statistics, count_of_pieces, 0, STATS_PIECES);
}

uint64_t count_scores(const struct statistics *statistics, int least, int most, unsigned result) {
    uint64_t count = 0;
    for (int score = least > -STATS_SCORE_ZERO ? least : -STATS_SCORE_ZERO;
         score <= most && score < STATS_SCORE_ZERO; score++)
        count += score == KS_DATA_SKIPPED ? 0 : statistics->scores[score + STATS_SCORE_ZERO][result];
    return count;
}

uint64_t count_pieces_from(const struct statistics *statistics, unsigned least, unsigned most) {
    uint64_t count = 0;
    for (unsigned n = least; n <= most && n <= STATS_PIECES; n++)
        count += statistics->pieces[n];
    return count;
}
