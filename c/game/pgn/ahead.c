/* Reads many moves of PGN ahead, which is fast, and leaves all that stands between them and means something
 * to the exact reader. */

#include <limits.h>
#include <string.h>

#include "core/kernels/family.h"
#include "core/text/characters.h"
#include "game/pgn/notes.h"
#include "game/pgn/open.h"
#include "game/pgn/reader.h"
#include "rules/generator/generator.h"

/* KS_SMALL: the module for browsers has the exact reader alone. */
#ifdef KS_SMALL

void ks_choose_fast_reader(struct ks_pgn *pgn) {
    (void)pgn;
    (void)ks_generator_in_use(); /* it fills the tables */
}

bool ks_read_ahead(struct ks_pgn *pgn) {
    return ks_read_token(pgn);
}

void ks_play_more(struct ks_pgn *pgn) {
    (void)pgn;
}

uint64_t ks_any_count_line_feeds(const char *text, size_t length) {
    uint64_t count = 0;
    for (size_t i = 0; i < length; i++)
        count += text[i] == '\n';
    return count;
}

#else

#define WORDS(tier, guarded_by, comments)                                                                    \
    static const struct words_build tier##_words = {                                                         \
        ks_##tier##_scan_words,                                                                              \
        ks_##tier##_skip_tags,                                                                               \
        ks_##tier##_count_line_feeds,                                                                        \
        {ks_##tier##_read_words, ks_##guarded_by##_guard_kings, NULL},                                       \
        comments};
WORDS(any, any, NULL)
#ifdef KS_VECTOR_BUILDS
WORDS(ssse3, any, NULL)
WORDS(avx2, avx2, ks_avx2_read_usual_comments)
WORDS(avx512, avx512, ks_avx512_read_usual_comments)
#endif
#undef WORDS

const void *const ks_words_builds[TIERS] = {
    [TIER_any] = &any_words,
#ifdef KS_VECTOR_BUILDS
    [TIER_ssse3] = &ssse3_words,
    [TIER_avx2] = &avx2_words,
    [TIER_avx512] = &avx512_words,
#endif
};

const void *const ks_player_builds[TIERS] = {
    FOR_TIER(any, player),
#ifdef KS_X86_64_BUILDS
    FOR_TIER(fast, player),
#endif
};

void ks_choose_fast_reader(struct ks_pgn *pgn) {
    const struct words_build *const words = BUILD_IN_USE(words);
    (void)ks_generator_in_use(); /* it fills the tables */
    pgn->line.player = BUILD_IN_USE(player);
    pgn->scan_words = words->scan_words;
    pgn->skip_tags = words->skip_tags;
    pgn->by = words->by;
    pgn->read_comments = words->read_comments;
    pgn->window.count_line_feeds = words->count_line_feeds;
}

void ks_read_exactly(ks_pgn *pgn) {
    pgn->scan_words = NULL;
    pgn->skip_tags = NULL;
    pgn->line.player = NULL;
}

/* Returns whether words alone matter here, and may follow. The exact reader looks at the first number of a
 * game, and at one behind a blank line. */
static bool may_scan(const struct ks_pgn *pgn) {
    enum { KNOWN = KS_PGN_ALL & ~KS_PGN_VARIATIONS };
    return pgn->scan_words && !(pgn->flags & ~(unsigned)KNOWN) && pgn->comment == NO_COMMENT &&
           pgn->hidden == 0 && pgn->line.depth == 0 && pgn->first_move != NO_NUMBERING &&
           !pgn->after_blank_line && pgn->window.offset + pgn->window.at >= pgn->scanned_to;
}

static void scan(struct ks_pgn *pgn) {
    struct window *const w = &pgn->window;
    enum { LEFT_OUT = TOKEN_READABLE + SCAN_BYTES }; /* words past it might not be at hand as a whole */
    window_need(w, 4 * LEFT_OUT);
    const size_t here = w->end - w->at, scanned = w->complete ? here : here < LEFT_OUT ? 0 : here - LEFT_OUT;
    pgn->scan_words(&pgn->scan, w->text, w->at, w->at + scanned);
    if (pgn->scan.resume > w->end)
        pgn->scan.resume = w->end;
    pgn->scanned_to = w->offset + pgn->scan.resume;
    pgn->scanned = true;
}

/* Moves past the glyph at `at`. */
static void skip_glyph(struct window *w) {
    do
        w->at++;
    while (is_digit(window_peek(w, 0)));
}

/* Moves to the end of the comment at `at`, which may go on behind the index. */
static void skip_comment(struct window *w, size_t to) {
    const char *const end = memchr(w->text + w->at, '}', to - w->at);
    w->at = end ? (size_t)(end - w->text) : to;
}

void ks_note_number(struct ks_pgn *pgn, size_t to) {
    struct window *const w = &pgn->window;
    while (w->at < to) {
        const char c = window_peek(w, 0);
        if (is_digit(c))
            pgn->number = ks_read_digits(w);
        else if (c == '{')
            skip_comment(w, to);
        else if (c == '$')
            skip_glyph(w);
        else
            w->at++;
    }
}

void ks_note_between(struct ks_pgn *pgn, size_t to) {
    const size_t at = pgn->window.at;
    if (pgn->flags & KS_PGN_NUMBERS)
        ks_note_number(pgn, to);
    if (pgn->flags & COMMANDS && at < to)
        ks_add_commands_between(pgn->window.text + at, to - at, next_commands(pgn));
}

/* Returns bit 7 of each byte that is c, up to the first one; bits above that may be wrong. */
static uint64_t bytes_that_are(uint64_t bytes, char c) {
    const uint64_t ones = UINT64_C(0x0101010101010101), other = bytes ^ ones * (uint8_t)c;
    return (other - ones) & ~other & ones << 7;
}

