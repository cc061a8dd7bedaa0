/* Reads the notes that programs write into comments about the move before them: a score, and times. A note
 * has to be written just as its program writes it. Any other text is no note, since a number that another
 * program means in another way would be wrong. */
#include "game/pgn/notes.h"

#include <string.h>

#include "core/text/characters.h"

/* What is left of a comment. */
struct note_text {
    const char *at, *end;
};

/* What a note says. */
struct note {
    int32_t score;
    uint8_t has_score; /* as note_has_score of ks_pgn_commands */
    bool has_clock, has_elapsed;
    uint32_t clock, elapsed;
};

/* ---- Characters and numbers ---- */

static bool is_at_end(const struct note_text *text) {
    return text->at == text->end;
}

static bool take(struct note_text *text, char c) {
    const bool is_there = !is_at_end(text) && *text->at == c;
    text->at += is_there;
    return is_there;
}

static bool take_word(struct note_text *text, const char *word) {
    const size_t length = strlen(word);
    const bool is_there = (size_t)(text->end - text->at) >= length && memcmp(text->at, word, length) == 0;
    text->at += is_there ? length : 0;
    return is_there;
}

/* Line ends within a comment are blanks. Returns whether there are any. */
static bool take_blanks(struct note_text *text) {
    const char *const begin = text->at;
    while (!is_at_end(text) && (unsigned char)*text->at <= ' ')
        text->at++;
    return text->at > begin;
}

/* Takes digits, at most nine of them, so that another one may follow. Returns how many. */
static unsigned take_number(struct note_text *text, uint32_t *number) {
    unsigned digits = 0;
    for (*number = 0; digits < 9 && !is_at_end(text) && is_digit(*text->at); digits++)
        *number = 10 * *number + (uint32_t)(*text->at++ - '0');
    return digits;
}

/* Takes a number of any size. Returns whether there is one. */
static bool take_digits(struct note_text *text) {
    const char *const begin = text->at;
    while (!is_at_end(text) && is_digit(*text->at))
        text->at++;
    return text->at > begin;
}

/* Returns whether a value ends here. Takes nothing. */
static bool value_ends(const struct note_text *text) {
    return is_at_end(text) || *text->at == ',' || (unsigned char)*text->at <= ' ';
}

/* ---- Times ---- */

enum { LONGEST = 1000000 /* seconds */ };

/* Takes seconds, perhaps with a fraction: 1.2. */
static bool take_seconds(struct note_text *text, uint32_t *milliseconds) {
    uint32_t seconds, digit;
    if (take_number(text, &seconds) == 0 || seconds > LONGEST)
        return false;
    *milliseconds = 1000 * seconds;
    if (!take(text, '.'))
        return true;
    const char *const begin = text->at;
    for (uint32_t unit = 100; !is_at_end(text) && is_digit(*text->at); unit /= 10) {
        digit = (uint32_t)(*text->at++ - '0');
        *milliseconds += unit * digit;
    }
    return text->at > begin;
}

/* Takes milliseconds, or hours, minutes and seconds: 04:42 and 00:04:42. */
static bool take_time(struct note_text *text, uint32_t *milliseconds) {
    uint32_t number;
    if (take_number(text, &number) == 0)
        return false;
    uint64_t all = number;
    bool has_parts = false;
    for (unsigned parts = 1; parts < 3 && take(text, ':'); parts++) {
        if (take_number(text, &number) != 2 || number >= 60)
            return false;
        all = 60 * all + number;
        has_parts = true;
    }
    all *= has_parts ? 1000 : 1;
    *milliseconds = (uint32_t)all;
    return all <= 1000 * (uint64_t)LONGEST && value_ends(text);
}

/* ---- Scores ---- */

/* Takes the number of a mate. The side to move gives it after an odd number of plies, and gets it after an
 * even one. */
