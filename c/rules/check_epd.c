/* Judges whole texts of FEN and EPD: the hot path of `kingscan check`. Line ends are found ahead, and lines
 * are read four at a time. The verdict on most lines is known then. A second look finds the verdict on most
 * others, and the exact readers take the rest. The same pass makes the keys of positions. */
#include "rules/check_epd.h"

#include <assert.h>
#include <string.h>

#include "core/board/key.h"
#include "core/fen/checks.h"
#include "core/fen/common_fields.h"
#include "core/fen/plain.h"
#include "core/fen/read.h"
#include "core/fen/readers.h"
#include "core/text/characters.h"
#include "rules/position.h"
#include "rules/verdict.h"

/* Each function below fills in the result for a line. It returns false when the line is skipped: a blank line
 * or a comment. key receives the key of the position, and may be NULL. */

/* ---- Lines of any kind ---- */

static bool check_any(const char *line, ks_fen_flags flags, ks_checked_line *checked,
                      struct position_key *key) {
    ks_position position;
    if (is_blank_or_comment(line, checked->length))
        return false;
    checked->checkers = 0;
    checked->verdict = KS_VERDICTS;
    if (ks_read_fen(line, checked->length, flags, &position, NULL) != KS_OK)
        return true;
    checked->verdict = (uint8_t)ks_judge(&position, &checked->checkers);
    if (key)
        *key = key_of_chess(&position);
    return true;
}

/* ---- Plain lines ---- */

static void settle_plain_verdict(ks_position *position, ks_checked_line *checked) {
    struct second_look look = {.board = position->board,
                               .us = position->side_to_move,
                               .special =
                                   position->en_passant != KS_NO_SQUARE || position->private_castling != 0};
    ks_settle_verdicts(&look, 1);
    checked->checkers = look.checkers;
    checked->verdict = look.verdict;
    if (look.verdict < KS_VERDICTS)
        return;
    ks_complete_position(position);
    checked->verdict = (uint8_t)ks_judge(position, &checked->checkers);
}

/* line has at least PLAIN_READABLE bytes. */
static bool check_plain(const char *line, ks_fen_flags flags, ks_checked_line *checked,
                        struct position_key *key) {
    ks_position position;
    struct ks_piece_masks masks;
    if (flags & KS_FEN_POSSIBLE ||
        ks_read_plain_fen(ks_current_placement_reader(), line, &position, &masks) == 0)
        return check_any(line, flags, checked, key);
    settle_plain_verdict(&position, checked);
    if (key)
        *key = key_of_chess(&position);
    return true;
}

/* ---- One line after the other ---- */

static bool check_next_line(const char *text, size_t n, ks_fen_flags flags, ks_text_cursor *cursor,
                            ks_checked_line *checked, struct position_key *key) {
    const char *line = text + cursor->offset;
    const size_t left = n - cursor->offset;
    const char *newline = memchr(line, '\n', left);
    const size_t length = newline ? (size_t)(newline - line) : left;
    *checked = (ks_checked_line){
        .offset = cursor->offset, .length = length_without_cr(line, length), .number = ++cursor->line};
    cursor->offset += newline ? length + 1 : length;
    return (newline && left >= PLAIN_READABLE ? check_plain : check_any)(line, flags, checked, key);
}

/* ---- Four lines at a time ---- */

/* The bytes of a back rank that hold a code become 0x80, all others 0. */
static uint64_t bytes_with(uint64_t bytes, unsigned code) {
    const uint64_t ones = 0x0101010101010101, low = ones * 0x7f, others = bytes ^ ones * code;
    return ~(((others & low) + low) | others | low);
}

/* Returns the rooks of a side's castling letters: the outermost ones. letters: shifted to the bits of White's
 * wings. */
