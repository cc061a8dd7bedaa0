/* The output of the writer of JSON: commas, brackets and escapes. */
#include <criterion/criterion.h>
#include <string.h>

#include "cli/base/json.h"
#include "cli/positions/draw.h"

static struct output out;

static void expect_text(const char *text) {
    cr_expect_eq(out.used, strlen(text));
    cr_expect(out.used == strlen(text) && memcmp(out.bytes, text, out.used) == 0,
              "expected %s\nfound    %.*s", text, (int)out.used, out.bytes);
}

Test(json, members_of_each_type) {
    struct json json = json_start(&out);
    json_open_object(&json, NULL);
    json_string(&json, "string", "e4");
    json_string(&json, "absent", NULL);
    json_text(&json, "text", "e2e4", 2);
    json_unsigned(&json, "unsigned", UINT64_MAX);
    json_signed(&json, "signed", INT64_MIN);
    json_digits(&json, "digits", UINT64_MAX);
    json_real(&json, "real", 2.0 / 3, 3);
    json_bool(&json, "yes", true);
    json_bool(&json, "no", false);
    json_null(&json, "null");
    json_close_object(&json);
    json_end_line(&json);
    expect_text("{\"string\":\"e4\",\"absent\":null,\"text\":\"e2\",\"unsigned\":18446744073709551615,"
                "\"signed\":-9223372036854775808,\"digits\":\"18446744073709551615\",\"real\":0.667,"
                "\"yes\":true,\"no\":false,\"null\":null}\n");
}

Test(json, commas_between_what_is_nested) {
    struct json json = json_start(&out);
    json_open_array(&json, NULL);
    json_open_object(&json, NULL);
    json_open_array(&json, "empty");
    json_close_array(&json);
    json_open_object(&json, "object");
    json_close_object(&json);
    json_open_array(&json, "moves");
    json_string(&json, NULL, "a");
    json_string(&json, NULL, "b");
    json_close_array(&json);
    json_bool(&json, "last", true);
    json_close_object(&json);
    json_open_object(&json, NULL);
    json_close_object(&json);
    json_unsigned(&json, NULL, 1);
    json_close_array(&json);
    json_end_line(&json);
    json_open_object(&json, NULL);
    json_close_object(&json);
    expect_text("[{\"empty\":[],\"object\":{},\"moves\":[\"a\",\"b\"],\"last\":true},{},1]\n{}");
}

Test(json, escapes) {
    static const char bytes[] =
        "\" \\ / \t\x1f\x7f \xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80 \xff \xc0\x80 \xed\xa0\x80 \xe2\x82";
    struct json json = json_start(&out);
    json_string(&json, NULL, bytes);
    expect_text(
        "\"\\\" \\\\ / \\u0009\\u001f\x7f \xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80 \\ufffd \\ufffd\\ufffd "
        "\\ufffd\\ufffd\\ufffd \\ufffd\\ufffd\"");
}

Test(json, squares) {
    struct json json = json_start(&out);
    json_open_object(&json, NULL);
    json_squares(&json, "none", NULL, (ks_squares){{0}});
    json_squares(&json, "corners", NULL, (ks_squares){{1 | UINT64_C(1) << 7 | UINT64_C(1) << 63}});
    json_close_object(&json);
    expect_text("{\"none\":[],\"corners\":[\"a8\",\"h8\",\"h1\"]}");
}