static bool take_mate(struct note_text *text, const struct score_form *form, bool is_minus,
                      struct note *note) {
    enum { MOST = MATE_SCORE - LEAST_MATE_SCORE };
    uint32_t plies;
    if (take_number(text, &plies) == 0 || plies == 0 || plies > MOST)
        return false;
    if (form->mates == MATES_IN_MOVES)
        plies = 2 * plies - !is_minus;
    note->score = is_minus ? -(int32_t)plies : (int32_t)plies;
    note->has_score = KS_PGN_MATE_IN_PLIES;
    return plies <= MOST && plies % 2 != is_minus;
}

static bool take_score(struct note_text *text, const struct score_form *form, struct note *note) {
    uint32_t number, hundredths = 0;
    const bool is_minus = take(text, '-');
    if (!is_minus && form->is_in_pawns)
        take(text, '+');
    if (form->mates != NO_MATES && take(text, 'M'))
        return take_mate(text, form, is_minus, note);
    if (take_number(text, &number) == 0 || number >= LEAST_MATE_SCORE)
        return false;
    if (form->is_in_pawns && (!take(text, '.') || take_number(text, &hundredths) != 2))
        return false;
    number = form->is_in_pawns ? 100 * number + hundredths : number;
    note->score = is_minus ? -(int32_t)number : (int32_t)number;
    note->has_score = 1;
    return number < LEAST_MATE_SCORE;
}

/* ---- Forms ---- */

/* Reads a clock of fastchess, tl=1.234s, among what follows the time of a move. */
static void read_time_left(struct note_text text, struct note *note) {
    const char *comma;
    while ((comma = memchr(text.at, ',', (size_t)(text.end - text.at))) != NULL) {
        text.at = comma + 1;
        take_blanks(&text);
        if (!take_word(&text, "tl="))
            continue;
        note->has_clock = take_seconds(&text, &note->clock) && take(&text, 's') && value_ends(&text);
        return;
    }
}

/* +0.31/12 1.2s, -M2/5 0.05s, 0.00/1 0s, White mates */
static bool read_cutechess(struct note_text text, const struct score_form *form, struct note *note) {
    if (!take_score(&text, form, note))
        return false;
    if (take(&text, '/') && !take_digits(&text))
        return false;
    if (!take_blanks(&text) || !take_seconds(&text, &note->elapsed) || !take(&text, 's') ||
        !value_ends(&text))
        return false;
    note->has_elapsed = true;
    read_time_left(text, note);
    return true;
}

/* +0.57 17/28 583 363004: the score, depths, milliseconds, nodes */
static bool read_openbench(struct note_text text, const struct score_form *form, struct note *note) {
    if (!take_score(&text, form, note) || !take_blanks(&text) || !take_digits(&text) || !take(&text, '/') ||
        !take_digits(&text) || !take_blanks(&text))
        return false;
    if (take_number(&text, &note->elapsed) == 0 || !take_blanks(&text) || !take_digits(&text))
        return false;
    note->has_elapsed = true;
    return value_ends(&text);
}

/* 38/21 36165ms, -M5/21 12ms */
static bool read_c_chess_cli(struct note_text text, const struct score_form *form, struct note *note) {
    if (!take_score(&text, form, note) || !take(&text, '/') || !take_digits(&text) || !take_blanks(&text) ||
        take_number(&text, &note->elapsed) == 0 || !take_word(&text, "ms"))
        return false;
    note->has_elapsed = true;
    take_blanks(&text);
    return is_at_end(&text);
}

/* A field of TCEC: its name, without the sign of equality, and its value up to a comma. */
struct field {
    const char *name;
    size_t length;
    struct note_text value;
};

static bool take_field(struct note_text *text, struct field *field) {
    take_blanks(text);
    field->name = text->at;
    while (!is_at_end(text) && (is_letter(*text->at) || is_digit(*text->at)))
        text->at++;
    field->length = (size_t)(text->at - field->name);
    if (field->length == 0 || !take(text, '='))
        return false;
    const char *const comma = memchr(text->at, ',', (size_t)(text->end - text->at));
    field->value = (struct note_text){text->at, comma ? comma : text->end};
    text->at = comma ? comma + 1 : text->end;
    return true;
}