static uint64_t find_rooks(const uint8_t board[64], unsigned side, unsigned letters) {
    const unsigned first = KS_SQUARE(0, side == KS_WHITE ? 7 : 0);
    uint64_t rank, found = 0;
    memcpy(&rank, board + first, sizeof rank);
    const uint64_t king = bytes_with(rank, code_of(KS_WHITE_KING, side)),
                   rooks = bytes_with(rank, code_of(KS_WHITE_ROOK, side));
    if (letters & LETTER_WHITE_KINGSIDE && king && rooks > king)
        found |= (uint64_t)1 << (first + 7 - (unsigned)__builtin_clzll(rooks) / 8);
    if (letters & LETTER_WHITE_QUEENSIDE && king && rooks & (king - 1))
        found |= (uint64_t)1 << (first + (unsigned)__builtin_ctzll(rooks) / 8);
    return found;
}

/* Tries the usual squares first, which nearly all lines have: none of its branches depends on the letters. */
static uint64_t find_castling(const uint8_t board[64], unsigned letters) {
    uint64_t rooks;
    if (ks_grant_orthodox_rights(board, letters, &rooks))
        return rooks;
    return find_rooks(board, KS_WHITE, letters) | find_rooks(board, KS_BLACK, letters >> 2);
}

/* Returns whether each of these castling letters has its king and a rook, as KS_FEN_RIGHTS requires. */
static bool letters_stand(const uint8_t board[64], unsigned letters) {
    return __builtin_popcountll(find_castling(board, letters)) == __builtin_popcount(letters);
}

/* Several groups of lines, so that each test runs on many lines in a row: the results cannot be predicted,
 * and a result that only decides the length of a list costs less than a branch. */
enum { GROUPS_MAX = 16, LINES_MAX = 4 * GROUPS_MAX /* a bit each */ };

struct batch {
    struct ks_four_lines groups[GROUPS_MAX];
    unsigned count;          /* of lines */
    uint64_t common;         /* bit i: line i has a placement and common fields */
    uint64_t quiet, unknown; /* the common lines with this state */
};

static const struct ks_four_lines *group_of(const struct batch *batch, unsigned i) {
    return &batch->groups[i / 4];
}

/* Gathers the lowest bits of four bytes. */
static unsigned lowest_bits(uint32_t bytes) {
    return (bytes & 0x01010101) * 0x01020408 >> 24 & 15;
}
_Static_assert(LINE_UNKNOWN == 0 && LINE_QUIET == 1 && LINE_CALM == 2 && NOT_COMMON == 16,
               "sort_lines asks for single bits of these");

/* Fills in the masks of a batch for lines i to i + 3. blanks: bit n means that a blank follows the placement
 * of line i + n. */
static void sort_lines(struct batch *batch, unsigned i, unsigned blanks) {
    const struct ks_four_lines *group = &batch->groups[i / 4];
    uint32_t letters, states;
    memcpy(&letters, group->letters, sizeof letters);
    memcpy(&states, group->states, sizeof states);
    const uint64_t common = blanks & ~lowest_bits(letters >> 4), quiet = lowest_bits(states),
                   calm = lowest_bits(states >> 1);
    batch->common |= common << i;
    batch->quiet |= (common & quiet) << i;
    batch->unknown |= (common & ~quiet & ~calm) << i;
}

/* Fills in the places of four lines from `line` on, and the verdict KS_SAFE, which later steps correct.
 * Returns which placements a blank follows. */
static unsigned place_lines(const struct ks_four_lines *group, const char *text, const char *line,
                            const char *const ends[4], uint64_t number, ks_checked_line checked[4]) {
    unsigned blanks = 0;
    for (unsigned i = 0; i < 4; i++) {
        const size_t placement = group->placements[i];
        checked[i] = (ks_checked_line){.offset = (size_t)(line - text),
                                       .length = group->lengths[i],
                                       .number = number + i + 1,
                                       .verdict = KS_SAFE};
        blanks |= ((unsigned)(placement > 0) & (unsigned)is_blank(line[placement])) << i;
        line = ends[i] + 1;
    }
    return blanks;
}

/* Returns whether a line satisfies the flags: its castling letters have king and rook, and its board is
 * possible. */
static bool is_trusted(const struct ks_four_lines *group, unsigned i, const char *line, ks_fen_flags flags) {
    return (!(flags & KS_FEN_RIGHTS) || letters_stand(group->boards[i], group->letters[i])) &&
           (!(flags & KS_FEN_POSSIBLE) ||
            (group->states[i] != LINE_UNKNOWN &&
             ks_is_plainly_possible(group->boards[i], line, group->placements[i])));
}

