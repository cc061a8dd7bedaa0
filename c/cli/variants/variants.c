/* kingscan variants: lists the variants, or describes one in words and draws its start. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/shared/drawing/draw.h"
#include "cli/shared/json.h"
#include "cli/shared/positions/arguments.h"
#include "cli/shared/printed.h"
#include "cli/shared/quote.h"
#include "cli/shell/command.h"
#include "cli/shell/wrap.h"

enum { OPTION_JSON, OPTION_STRICT, OPTION_VARIANTS };

static const struct command_option options[] = {
    [OPTION_JSON] = {"json", 0, NULL,
                     "print JSON\nAn object for each variant, one a line: its board, pieces and start; of "
                     "those that can't be "
                     "read, the place and the reason."},
    [OPTION_STRICT] = {"strict", 0, NULL,
                       "stop at whatever is wrong with the file\nA key that is given twice is wrong, too."},
    [OPTION_VARIANTS] = VARIANTS_OPTION,
    {0},
};

enum { TEXT_SIZE = 1 << 13 };

/* ---- The list ---- */

/* The columns that the names take. */
static int name_columns;

static void make_room_for(const char *name) {
    const int length = (int)strlen(name);
    if (length > name_columns)
        name_columns = length;
}

static void find_name_columns(const ks_variants *variants) {
    name_columns = 18;
    for (size_t i = 0; i < ks_variants_count(variants); i++)
        make_room_for(ks_variants_name(variants, i));
    for (size_t i = 0; i < ks_variants_remark_count(variants); i++)
        make_room_for(ks_variants_get_remark(variants, i)->name);
}

static void put_line(const ks_variant *variant) {
    const ks_variant_facts facts = ks_variant_get_facts(variant);
    put_format(&standard_output, "%-*s %2ux%-2u %s\n", name_columns, facts.name, facts.files, facts.ranks,
               facts.base);
}

/* ---- One in words ---- */

struct paragraph {
    char text[ESCAPED_SIZE(TEXT_SIZE)];
    int indent;
};

/* context: a struct paragraph. */
static void print_paragraph(const void *context, FILE *out) {
    const struct paragraph *const paragraph = context;
    print_wrapped(out, paragraph->text, paragraph->indent);
}

static void put_wrapped(const char *text, int indent) {
    struct paragraph paragraph = {.indent = indent};
    escape_text(text, strlen(text), paragraph.text, sizeof paragraph.text);
    char *const wrapped = printed(print_paragraph, &paragraph);
    put_string(&standard_output, wrapped);
    free(wrapped);
}

static void put_piece_type(const ks_variant *variant, unsigned index) {
    const ks_variant_piece_type type = ks_variant_get_piece_type(variant, index);
    const char label = (char)(type.label - 'a' + 'A');
    char text[TEXT_SIZE];
    ks_variant_describe_piece_type(variant, index, text, sizeof text);
    put_format(&standard_output, "\n%s%c  ", type.promoted ? "+" : "", label);
    put_escaped(&standard_output, type.name, strlen(type.name));
    put_format(&standard_output, " (%s", type.code_name);
    if (type.letter != label)
        put_format(&standard_output, ", in notation %c", type.letter);
    put_string(&standard_output, ")\n   ");
    put_wrapped(text, 3);
}

static void put_description(const ks_variant *variant) {
    const ks_variant_facts facts = ks_variant_get_facts(variant);
    const struct any_position start = any_start(variant);
    char text[TEXT_SIZE];
    put_format(&standard_output, "%s: %u files, %u ranks%s%s\n\n", facts.name, facts.files, facts.ranks,
               *facts.base ? ", from " : "", facts.base);
    draw_position(&standard_output, &start, &(struct board_marks){0}, draw_style_of_stdout());
    for (unsigned type = 0; type < facts.types; type++)
        put_piece_type(variant, type);
    put(&standard_output, "\n", 1);
    ks_variant_describe_rules(variant, text, sizeof text);
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n"))
        put_wrapped(line, 0);
}

/* ---- JSON ---- */

static void put_piece_type_object(struct json *json, const ks_variant *variant, unsigned index) {
    const ks_variant_piece_type type = ks_variant_get_piece_type(variant, index);
    char text[TEXT_SIZE];
    ks_variant_describe_piece_type(variant, index, text, sizeof text);
    json_open_object(json, NULL);
    json_text(json, "label", &type.label, 1);
    json_text(json, "letter", &type.letter, 1);
    json_string(json, "code_name", type.code_name);
    json_string(json, "name", type.name);
    json_string(json, "description", text);
    if (type.promoted)
        json_bool(json, "promoted", true);
    if (index == ks_variant_get_facts(variant).royal)
        json_bool(json, "royal", true);
    json_close_object(json);
}

static void put_object(const ks_variant *variant) {
    const ks_variant_facts facts = ks_variant_get_facts(variant);
    char text[TEXT_SIZE];
    struct json json = json_start(&standard_output);
    json_open_object(&json, NULL);
    json_string(&json, "name", facts.name);
    json_string(&json, "base", facts.base);
    json_unsigned(&json, "files", facts.files);
    json_unsigned(&json, "ranks", facts.ranks);
    json_open_array(&json, "pieces");
    for (unsigned type = 0; type < facts.types; type++)
        put_piece_type_object(&json, variant, type);
    json_close_array(&json);
    ks_variant_describe_rules(variant, text, sizeof text);
    json_string(&json, "rules", text);
    ks_variant_write_x_fen(variant, ks_variant_start(variant), text);
    json_string(&json, "start", text);
    json_close_object(&json);
    json_end_line(&json);
}

