/* Counts entries of training data, a batch at a time. Facts that a position shares with the one before it in
 * its chain are not looked for again: the number of pieces changes by captures, and most kings stay. */
#include "cli/commands/stats/count.h"

#include <string.h>

#include "cli/positions/data_lines.h"
#include "core/board/hashes.h"
#include "game/data/parts.h"

/* ==== Entries ==== */

/* ---- Boards ---- */

static unsigned count_pieces(const uint8_t board[64]) {
    unsigned count = 0;
    for (unsigned square = 0; square < 64; square++)
        count += board[square] != KS_EMPTY;
    return count;
}

/* Returns where a piece stands, of which there is one. guess: it may be there. */
static unsigned find_piece(const uint8_t board[64], uint8_t code, unsigned guess) {
    if (board[guess] == code)
        return guess;
    const uint8_t *const at = memchr(board, code, 64);
    return at ? (unsigned)(at - board) : guess;
}

/* A hash of a board and its side to move. Codes have four bits, so two words of eight squares fit into one.
 */
static uint64_t hash_board(const uint8_t board[64], unsigned side) {
    uint64_t words[8], hash = side;
    memcpy(words, board, sizeof words);
    for (unsigned i = 0; i < 4; i++) {
        hash = (hash ^ words[i] ^ words[i + 4] << 4) * UINT64_C(0xbf58476d1ce4e5b9);
        hash ^= hash >> 32;
    }
    return splitmix64(&hash);
}

/* HyperLogLog (P. Flajolet, E. Fusy, O. Gandouet, F. Meunier, 2007): the first bits of a hash choose a
 * register, which keeps the longest run of zeros that the other bits have begun with, plus one. */
enum { REGISTER_BITS = 20, LONGEST = 64 - REGISTER_BITS };
_Static_assert(STATS_REGISTERS == 1 << REGISTER_BITS, "the bits choose a register");