/* Removes the lines that are not trusted; these are read again, with the flags. */
static void distrust_lines(struct batch *batch, const char *text, ks_fen_flags flags,
                           const ks_checked_line *checked) {
    for (unsigned i = 0; i < batch->count; i++)
        if (batch->common >> i & 1 && !is_trusted(group_of(batch, i), i % 4, text + checked[i].offset, flags))
            batch->common &= ~((uint64_t)1 << i);
    batch->quiet &= batch->common;
    batch->unknown &= batch->common;
}

/* Reads the lines from the cursor on, which end at these addresses. */
static void read_batch(ks_line_reader *read_lines, const char *text, const char *const *ends,
                       ks_fen_flags flags, ks_text_cursor *cursor, struct batch *batch,
                       ks_checked_line *checked) {
    const char *line = text + cursor->offset;
    batch->common = batch->quiet = batch->unknown = 0;
    read_lines(line, ends, batch->groups, batch->count / 4);
    for (unsigned i = 0; i < batch->count; i += 4) {
        const struct ks_four_lines *group = &batch->groups[i / 4];
        sort_lines(batch, i, place_lines(group, text, line, ends + i, cursor->line, checked + i));
        line = ends[i + 3] + 1;
        cursor->line += 4;
    }
    cursor->offset = (size_t)(line - text);
    if (flags & (KS_FEN_RIGHTS | KS_FEN_POSSIBLE))
        distrust_lines(batch, text, flags, checked);
}

/* Makes the keys of all lines except those that are read again. */
static void make_keys(const struct batch *batch, struct position_key *keys) {
    for (unsigned i = 0; i < batch->count; i++) {
        const struct ks_four_lines *group = group_of(batch, i);
        const uint8_t *board = group->boards[i % 4];
        if (!(batch->common >> i & 1))
            continue;
        const uint64_t rooks = find_castling(board, group->letters[i % 4]);
        keys[i] = key_of_board(board, group->sides[i % 4], rooks, KS_NO_SQUARE);
    }
}

/* Lists the boards of these lines for a second look. Returns their number. */
static size_t list_looks(const struct batch *batch, uint64_t lines, bool quiet, struct second_look *looks) {
    size_t count = 0;
    for (; lines; lines &= lines - 1, count++) {
        const unsigned i = (unsigned)__builtin_ctzll(lines);
        const struct ks_four_lines *group = group_of(batch, i);
        looks[count] = (struct second_look){.board = group->boards[i % 4],
                                            .us = group->sides[i % 4],
                                            .special = group->letters[i % 4] != 0,
                                            .quiet = quiet};
    }
    return count;
}

/* Takes the second look. Returns the lines that are still open. */
static uint64_t look_at_lines(const struct batch *batch, ks_checked_line *checked) {
    struct second_look looks[LINES_MAX];
    const size_t quiet = list_looks(batch, batch->quiet, true, looks),
                 count = quiet + list_looks(batch, batch->unknown, false, looks + quiet);
    const uint64_t all = ~(uint64_t)0 >> (LINES_MAX - batch->count);
    uint64_t open = all & ~batch->common, lines = batch->quiet;
    ks_settle_verdicts(looks, count);
    for (size_t k = 0; k < count; k++, lines &= lines - 1) {
        if (k == quiet)
            lines = batch->unknown;
        const unsigned i = (unsigned)__builtin_ctzll(lines);
        checked[i].verdict = looks[k].verdict;
        checked[i].checkers = looks[k].checkers;
        open |= (uint64_t)(looks[k].verdict == KS_VERDICTS) << i;
    }
    return open;
}

static bool check_open_line(const struct batch *batch, unsigned i, const char *line, ks_fen_flags flags,
                            ks_checked_line *checked, struct position_key *key) {
    const struct ks_four_lines *group = group_of(batch, i);
    const bool plain = group->placements[i % 4] > 0 && group->letters[i % 4] == NOT_COMMON;
    return (plain ? check_plain : check_any)(line, flags, checked, key);
}