/* ---- What was left out ---- */

static void put_refused_line(const ks_variants_remark *remark) {
    const struct file_place place = variants_place(&remark->error);
    put_escaped(&standard_output, remark->name, strlen(remark->name));
    put_format(&standard_output, "%*s out   ", name_columns - (int)strlen(remark->name), "");
    put_escaped(&standard_output, place.file, strlen(place.file));
    put_format(&standard_output, ":%" PRIu64 ":%zu: ", place.line, place.column);
    put_escaped(&standard_output, remark->error.message, strlen(remark->error.message));
    put(&standard_output, "\n", 1);
}

static void put_refused_object(const ks_variants_remark *remark) {
    const struct file_place place = variants_place(&remark->error);
    struct json json = json_start(&standard_output);
    json_open_object(&json, NULL);
    json_string(&json, "name", remark->name);
    json_string(&json, "base", remark->base);
    json_open_object(&json, "error");
    json_string(&json, "file", place.file);
    json_unsigned(&json, "line", place.line);
    json_unsigned(&json, "column", place.column);
    json_string(&json, "code", ks_error_name(remark->error.code));
    json_string(&json, "message", remark->error.message);
    json_close_object(&json);
    json_close_object(&json);
    json_end_line(&json);
}

/* Lists what was left out, and warns of the rest. Returns how much was left out. */
static size_t put_remarks(const ks_variants *variants, bool json) {
    size_t refused = 0;
    for (size_t i = 0; i < ks_variants_remark_count(variants); i++) {
        const ks_variants_remark *const remark = ks_variants_get_remark(variants, i);
        if (!remark->refused)
            warn_of(&remark->error);
        else if (++refused)
            (json ? put_refused_object : put_refused_line)(remark);
    }
    return refused;
}

/* ---- The command ---- */

static int run(struct arguments *arguments) {
    const char *file = NULL;
    bool json = false, strict = false;
    size_t refused = 0;
    for (int option; (option = next_option(arguments)) != NO_OPTION;)
        if (option == OPTION_JSON)
            json = true;
        else if (option == OPTION_STRICT)
            strict = true;
        else
            file = arguments->value;
    const char *const name = arguments->operands[0];
    ks_variants *const variants = (strict ? load_variants_strictly : load_variants)(file);
    const size_t count = ks_variants_count(variants);
    const ks_variant *const wanted = name ? require_variant(variants, "", name) : NULL;
    find_name_columns(variants);
    if (wanted)
        (json ? put_object : put_description)(wanted);
    for (size_t i = 0; i < count && !wanted; i++)
        (json ? put_object : put_line)(require_variant_at(variants, i));
    if (!name)
        refused = put_remarks(variants, json);
    flush_output(&standard_output);
    if (refused)
        complain("%s: %zu section%s can't be read", file, refused, refused == 1 ? "" : "s");
    ks_variants_free(variants);
    return refused ? STATUS_FOUND : STATUS_GOOD;
}

static const struct command_example examples[] = {
    {"kingscan variants", "the names of all, their boards, and what they inherit from"},
    {"kingscan variants grand", "Grand chess: the board, what each piece does, the other rules"},
    {"kingscan variants --variants mine.ini mine", "the same of your own"},
    {0},
};

static const struct command_term keys[] = {
#define PIECE(name, betza, display) {#name, "letter of a piece that moves as " betza},
#include "variant/read/pieces.def"
#undef PIECE
    {"customPiece1", "letter and moves of any other piece, such as c:mRcpR; so to customPiece25"},
#define KEY(name, meaning) {#name, meaning},
#include "variant/read/keys.def"
#undef KEY
    {0},
};

const struct command variants_command = {
    .name = "variants",
    .summary = "list the chess variants that are known, or describe one",
    .operands = (const struct command_operand[]){{"[VARIANT]", false}, {0}},
    .description =
        "A variant is a section of a text file: [name : base] inherits all from its base, such as chess, "
        "and changes what its lines 'key = value' say. Lines that begin with # or ; are comments. Boards "
        "have up to 12 files and 10 ranks. The keys are a subset of those of Fairy-Stockfish's "
        "variants.ini; a section with any other is left out, and those that inherit from it, and listed with "
        "the "
        "place and the reason, so that the others can be played. In brackets stands what holds without the "
        "key.\n"
        "A piece is a key whose value is its letter; '-' takes it away.\n"
        "Moves are written in Betza notation: atoms W F D A H N C G Z leap (1,0) (1,1) (2,0) (2,2) (3,0) "
        "(2,1) (3,1) (3,3) (3,2) squares; doubled, as NN, they go on; R is WW, B is FF, Q is RB, K is WF. A "
        "number behind says how many leaps at most, 0 any number. Before an atom may stand m (moves only), "
        "c (captures only), n (the squares passed over have to be empty), p (hops over exactly one piece), "
        "g (to the square behind the first piece), i (only from where pawns make their first push), e (marks "
        "a "
        "piece that takes en passant by its captures), and "
        "directions f b l r v s.",
    .options = options,
    .examples = examples,
    .terms_title = "Keys",
    .terms = keys,
    .run = run,
};