/* Registers are fetched while the hashes of other boards are made: they lie in a slower cache. */
static void note_boards(uint8_t *registers, const ks_data_batch *batch) {
    uint64_t hashes[KS_DATA_BATCH];
    for (size_t i = 0; i < batch->count; i++) {
        hashes[i] = hash_board(batch->boards[i], batch->sides[i]);
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

/* A king of the side not to move is that of the side to move in the next entry of the chain, and is counted
 * there. Only the last of a chain, or of a batch, is looked for. */
static void count_kings(struct statistics *statistics, const ks_data_batch *batch) {
    for (size_t i = 0; i < batch->count; i++) {
        const unsigned side = batch->sides[i], other = side ^ 1u;
        const uint64_t counted = i == 0 || batch->kinds[i] & KS_DATA_FIRST ? 1 : 2;
        statistics->kings[side][batch->kings[i]] += counted;
        if (i + 1 == batch->count || batch->kinds[i + 1] & KS_DATA_FIRST) {
            const uint8_t king = other == KS_WHITE ? KS_WHITE_KING : KS_BLACK_KING;
            statistics->kings[other][find_piece(batch->boards[i], king, i > 0 ? batch->kings[i - 1] : 0)]++;
        }
    }
}

static void count_boards(struct statistics *statistics, const ks_data_batch *batch) {
    unsigned pieces = 0;
    for (size_t i = 0; i < batch->count; i++) {
        if (i == 0 || batch->kinds[i] & KS_DATA_FIRST)
            pieces = count_pieces(batch->boards[i]);
        else
            pieces -= batch->kinds[i - 1] & KS_DATA_CAPTURE ? 1 : 0;
        statistics->pieces[pieces]++;
    }
}

/* ---- Everything else ---- */

/* The counts of scores lie in a slower cache. */
static void fetch_scores(const struct statistics *statistics, const ks_data_batch *batch) {
    for (size_t i = 0; i < batch->count; i++)
        __builtin_prefetch(&statistics->scores[batch->scores[i] + STATS_SCORE_ZERO][batch->results[i] + 1],
                           1);
}

static void count_moves_and_plies(struct statistics *statistics, const ks_data_batch *batch) {
    for (size_t i = 0; i < batch->count; i++) {
        const unsigned ply = batch->plies[i];
        statistics->kinds[batch->kinds[i]]++;
        statistics->plies[ply < STATS_PLIES ? ply : STATS_PLIES]++;
    }
}

static void count_columns(struct statistics *statistics, const ks_data_batch *batch) {
    uint64_t results[2][2][STATS_RESULTS] = {{{0}}}; /* in turn, as below */
    for (size_t i = 0; i < batch->count; i++) {
        const unsigned result = (unsigned)(batch->results[i] + 1), ply = batch->plies[i];
        statistics->kinds[batch->kinds[i]]++;
        statistics->scores[batch->scores[i] + STATS_SCORE_ZERO][result]++;
        results[i / 2 % 2][batch->sides[i]][result]++;
        statistics->plies[ply < STATS_PLIES ? ply : STATS_PLIES]++;
    }
    for (unsigned side = KS_WHITE; side <= KS_BLACK; side++)
        for (unsigned result = 0; result < STATS_RESULTS; result++)
            statistics->results[side][result] += results[0][side][result] + results[1][side][result];
}

static void count_bits(struct statistics *statistics, const ks_data_batch *batch, const uint8_t *verdicts) {
    uint64_t found[4][KS_VERDICTS + 1] = {{0}}; /* in turn: most are the same, and a count waits for itself */
    for (size_t i = 0; i < batch->count; i++)
        found[i % 4][verdicts[i]]++;
    for (enum ks_verdict verdict = KS_SAFE; verdict < KS_VERDICTS; verdict++)
        for (unsigned i = 0; i < 4; i++)
            statistics->verdicts[verdict] += found[i][verdict];
    for (size_t word = 0; batch->illegal && 64 * word < batch->count; word++)
        statistics->not_legal += (uint64_t)__builtin_popcountll(batch->illegal[word]);
}

void count_entries(struct statistics *statistics, const ks_data_batch *batch, ks_data_format format,
                   unsigned facts, const uint8_t *verdicts) {
    const uint64_t count = batch->count, chains = ks_data_has_chains(format);
    statistics->positions += count;
    statistics->in_chains += chains ? count : 0;
    statistics->with_side += facts & KS_DATA_HAS_SIDE ? count : 0;
    statistics->with_move += facts & KS_DATA_HAS_MOVE ? count : 0;
    statistics->with_ply += facts & KS_DATA_HAS_PLY ? count : 0;
    statistics->with_score += facts & DATA_HAS_SCORE ? count : 0;
    for (size_t i = 0; chains && i < count; i++)
        statistics->chains += batch->kinds[i] / KS_DATA_FIRST;
    if (facts & DATA_HAS_SCORE)
        fetch_scores(statistics, batch);
    count_kings(statistics, batch);
    count_boards(statistics, batch);
    note_boards(statistics->registers, batch);
    if (facts & DATA_HAS_SCORE)
        count_columns(statistics, batch);
    else
        count_moves_and_plies(statistics, batch);
    count_bits(statistics, batch, verdicts);
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

uint64_t count_moves(const struct statistics *statistics, unsigned kinds) {
    uint64_t count = 0;
    for (unsigned i = 0; i < 256; i++)
        count += i & kinds ? statistics->kinds[i] : 0;
    return count;
}

uint64_t count_captures(const struct statistics *statistics) {
    return count_moves(statistics, KS_DATA_CAPTURE) - count_moves(statistics, KS_DATA_EN_PASSANT);
}

/* Formats without moves have none that are not legal. */
uint64_t count_illegal(const struct statistics *statistics) {
    const uint64_t without = statistics->positions - statistics->with_move,
                   none = count_moves(statistics, KS_DATA_NO_MOVE) - without;
    return statistics->not_legal - none;
}

uint64_t count_results(const struct statistics *statistics, unsigned result) {
    return statistics->results[KS_WHITE][result] + statistics->results[KS_BLACK][result];
}

uint64_t count_results_of_white(const struct statistics *statistics, unsigned result) {
    return statistics->results[KS_WHITE][result] + statistics->results[KS_BLACK][WIN - result];
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
    for (int score = least; score <= most; score++)
        count += score == KS_DATA_SKIPPED ? 0 : statistics->scores[score + STATS_SCORE_ZERO][result];
    return count;
}

uint64_t count_pieces_from(const struct statistics *statistics, unsigned least, unsigned most) {
    uint64_t count = 0;
    for (unsigned n = least; n <= most && n <= STATS_PIECES; n++)
        count += statistics->pieces[n];
    return count;
}
