/* kingscan variants: lists the variants, or describes one in words and draws its start. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/args/command.h"
#include "cli/args/options.h"
#include "cli/base/json.h"
#include "cli/base/messages.h"
#include "cli/base/output.h"
#include "cli/positions/arguments.h"
#include "cli/positions/draw.h"
#include "game/common/text.h"

/* The settings of a run. */
struct task {
    bool json, strict;
    struct reading reading;
};

static const struct command_option options[] = {
    {"json", 0, NULL, FLAG_INTO(struct task, json)},
    {"strict", 0, NULL, FLAG_INTO(struct task, strict)},
    VARIANTS_OPTION(struct task),
    {0},
};

static const struct command_rule rules[] = {{"strict", "variants", NULL, NULL}, {0}};

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
        make_room_for(ks_variants_get_name(variants, i));
    for (size_t i = 0; i < ks_variants_count_remarks(variants); i++)
        make_room_for(ks_variants_get_remark(variants, i)->name);
}

static void put_line(const ks_variant *variant) {
    const ks_variant_facts facts = ks_variant_get_facts(variant);
    put_format(&standard_output, "%-*s %2ux%-2u %-*s", name_columns, facts.name, facts.files, facts.ranks,
               *facts.summary ? 13 : 0, facts.base);
    put_escaped(&standard_output, facts.summary, strlen(facts.summary));
    put(&standard_output, "\n", 1);
}

/* ---- One in words ---- */

struct paragraph {
    char text[ESCAPED_SIZE(TEXT_SIZE)];
    int indent;
};

/* context is a struct paragraph. */
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
    put_format(&standard_output, "%s: %u files, %u ranks%s%s\n", facts.name, facts.files, facts.ranks,
               *facts.base ? ", from " : "", facts.base);
    put_escaped(&standard_output, facts.summary, strlen(facts.summary));
    put_string(&standard_output, *facts.summary ? "\n\n" : "\n");
    show_drawing(&start, &(struct board_marks){0}, draw_style_of_stdout());
    for (unsigned type = 0; type < facts.types; type++)
        if (ks_variant_get_piece_type(variant, type).appears)
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
    if (!type.appears)
        json_bool(json, "appears", false);
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
    json_fact(&json, "base", facts.base);
    json_fact(&json, "summary", facts.summary);
    json_unsigned(&json, "files", facts.files);
    json_unsigned(&json, "ranks", facts.ranks);
    json_open_array(&json, "pieces");
    for (unsigned type = 0; type < facts.types; type++)
        put_piece_type_object(&json, variant, type);
    json_close_array(&json);
    ks_variant_describe_rules(variant, text, sizeof text);
    json_string(&json, "rules", text);
    ks_variant_write_x_fen(variant, ks_variant_get_start(variant), text);
    json_string(&json, "start", text);
    json_close_object(&json);
    json_end_line(&json);
}

/* ---- Sections that were left out ---- */

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
    json_fact(&json, "base", remark->base);
    json_open_object(&json, "error");
    json_string(&json, "file", place.file);
    json_unsigned(&json, "number", place.line);
    json_unsigned(&json, "column", place.column);
    json_string(&json, "code", ks_error_name(remark->error.code));
    json_string(&json, "message", remark->error.message);
    json_close_object(&json);
    json_close_object(&json);
    json_end_line(&json);
}

/* Lists the mistakes for which sections were left out, and prints the other warnings. Returns how many
 * sections were left out. */
static size_t put_remarks(const ks_variants *variants, bool json) {
    size_t refused = 0;
    const char *section = NULL;
    for (size_t i = 0; i < ks_variants_count_remarks(variants); i++) {
        const ks_variants_remark *const remark = ks_variants_get_remark(variants, i);
        if (!remark->refused)
            warn_of(&remark->error);
        else {
            refused += !section || strcmp(section, remark->name) != 0;
            section = remark->name;
            (json ? put_refused_object : put_refused_line)(remark);
        }
    }
    return refused;
}

/* ---- The command ---- */

static int variants_main(struct arguments *arguments) {
    struct task task = {0};
    size_t refused = 0;
    read_options(arguments, &task);
    const char *const file = task.reading.variant.file;
    const char *const name = arguments->operands[0];
    ks_variants *const variants = load_variants(file, task.strict ? KS_VARIANTS_DEFAULT : KS_VARIANTS_EACH);
    const size_t bundled = ks_variants_count_bundled(variants), count = ks_variants_count(variants);
    const ks_variant *const wanted = name ? require_variant(variants, "", name) : NULL;
    find_name_columns(variants);
    if (wanted)
        (task.json ? put_object : put_description)(wanted);
    for (size_t i = bundled; i < count && !wanted; i++)
        (task.json ? put_object : put_line)(require_variant_at(variants, i));
    if (!name)
        refused = put_remarks(variants, task.json);
    for (size_t i = 0; i < bundled && !wanted; i++)
        (task.json ? put_object : put_line)(require_variant_at(variants, i));
    flush_output(&standard_output);
    if (refused)
        complain("%s: %zu section%s can't be read", file, refused, refused == 1 ? "" : "s");
    ks_variants_free(variants);
    return refused ? STATUS_FOUND : STATUS_GOOD;
}

static const struct command_term keys[] = {
#define PIECE(name, betza, display)                                                                          \
    {#name,                                                                                                  \
     sizeof betza > 1 ? "letter of a piece that moves as " betza : "letter of a piece that never moves"},
#include "variant/read/named_pieces.def"
#undef PIECE
    {"customPiece1", "letter and moves of any other piece, such as c:mRcpR; so to customPiece25"},
#define KEY(name, meaning) {#name, meaning},
#include "variant/read/keys.def"
#undef KEY
    {0},
};

const struct command variants_command = {
    .name = "variants",
    .operands = (const struct command_operand[]){{.name = "[VARIANT]", .list = list_variants}, {0}},
    .options = options,
    .rules = rules,
    .terms_title = "Keys",
    .terms = keys,
    .run = variants_main,
};