static struct position_key *key_at(struct position_key *keys, size_t i) {
    return keys ? &keys[i] : NULL;
}

/* Finds the results of the open lines and closes the gaps of skipped ones. Returns the number of remaining
 * lines. open: bit i means that line i is open. */
static size_t check_open_lines(const struct batch *batch, uint64_t open, const char *text, ks_fen_flags flags,
                               ks_checked_line *checked, struct position_key *keys) {
    size_t count = batch->count;
    while (open) {
        const unsigned i = 63 - (unsigned)__builtin_clzll(open);
        open -= (uint64_t)1 << i;
        if (check_open_line(batch, i, text + checked[i].offset, flags, &checked[i], key_at(keys, i)))
            continue;
        count--;
        memmove(&checked[i], &checked[i + 1], (count - i) * sizeof *checked);
        if (keys)
            memmove(&keys[i], &keys[i + 1], (count - i) * sizeof *keys);
    }
    return count;
}

/* Line ends found and not yet used: ends[used] to ends[found - 1]. */
struct ends_ahead {
    const char *ends[256 + LINE_FINDER_BLOCK];
    size_t used, found;
};

/* Finds the ends of some lines from offset `from` on, of about `lines` at most. Returns how many are
 * known. */
static size_t look_ahead(struct ends_ahead *ahead, const char *text, size_t n, size_t from, size_t lines) {
    enum { ROOM = sizeof ahead->ends / sizeof *ahead->ends };
    const char *reached;
    if (ahead->found - ahead->used >= 4)
        return ahead->found - ahead->used;
    const size_t room = lines < ROOM - LINE_FINDER_BLOCK ? lines + LINE_FINDER_BLOCK : ROOM;
    ahead->used = 0;
    ahead->found = ks_current_line_finder()(text + from, n - from, ahead->ends, room, &reached);
    return ahead->found;
}

/* Returns how many lines have all the bytes that the readers need: a multiple of four, at most `lines`. The
 * first line begins at the cursor, and each further one after one of these ends. */
static unsigned readable_lines(const char *text, size_t n, const char *const *ends, size_t lines) {
    unsigned count = lines < LINES_MAX ? (unsigned)lines & ~3u : LINES_MAX;
    while (count > 0 && n - (size_t)(ends[count - 2] + 1 - text) < PLAIN_READABLE)
        count -= 4;
    return count;
}

size_t ks_check_epd_with_keys(const char *text, size_t n, ks_fen_flags flags, ks_text_cursor *cursor,
                              ks_checked_line *lines, struct position_key *keys, size_t max) {
    ks_line_reader *read_lines = ks_current_line_reader();
    struct ends_ahead ahead;
    struct batch batch;
    ahead.used = ahead.found = 0;
    size_t count = 0;
    assert(max > 0);
    while (max - count >= 4 && cursor->offset < n) {
        const size_t known = look_ahead(&ahead, text, n, cursor->offset, max - count);
        const char *const *ends = &ahead.ends[ahead.used];
        batch.count = readable_lines(text, n, ends, known < max - count ? known : max - count);
        if (batch.count == 0)
            break;
        read_batch(read_lines, text, ends, flags, cursor, &batch, &lines[count]);
        if (keys)
            make_keys(&batch, &keys[count]);
        const uint64_t open = look_at_lines(&batch, &lines[count]);
        count += check_open_lines(&batch, open, text, flags, &lines[count], key_at(keys, count));
        ahead.used += batch.count;
    }
    while (count < max && cursor->offset < n)
        count += check_next_line(text, n, flags, cursor, &lines[count], key_at(keys, count));
    return count;
}

size_t ks_check_epd(const char *text, size_t n, ks_fen_flags flags, ks_text_cursor *cursor,
                    ks_checked_line *lines, size_t max) {
    assert(!(flags & ~(unsigned)KS_FEN_OF_LINES)); /* no flag of another function */
    return ks_check_epd_with_keys(text, n, flags, cursor, lines, NULL, max);
}