static bool is_named(const struct field *field, const char *name) {
    return field->length == strlen(name) && memcmp(field->name, name, field->length) == 0;
}

/* Reads a score that takes the whole of a field. */
static bool read_field_score(struct note_text value, const struct score_form *form, struct note *note) {
    if (!take_score(&value, form, note))
        note->has_score = 0;
    take_blanks(&value);
    if (!is_at_end(&value))
        note->has_score = 0;
    return true;
}

/* Reads fields up to the first text that is none, such as White mates. Returns whether one has the score's
 * name. */
static bool read_fields(struct note_text text, const struct score_form *form, const char *score,
                        struct note *note) {
    bool is_there = false;
    for (struct field field; take_field(&text, &field);) {
        if (is_named(&field, score))
            is_there = read_field_score(field.value, form, note);
        else if (is_named(&field, "tl"))
            note->has_clock = take_time(&field.value, &note->clock);
        else if (is_named(&field, "mt"))
            note->has_elapsed = take_time(&field.value, &note->elapsed);
    }
    return is_there;
}

/* d=21, mt=46, tl=134690, pv=Nf3 Nf6, wv=0.23, */
static bool read_tcec(struct note_text text, const struct score_form *form, struct note *note) {
    return read_fields(text, form, "wv", note);
}

/* ev=0.41, d=21, mt=00:04:42, tl=01:44:11, without wv, which the form above has */
static bool read_tcec_ev(struct note_text text, const struct score_form *form, struct note *note) {
    return read_fields(text, form, "ev", note);
}

const struct score_form ks_score_forms[SCORE_FORMS] = {
    /*                          name         after  white  pawns  mates           reader */
    [KS_PGN_SCORES_EVAL] = {"eval", true, true, true, MATES_IN_MOVES, NULL},
    [KS_PGN_SCORES_CUTECHESS] = {"cutechess", false, false, true, MATES_IN_PLIES, read_cutechess},
    [KS_PGN_SCORES_OPENBENCH] = {"openbench", false, false, true, MATES_IN_PLIES, read_openbench},
    [KS_PGN_SCORES_C_CHESS_CLI] = {"c-chess-cli", false, false, false, MATES_IN_MOVES, read_c_chess_cli},
    [KS_PGN_SCORES_TCEC] = {"tcec", false, true, true, NO_MATES, read_tcec},
    [KS_PGN_SCORES_TCEC_EV] = {"tcec-ev", false, false, true, NO_MATES, read_tcec_ev},
};

/* ---- Comments ---- */

/* Returns whether a note may begin with this character: a number, a mate, or the name of a field. */
static bool may_begin(char c) {
    return is_digit(c) || is_letter(c) || c == '+' || c == '-';
}

static void note_times(const struct note *note, ks_pgn_commands *commands) {
    if (note->has_clock) {
        commands->clock = note->clock;
        commands->has_clock = 1;
    }
    if (note->has_elapsed) {
        commands->elapsed = note->elapsed;
        commands->has_elapsed = 1;
    }
}

/* Two notes of one form after a move: the last one counts, as with commands. */
static void note_score(const struct note *note, unsigned form, ks_pgn_commands *commands) {
    const bool is_other = commands->note != KS_PGN_SCORES_NONE && commands->note != form;
    commands->note = is_other ? KS_PGN_SCORES_MIXED : (uint8_t)form;
    commands->note_has_score = is_other ? 0 : note->has_score;
    commands->note_score = commands->note_has_score ? note->score : 0;
}

void ks_add_note(const char *comment, size_t length, ks_pgn_commands *commands) {
    struct note_text text = {comment, comment + length};
    take_blanks(&text);
    if (length > KS_PGN_COMMENT_MAX || is_at_end(&text) || !may_begin(*text.at))
        return;
    for (unsigned form = KS_PGN_SCORES_EVAL + 1; form < SCORE_FORMS; form++) {
        struct note note = {0};
        if (ks_score_forms[form].read(text, &ks_score_forms[form], &note)) {
            note_times(&note, commands);
            note_score(&note, form, commands);
            return;
        }
    }
}
