/* kingscan variants: lists the variants, or describes one in words and draws its start. */
#include <stdlib.h>
#include <string.h>

#include "cli/shared/json.h"
#include "cli/shared/positions/arguments.h"
#include "cli/shared/positions/draw.h"
#include "cli/shared/quote.h"
#include "cli/shell/command.h"
#include "cli/shell/wrap.h"

enum { OPTION_JSON, OPTION_VARIANTS };

static const struct command_option options[] = {
    [OPTION_JSON] = {"json", 0, NULL, "print a JSON object a line: a variant, its board, pieces and start"},
    [OPTION_VARIANTS] = VARIANTS_OPTION,
    {0},
};

enum { TEXT_SIZE = 1 << 13 };

static struct output out;

/* ---- The list ---- */

static void put_line(const ks_variant *variant) {
    const ks_variant_facts facts = ks_variant_get_facts(variant);
    put_format(&out, "%-14s %2ux%-2u %s\n", facts.name, facts.files, facts.ranks, facts.base);
}

/* ---- One in words ---- */

static void put_wrapped(const char *text, int indent) {
    char escaped[ESCAPED_SIZE(TEXT_SIZE)];
    escape_text(text, strlen(text), escaped, sizeof escaped);
    char *const wrapped = wrap_text(escaped, indent);
    put_string(&out, wrapped);
    free(wrapped);
}

static void put_piece_type(const ks_variant *variant, unsigned index) {
    const ks_variant_piece_type type = ks_variant_get_piece_type(variant, index);
    const char label = (char)(type.label - 'a' + 'A');
    char text[TEXT_SIZE];
    ks_variant_describe_piece_type(variant, index, text, sizeof text);
    put_format(&out, "\n%c  ", label);
    put_escaped(&out, type.name, strlen(type.name));
    put_format(&out, " (%s", type.code_name);
    if (type.letter != label)
        put_format(&out, ", in notation %c", type.letter);
    put_string(&out, ")\n   ");
    put_wrapped(text, 3);
}

static void put_description(const ks_variant *variant) {
    const ks_variant_facts facts = ks_variant_get_facts(variant);
    const struct any_position start = any_start(variant);
    char text[TEXT_SIZE];
    put_format(&out, "%s: %u files, %u ranks%s%s\n\n", facts.name, facts.files, facts.ranks,
               *facts.base ? ", from " : "", facts.base);
    draw_position(&out, &start, &(struct board_marks){0}, draw_style_of_stdout());
    for (unsigned type = 0; type < facts.types; type++)
        put_piece_type(variant, type);
    put(&out, "\n", 1);
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
    if (index == ks_variant_get_facts(variant).royal)
        json_bool(json, "royal", true);
    json_close_object(json);
}

static void put_object(const ks_variant *variant) {
    const ks_variant_facts facts = ks_variant_get_facts(variant);
    char text[TEXT_SIZE];
    struct json json = json_start(&out);
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

/* ---- The command ---- */

static int run(struct arguments *arguments) {
    const char *file = NULL;
    bool json = false;
    for (int option; (option = next_option(arguments)) != NO_OPTION;)
        if (option == OPTION_JSON)
            json = true;
        else
            file = arguments->value;
    if (arguments->operand_count > 1)
        usage_error("expected one variant at most");
    const char *const name = arguments->operands[0];
    ks_variants *const variants = load_variants(file);
    const size_t count = ks_variants_count(variants);
    if (name && !ks_variants_find(variants, name))
        fail("there is no variant '%s': see 'kingscan variants'", name);
    for (size_t i = 0; i < count; i++) {
        const ks_variant *const variant = ks_variants_get(variants, i);
        if (name && variant != ks_variants_find(variants, name))
            continue;
        (json ? put_object : name ? put_description : put_line)(variant);
    }
    flush_output(&out);
    ks_variants_free(variants);
    return STATUS_GOOD;
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
    .synopsis = "[OPTION...] [NAME]",
    .description =
        "A variant is a section of a text file: [name : base] inherits all from its base, such as chess, "
        "and changes what its lines 'key = value' say. Lines that begin with # or ; are comments. Boards "
        "have up to 12 files and 10 ranks. The keys are a subset of those of Fairy-Stockfish's "
        "variants.ini; any other is an error with its place. In brackets stands what holds without the "
        "key.\n"
        "A piece is a key whose value is its letter; '-' takes it away.\n"
        "Moves are written in Betza notation: atoms W F D A H N C G Z leap (1,0) (1,1) (2,0) (2,2) (3,0) "
        "(2,1) (3,1) (3,3) (3,2) squares; doubled, as NN, they go on; R is WW, B is FF, Q is RB, K is WF. A "
        "number behind says how many leaps at most, 0 any number. Before an atom may stand m (moves only), "
        "c (captures only), n (the squares passed over have to be empty), p (hops over exactly one piece), "
        "g (to the square behind the first piece), i (only from where pawns make their first push), and "
        "directions f b l r v s.",
    .options = options,
    .examples = examples,
    .terms_title = "Keys",
    .terms = keys,
    .run = run,
};
