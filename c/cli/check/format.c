/* One function a format. */
#include "cli/check/format.h"

#include <string.h>

#include "cli/check/epd.h"
#include "cli/shared/squares.h"

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

static void put_tsv(struct output *out, enum ks_verdict verdict, uint64_t checkers, const char *line,
                    size_t length) {
    if (verdict == KS_SAFE) /* most are */
        put(out, "safe\t-\t", 7);
    else {
        put_string(out, ks_verdict_name(verdict));
        put(out, "\t", 1);
        put_squares(out, checkers);
        put(out, "\t", 1);
    }
    put(out, line, length);
    put(out, "\n", 1);
}

static void put_object(struct output *out, enum ks_verdict verdict, uint64_t checkers, const char *line,
                       size_t length) {
    put_string(out, "{\"verdict\":\"");
    put_string(out, ks_verdict_name(verdict));
    put_string(out, "\",\"checkers\":");
    put_squares_json(out, checkers);
    put_string(out, ",\"line\":");
    put_json(out, line, length);
    put_string(out, "}\n");
}

/* The verdict as a comment, and the checkers as another. */
static void put_operations(struct output *out, enum ks_verdict verdict, uint64_t checkers, const char *line,
                           size_t length) {
    char squares[8 + 3 * KS_SQUARES] = "checkers";
    const char *const comments[2] = {ks_verdict_name(verdict), squares};
    size_t used = strlen(squares);
    for (uint64_t rest = checkers; rest; rest &= rest - 1) {
        squares[used] = used == 8 ? ' ' : ',';
        memcpy(squares + used + 1, ks_square_name((unsigned)__builtin_ctzll(rest)), 3);
        used += 3;
    }
    put_epd(out, line, length, comments, checkers ? 2 : 1);
}

void put_checked_variant(struct output *out, enum check_format format, const ks_variant *variant,
                         enum ks_verdict verdict, ks_squares checkers, const char *line, size_t length) {
    const int json = format == FORMAT_JSON;
    put_string(out, json ? "{\"verdict\":\"" : "");
    put_string(out, ks_verdict_name(verdict));
    put_string(out, json ? "\",\"checkers\":[" : "\t");
    if (!json && !(checkers.half[0] | checkers.half[1]))
        put_string(out, "-");
    put_variant_squares(out, variant, checkers, json ? "\"" : "");
    put_string(out, json ? "],\"line\":" : "\t");
    if (json)
        put_json(out, line, length);
    else
        put(out, line, length);
    put_string(out, json ? "}\n" : "\n");
}

void put_checked_line(struct output *out, enum check_format format, enum ks_verdict verdict,
                      uint64_t checkers, const char *line, size_t length) {
    if (format == FORMAT_TSV)
        put_tsv(out, verdict, checkers, line, length);
    else if (format == FORMAT_JSON)
        put_object(out, verdict, checkers, line, length);
    else
        put_operations(out, verdict, checkers, line, length);
}
