/* From text to verdicts: the hot path of `kingscan check`. Line ends are found ahead, and lines read four at
 * a time. Most are settled then; of the others a second look finds the verdict, and what isn't plain takes
 * the exact way. The keys of positions come out of the same pass. */
#include "rules/check_epd.h"

#include <assert.h>
#include <string.h>

#include "core/characters.h"
#include "core/fen/common_fields.h"
#include "core/fen/four_lines.h"
#include "core/fen/plain.h"
#include "rules/position.h"
#include "rules/second_look.h"

/* Where a line is and what was found out. Each of the functions below returns false when the line is passed
 * over: it holds no position and isn't meant to. key: of the position; NULL when nobody asks. */

/* ---- Lines of any kind ---- */

static bool check_any(const char *line, unsigned flags, ks_checked_line *checked, struct position_key *key) {
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

static void judge_plain(const ks_position *position, ks_checked_line *checked) {
    bool special = position->en_passant != KS_NO_SQUARE;
    for (unsigned i = 0; i < 4; i++)
        special |= position->castling_rook[i / 2][i % 2] != KS_NO_SQUARE;
    enum ks_verdict verdict =
        ks_look_again(position->board, position->side_to_move, special, &checked->checkers);
    if (verdict == KS_VERDICTS)
        verdict = ks_judge(position, &checked->checkers);
    checked->verdict = (uint8_t)verdict;
}

/* line: PLAIN_READABLE bytes at least. */
static bool check_plain(const char *line, unsigned flags, ks_checked_line *checked,
                        struct position_key *key) {
    ks_position position;
    struct ks_piece_masks masks;
    if (ks_read_plain_fen(ks_current_placement_reader(), line, &position, &masks) == 0)
        return check_any(line, flags, checked, key);
    judge_plain(&position, checked);
    if (key)
        *key = key_of_chess(&position);
    return true;
}

/* ---- One line after the other ---- */

static bool check_next_line(const char *text, size_t n, unsigned flags, ks_text_cursor *cursor,
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

/* Finds the rooks that a side's castling letters stand for, as in ks_position: the outermost ones. letters:
 * those of White's wings. */
static void find_rooks(const uint8_t board[64], unsigned side, unsigned letters, uint8_t castling_rook[2]) {
    const unsigned first = KS_SQUARE(0, side == KS_WHITE ? 7 : 0);
    uint64_t rank;
    memcpy(&rank, board + first, sizeof rank);
    const uint64_t king = bytes_with(rank, code_of(KS_WHITE_KING, side)),
                   rooks = bytes_with(rank, code_of(KS_WHITE_ROOK, side));
    if (letters & LETTER_WHITE_KINGSIDE && king && rooks > king)
        castling_rook[KS_KINGSIDE] = (uint8_t)(first + 7 - (unsigned)__builtin_clzll(rooks) / 8);
    if (letters & LETTER_WHITE_QUEENSIDE && king && rooks & (king - 1))
        castling_rook[KS_QUEENSIDE] = (uint8_t)(first + (unsigned)__builtin_ctzll(rooks) / 8);
}

/* First as in nearly all lines: without a branch that the letters decide. */
static void find_castling(const uint8_t board[64], unsigned letters, uint8_t castling_rook[2][2]) {
    if (ks_grant_orthodox_rights(board, letters, castling_rook))
        return;
    memset(castling_rook, KS_NO_SQUARE, 4);
    for (unsigned side = KS_WHITE; side <= KS_BLACK; side++)
        if (letters >> 2 * side & 3)
            find_rooks(board, side, letters >> 2 * side, castling_rook[side]);
}

/* Whether each of these castling letters has its king and a rook, as KS_STRICT wants. */
static bool letters_stand(const uint8_t board[64], unsigned letters) {
    uint8_t castling_rook[2][2];
    bool stand = true;
    find_castling(board, letters, castling_rook);
    for (unsigned i = 0; i < 4; i++)
        stand &= !(letters >> i & 1) || castling_rook[i / 2][i % 2] != KS_NO_SQUARE;
    return stand;
}

/* Several groups of lines, so that each question is asked of many lines in a row: the branch that an answer
 * decides can't be predicted, and is cheaper when it only decides how long a list becomes. */
enum { GROUPS_MAX = 8, LINES_MAX = 4 * GROUPS_MAX };

struct batch {
    struct ks_four_lines groups[GROUPS_MAX];
    unsigned count;      /* of lines */
    uint32_t common;     /* bit i: is_common of line i */
    unsigned open_count; /* lines that aren't settled, and which */
    uint8_t open[LINES_MAX];
};

static const struct ks_four_lines *group_of(const struct batch *batch, unsigned i) {
    return &batch->groups[i / 4];
}

/* The fields are as in most lines, and so is the board unless its state says otherwise. */
static bool is_common(const struct ks_four_lines *group, unsigned i, const char *line, unsigned flags) {
    const size_t placement = group->placements[i];
    const unsigned letters = group->letters[i];
    return (placement > 0) & is_blank(line[placement]) & (letters != NOT_COMMON) &&
           (!(flags & KS_STRICT) || letters_stand(group->boards[i], letters));
}

/* Reads lines that end at these addresses, from the cursor on. They count as safe as long as they aren't
 * open. */
static void read_batch(ks_line_reader *read_lines, const char *text, const char *const *ends, unsigned flags,
                       ks_text_cursor *cursor, struct batch *batch, ks_checked_line *checked) {
    const char *line = text + cursor->offset;
    batch->common = 0;
    batch->open_count = 0;
    for (unsigned i = 0; i < batch->count; i += 4)
        read_lines(i == 0 ? line : ends[i - 1] + 1, ends + i, &batch->groups[i / 4]);
    for (unsigned i = 0; i < batch->count; i++) {
        const struct ks_four_lines *group = group_of(batch, i);
        checked[i] = (ks_checked_line){.offset = (size_t)(line - text),
                                       .length = group->lengths[i % 4],
                                       .number = ++cursor->line,
                                       .verdict = KS_SAFE};
        const bool common = is_common(group, i % 4, line, flags);
        batch->common |= (uint32_t)common << i;
        batch->open[batch->open_count] = (uint8_t)i;
        batch->open_count += !((group->states[i % 4] == LINE_CALM) & common);
        line = ends[i] + 1;
    }
    cursor->offset = (size_t)(line - text);
}

/* Of all lines but those that are read again. */
static void make_keys(const struct batch *batch, struct position_key *keys) {
    for (unsigned i = 0; i < batch->count; i++) {
        const struct ks_four_lines *group = group_of(batch, i);
        const uint8_t *board = group->boards[i % 4];
        uint8_t castling_rook[2][2];
        if (!(batch->common >> i & 1))
            continue;
        find_castling(board, group->letters[i % 4], castling_rook);
        keys[i] = key_of_board(board, group->sides[i % 4], castling_rook, KS_NO_SQUARE);
    }
}

static void settle_quiet_lines(struct batch *batch) {
    unsigned left = 0;
    for (unsigned k = 0; k < batch->open_count; k++) {
        const unsigned i = batch->open[k];
        const struct ks_four_lines *group = group_of(batch, i);
        const bool safe = (group->states[i % 4] != LINE_UNKNOWN) &
                          ks_finds_move(group->boards[i % 4], group->sides[i % 4] & 1);
        batch->open[left] = (uint8_t)i;
        left += !(safe & (batch->common >> i & 1));
    }
    batch->open_count = left;
}

static bool check_open_line(const struct batch *batch, unsigned i, const char *line, unsigned flags,
                            ks_checked_line *checked, struct position_key *key) {
    const struct ks_four_lines *group = group_of(batch, i);
    const unsigned letters = group->letters[i % 4];
    if (!(batch->common >> i & 1))
        return group->placements[i % 4] > 0 && letters == NOT_COMMON ? check_plain(line, flags, checked, key)
                                                                     : check_any(line, flags, checked, key);
    checked->verdict =
        (uint8_t)ks_look_again(group->boards[i % 4], group->sides[i % 4], letters != 0, &checked->checkers);
    return checked->verdict != KS_VERDICTS || check_any(line, flags, checked, key);
}

static struct position_key *key_at(struct position_key *keys, size_t i) {
    return keys ? &keys[i] : NULL;
}

/* Moves the lines up to close the gaps of those that are passed over; returns how many are left. */
static size_t check_open_lines(const struct batch *batch, const char *text, unsigned flags,
                               ks_checked_line *checked, struct position_key *keys) {
    size_t count = batch->count;
    for (unsigned k = batch->open_count; k-- > 0;) {
        const unsigned i = batch->open[k];
        if (check_open_line(batch, i, text + checked[i].offset, flags, &checked[i], key_at(keys, i)))
            continue;
        count--;
        memmove(&checked[i], &checked[i + 1], (count - i) * sizeof *checked);
        if (keys)
            memmove(&keys[i], &keys[i + 1], (count - i) * sizeof *keys);
    }
    return count;
}

/* Line ends that have been found and not used: ends[used] to ends[found - 1]. */
struct ends_ahead {
    const char *ends[256 + LINE_FINDER_BLOCK];
    size_t used, found;
};

/* Looks for the ends of some lines from the cursor on, at most of so many; returns how many are known. */
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

/* How many of the lines that begin behind these ends, but for the first, have all the bytes that readers
 * want; of so many a multiple of four. */
static unsigned readable_lines(const char *text, size_t n, const char *const *ends, size_t lines) {
    unsigned count = lines < LINES_MAX ? (unsigned)lines & ~3u : LINES_MAX;
    while (count > 0 && n - (size_t)(ends[count - 2] + 1 - text) < PLAIN_READABLE)
        count -= 4;
    return count;
}

size_t ks_check_epd_with_keys(const char *text, size_t n, unsigned flags, ks_text_cursor *cursor,
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
        settle_quiet_lines(&batch);
        count += check_open_lines(&batch, text, flags, &lines[count], key_at(keys, count));
        ahead.used += batch.count;
    }
    while (count < max && cursor->offset < n)
        count += check_next_line(text, n, flags, cursor, &lines[count], key_at(keys, count));
    return count;
}

size_t ks_check_epd(const char *text, size_t n, unsigned flags, ks_text_cursor *cursor,
                    ks_checked_line *lines, size_t max) {
    return ks_check_epd_with_keys(text, n, flags, cursor, lines, NULL, max);
}
