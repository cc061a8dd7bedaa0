/* kingscan move --variant: of a wrong move three sentences: that it is wrong, how the piece moves, and the
 * rule that it breaks. */
#include <stdio.h>
#include <string.h>

#include "cli/position/variant_commands.h"
#include "cli/shared/output.h"
#include "cli/shared/position_argument.h"
#include "cli/shared/variant_argument.h"
#include "cli/shell/command.h"

enum { DESCRIPTION_SIZE = 1 << 13 };

struct answer {
    int code;
    char uci[KS_VARIANT_MOVE_SIZE];
    char text[2 * DESCRIPTION_SIZE];
};

/* "You may not move your Cardinal from c2 to c5. The Cardinal may leap ... . The Pawn on c3 stands in the
 * way." */
static void write_refusal(const ks_variant *variant, const ks_variant_attempt *attempt, const ks_error *error,
                          char text[2 * DESCRIPTION_SIZE]) {
    char description[DESCRIPTION_SIZE], from[4], to[4], *out = text;
    if (attempt->kind != KS_VARIANT_NO_KIND) {
        ks_variant_describe_kind(variant, attempt->kind, description, sizeof description);
        out += sprintf(out, "You may not move your %s from %s to %s. %s ",
                       ks_variant_get_kind(variant, attempt->kind).name,
                       ks_variant_square_name(variant, attempt->from, from),
                       ks_variant_square_name(variant, attempt->to, to), description);
    }
    sprintf(out, "%s.", error->message);
    if (*out >= 'a' && *out <= 'z')
        *out = (char)(*out - 'a' + 'A');
}

static void put_answer(struct output *out, const struct answer *answer) {
    put_string(out, answer->code == KS_OK ? answer->uci : answer->text);
    put_string(out, answer->code == KS_OK ? " is legal\n" : "\n");
}

static void put_object(struct output *out, const struct answer *answer) {
    put_string(out, answer->code == KS_OK ? "{\"legal\":true,\"code\":\"" : "{\"legal\":false,\"code\":\"");
    put_string(out, ks_error_name(answer->code));
    put_string(out, "\",\"message\":");
    if (answer->code == KS_OK)
        put_string(out, "null,\"uci\":");
    else {
        put_json(out, answer->text, strlen(answer->text));
        put_string(out, ",\"uci\":null}\n");
        return;
    }
    put_json(out, answer->uci, strlen(answer->uci));
    put_string(out, "}\n");
}

int judge_variant_move(const ks_variant *variant, char **words, int count, unsigned fen_flags,
                       const char *move, bool json) {
    static struct output out;
    const struct source source = {"MOVE", 1, move, strlen(move)};
    struct answer answer;
    ks_variant_position position;
    ks_variant_attempt attempt;
    ks_error error;
    read_variant_position(variant, words, count, fen_flags, &position);
    answer.code = ks_variant_explain_move(variant, &position, move, source.length, &attempt, &error);
    if (answer.code == KS_ERROR_MOVE_TEXT)
        refuse(&source, &error);
    if (answer.code == KS_OK)
        ks_variant_write_uci(variant, &position, attempt.move, 0, answer.uci);
    else
        write_refusal(variant, &attempt, &error, answer.text);
    (json ? put_object : put_answer)(&out, &answer);
    flush_output(&out);
    return answer.code == KS_OK ? STATUS_GOOD : STATUS_FOUND;
}
