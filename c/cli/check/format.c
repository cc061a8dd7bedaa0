/* Each format that has lines has a function. */
#include "cli/check/format.h"

#include <string.h>

#include "cli/check/epd.h"
#include "cli/shared/positions/square_names.h"
#include "cli/shared/positions/squares.h"

enum check_format find_check_format(const char *name) {
    static const char *const names[CHECK_FORMATS] = {[FORMAT_TSV] = "tsv",
                                                     [FORMAT_JSON] = "json",
                                                     [FORMAT_EPD] = "epd",
                                                     [FORMAT_BITS] = "bits",
                                                     [FORMAT_BYTES] = "bytes"};
    enum check_format format = FORMAT_TSV;
    while (format < CHECK_FORMATS && strcmp(names[format], name) != 0)
        format++;
    return format;
}

/* ---- Lines ---- */

static void put_tsv(struct output *out, const struct checked *checked) {
    if (checked->verdict == KS_SAFE) /* most are */
        put(out, "safe\t-\t", 7);
    else {
        put_string(out, ks_verdict_name(checked->verdict));
        put(out, "\t", 1);
        if (squares_empty(checked->checkers))
            put(out, "-", 1);
        put_square_names(out, checked->variant, checked->checkers, ",");
        put(out, "\t", 1);
    }
    put(out, checked->line, checked->length);
    put(out, "\n", 1);
}

static void put_object(struct output *out, const struct checked *checked) {
    static const char safe[] = "{\"verdict\":\"safe\",\"checkers\":[],\"line\":";
    struct json json = json_start(out);
    if (checked->verdict == KS_SAFE) { /* most are */
        put(out, safe, sizeof safe - 1);
        json_text(&json, NULL, checked->line, checked->length);
    } else {
        json_open_object(&json, NULL);
        json_string(&json, "verdict", ks_verdict_name(checked->verdict));
        json_squares(&json, "checkers", checked->variant, checked->checkers);
        json_text(&json, "line", checked->line, checked->length);
    }
    json_close_object(&json);
    json_end_line(&json);
}

/* The verdict goes into one comment, the checkers go into another. */
static void put_operations(struct output *out, const struct checked *checked) {
    struct epd_line epd;
    begin_epd(out, &epd, checked->line, checked->length);
    if (begin_comment(out, &epd)) {
        put_string(out, ks_verdict_name(checked->verdict));
        end_comment(out);
    }
    if (!squares_empty(checked->checkers) && begin_comment(out, &epd)) {
        put_string(out, "checkers ");
        put_square_names(out, checked->variant, checked->checkers, ",");
        end_comment(out);
    }
    put(out, "\n", 1);
}

void put_checked(struct output *out, enum check_format format, const struct checked *checked) {
    if (format == FORMAT_TSV)
        put_tsv(out, checked);
    else if (format == FORMAT_JSON)
        put_object(out, checked);
    else
        put_operations(out, checked);
}

/* ---- Marks ---- */

static void put_byte(struct output *out, unsigned byte) {
    put(out, &(char){(char)byte}, 1);
}

void put_mark(struct output *out, enum check_format format, struct marks *marks, unsigned mark, bool asked) {
    if (format == FORMAT_BYTES) {
        put_byte(out, mark);
        return;
    }
    marks->bits |= (unsigned)asked << marks->count;
    if (++marks->count == 8)
        finish_marks(out, marks);
}

void finish_marks(struct output *out, struct marks *marks) {
    if (marks->count > 0)
        put_byte(out, marks->bits);
    *marks = (struct marks){0, 0};
}