/* Returns the index of the next comment or glyph before `to`, or `to`. (Eight bytes behind it can be read:
 * TOKEN_READABLE.) */
static size_t find_remark(const struct window *w, size_t to) {
    uint64_t bytes;
    for (size_t at = w->at; at < to; at += sizeof bytes) {
        memcpy(&bytes, w->text + at, sizeof bytes);
        const uint64_t found = bytes_that_are(bytes, '{') | bytes_that_are(bytes, '$');
        if (found) {
            at += (size_t)__builtin_ctzll(found) / CHAR_BIT;
            return at < to ? at : to;
        }
    }
    return to;
}

/* Gives the comment at `at`, if it ends before an index, as most do. Returns whether it does. */
static bool give_whole_comment(struct ks_pgn *pgn, size_t to) {
    struct window *const w = &pgn->window;
    const char *const text = w->text + w->at + 1;
    const char *const end = text[-1] == '{' ? memchr(text, '}', to - w->at - 1) : NULL;
    if (!end || end - text > KS_PGN_COMMENT_MAX)
        return false;
    const size_t length = (size_t)(end - text);
    if (pgn->flags & COMMANDS) {
        ks_add_commands(text, length, next_commands(pgn));
        ks_add_note(text, length, next_commands(pgn));
    }
    pgn->item = (ks_pgn_item){.text = text, .length = (uint32_t)length, .kind = KS_PGN_COMMENT};
    w->at += length + 2;
    return true;
}

/* Between two words are comments, glyphs, numbers, and what means nothing. The words stay where they are in
 * the window, since the text up to the next one is at hand. */
bool ks_give_remark(struct ks_pgn *pgn, size_t to) {
    struct window *const w = &pgn->window;
    while (w->at < to) {
        if (pgn->comment == NO_COMMENT) {
            const size_t at = find_remark(w, to);
            note_between(pgn, at);
            w->at = at;
            if (at == to)
                return false;
            if (give_whole_comment(pgn, to))
                return true;
        }
        if (ks_read_token(pgn))
            return true;
    }
    return false;
}

/* Goes on behind the words that have been found. Comments are read by the exact reader, if anybody
 * wants them. */
static bool leave_words(struct ks_pgn *pgn) {
    struct window *const w = &pgn->window;
    pgn->scanned = false;
    const bool cuts_commands = pgn->flags & COMMANDS && pgn->scan.in_comment;
    if ((pgn->flags & KS_PGN_COMMENTS || cuts_commands) && !pgn->skipping)
        return ks_read_token(pgn);
    if (w->at < pgn->scan.resume) {
        if (!pgn->skipping)
            note_between(pgn, pgn->scan.resume);
        w->at = pgn->scan.resume;
        if (pgn->scan.in_comment)
            ks_begin_comment(pgn, IN_BRACES, false, 0);
    }
    return ks_read_token(pgn);
}

/* Returns whether there are characters beyond ASCII from an index to another, or soon behind it. Some of them
 * end a word, and a result may follow. */
static bool is_beyond_ascii(const struct window *w, size_t from, size_t to) {
    uint64_t bytes = 0, some[4];
    _Static_assert(sizeof some <= TOKEN_READABLE, "they can be read");
    for (; from < to; from += sizeof some) {
        memcpy(some, w->text + from, sizeof some);
        bytes |= some[0] | some[1] | some[2] | some[3];
    }
    return (bytes & UINT64_C(0x8080808080808080)) != 0;
}

/* Words that are skipped are only read to their end, and of several words of ASCII the last one is enough. */
static bool read_found_word(struct ks_pgn *pgn) {
    struct window *const w = &pgn->window;
    struct scan *const scan = &pgn->scan;
    const uint32_t *const words = scan->words + scan->next;
    if (pgn->skipping) {
        if (!is_beyond_ascii(w, *words, scan->words[scan->count - 1]))
            scan->next = scan->count - 1;
        pgn->comment = NO_COMMENT; /* it ends before that word */
    } else if (pgn->flags & KS_PGN_COMMENTS && ks_give_remark(pgn, scan->words[scan->next])) {
        return true;
    }
    const size_t word = scan->words[scan->next++];
    pgn->has_moves = true;
    if (word < w->at) /* it is part of "e.p." */
        return false;
    if (!pgn->skipping)
        note_between(pgn, word);
    w->at = word;
    if (!pgn->skipping && ks_play_ahead(pgn, words, scan->count + 1 - scan->next)) {
        give_played(pgn, word);
        return true;
    }
    const uint64_t offset = w->offset;
    const bool found = ks_read_move_word(pgn);
    /* The window has moved on along a long word, or something that is no word of ASCII follows at once. */
    if (w->offset != offset || is_in_word(window_peek(w, 0)))
        forget_words(pgn);
    return found;
}

void ks_play_more(struct ks_pgn *pgn) {
    const struct pgn_line *const line = &pgn->line;
    const struct scan *const scan = &pgn->scan;
    const uint32_t *const words = scan->words + scan->next;
    if (line->given == line->played_ahead && scan->next < scan->count && *words >= pgn->window.at &&
        !pgn->skipping && pgn->commands_given)
        ks_play_ahead(pgn, words, scan->count - scan->next);
}

bool ks_read_ahead(struct ks_pgn *pgn) {
    if (give_found(pgn))
        return true;
    if (pgn->scan.next < pgn->scan.count)
        return read_found_word(pgn);
    if (pgn->scanned)
        return leave_words(pgn);
    if (!may_scan(pgn))
        return ks_read_token(pgn);
    scan(pgn);
    return false;
}

#endif
