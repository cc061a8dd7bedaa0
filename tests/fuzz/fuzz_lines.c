/* Gives bytes of libFuzzer to `kingscan check` as lines: a position that it writes in a format for programs
 * is read again as the same position, with the same verdict. */
#include <string.h>

#include "cli/commands/check/line.h"
#include "cli/io/input.h"
#include "fuzz/require.h"

enum { LINES = 64 };

static const ks_variant *variants[8]; /* the first one, NULL, is chess */

int LLVMFuzzerInitialize(int *argc, char ***argv);

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    static const char *const names[] = {"grand",  "fischerandom", "courier", "makruk",
                                        "3check", "crazyhouse",   "seirawan"};
    static ks_variants *read; /* static, so that leak detectors find the variants */
    read = ks_variants_new(NULL, 0, 0, NULL);
    (void)argc, (void)argv;
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        variants[i + 1] = ks_variants_find(read, names[i], NULL);
    return 0;
}

/* ---- Positions ---- */

static bool is_same_chess(const ks_position *a, const ks_position *b) {
    return memcmp(a->board, b->board, sizeof a->board) == 0 && a->side_to_move == b->side_to_move &&
           a->private_castling == b->private_castling && a->en_passant == b->en_passant &&
           a->halfmove_clock == b->halfmove_clock && a->fullmove_number == b->fullmove_number &&
           a->key == b->key;
}

/* An en-passant square on which no piece may capture counts only with x_fen. */
static bool is_same(const struct any_position *a, const struct any_position *b, bool x_fen) {
    char a_fen[ANY_FEN_SIZE], b_fen[ANY_FEN_SIZE];
    any_write_shown_fen(a, x_fen, a_fen);
    any_write_shown_fen(b, x_fen, b_fen);
    return strcmp(a_fen, b_fen) == 0 && any_key(a) == any_key(b) &&
           (a->variant || !x_fen || is_same_chess(&a->chess, &b->chess));
}

/* Lines that are positions without columns. */
static const struct table whole_lines = {.column = 0};

static void require_same(const struct check_task *task, const struct table *table, const char *line,
                         size_t length, const struct any_position *expected, bool x_fen, const char *what) {
    struct any_position again;
    ks_error error;
    require(read_line_position(task, table, line, length, &again, &error) && is_same(&again, expected, x_fen),
            what);
}

/* ---- Formats ---- */

static const char *behind(const char *text, char mark, const char *end) {
    const char *const found = memchr(text, mark, (size_t)(end - text));
    require(found != NULL, "every part of a line is there");
    return found + 1;
}

/* Decodes a string of JSON; returns its length. */
static size_t read_json_string(const char *text, const char *end, char *line) {
    size_t length = 0;
    for (; text < end && *text != '"'; text++) {
        if (*text != '\\') {
            line[length++] = *text;
            continue;
        }
        unsigned code = 0;
        switch (*++text) {
        case 'u':
            require(sscanf(text + 1, "%4x", &code) == 1 && (code < 0x80 || code == 0xfffd),
                    "controls, and what is no UTF-8, are escaped by number");
            line[length++] = code < 0x80 ? (char)code : '?';
            text += 4;
            break;
        case 'n':
            line[length++] = '\n';
            break;
        case 't':
            line[length++] = '\t';
            break;
        case 'r':
            line[length++] = '\r';
            break;
        case 'b':
            line[length++] = '\b';
            break;
        case 'f':
            line[length++] = '\f';
            break;
        default:
            line[length++] = *text;
        }
    }
    require(text < end, "a string ends");
    return length;
}

/* Returns the line that is written for a position; *end is its end. */
static const char *write_line(struct check_task *task, const struct table *table, enum check_format format,
                              const ks_checked_line *checked, const char *line, const char **end) {
    static struct output out;
    out.used = 0;
    task->format = format;
    put_line(&out, task, checked, line, &(struct place){"-", table, 1});
    require(out.used > 0 && out.bytes[out.used - 1] == '\n' &&
                memchr(out.bytes, '\n', out.used) == out.bytes + out.used - 1,
            "a position is one line");
    *end = out.bytes + out.used - 1;
    return out.bytes;
}

static void require_lines(struct check_task *task, const struct table *table, const ks_checked_line *checked,
                          const char *line, const struct any_position *position) {
    static char decoded[1 << 16];
    const char *end, *text = write_line(task, table, FORMAT_TSV, checked, line, &end);
    text = behind(behind(text, '\t', end), '\t', end);
    require((size_t)(end - text) == checked->length && memcmp(text, line, checked->length) == 0,
            "TSV has the line as it came");

    static const char member[] = "\"line\":\"";
    text = write_line(task, table, FORMAT_JSON, checked, line, &end);
    while (strncmp(text, member, sizeof member - 1) != 0)
        text++;
    require_same(task, table, decoded, read_json_string(text + sizeof member - 1, end, decoded), position,
                 true, "JSON has the position");

    text = write_line(task, table, FORMAT_FEN, checked, line, &end);
    require_same(task, &whole_lines, text, (size_t)(end - text), position,
                 task->reading.fen_ep == FEN_EP_X_FEN, "FEN has the position");

    text = write_line(task, table, FORMAT_EPD, checked, line, &end);
    require_same(task, &whole_lines, text, (size_t)(end - text), position,
                 task->reading.fen_ep == FEN_EP_X_FEN, "EPD has the position");
    ks_text_cursor cursor = {0, 0};
    ks_checked_line again;
    require(check_lines(task, &whole_lines, text, (size_t)(end - text), &cursor, &again, NULL, 1) == 1 &&
                again.verdict == checked->verdict,
            "EPD has the verdict");
}

static void check_text(struct check_task *task, const struct table *table, char *text, size_t n) {
    static ks_checked_line lines[LINES];
    ks_text_cursor cursor = {0, 0};
    for (size_t count; (count = check_lines(task, table, text, n, &cursor, lines, NULL, LINES)) > 0;)
        for (size_t i = 0; i < count; i++) {
            struct any_position position;
            ks_error error;
            const char *const line = text + lines[i].offset;
            const bool good =
                lines[i].verdict != KS_VERDICTS || check_line(task, table, line, &lines[i], NULL, &error);
            require(read_line_position(task, table, line, lines[i].length, &position, &error) == good,
                    "lines are read as they are judged");
            if (good)
                require_lines(task, table, &lines[i], line, &position);
        }
}

/* The first byte chooses the variant, the flags, the column and the FEN. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0 || size > 1 << 14)
        return 0;
    struct check_task task = {.variant = variants[(data[0] & 3) | (data[0] >> 5 & 4)],
                              .reading.fen_flags = data[0] >> 2 & (KS_FEN_RIGHTS | KS_FEN_LENIENT),
                              .column.position.number = data[0] >> 4 & 3,
                              .column.moves.number = (size >> 2) % 3,
                              .column.plies = size & 3,
                              .reading.fen_ep = data[0] & 0x40 ? FEN_EP_LEGAL : FEN_EP_X_FEN};
    char *const text = malloc(size);
    require(text != NULL, "out of memory");
    memcpy(text, data + 1, size - 1);
    settle_line_ends(text, size - 1);
    struct table *const table = new_table(&task.column, NULL, 0, NULL);
    check_text(&task, table, text, size - 1);
    free_tables(table);
    free(text);
    return 0;
}
