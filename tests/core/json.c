/* Tests JSON: what the writer puts out, with commas, brackets and escapes, and what the reader takes. */
#include <criterion/criterion.h>
#include <string.h>

#include "cli/base/json.h"
#include "cli/positions/draw.h"
#include "core/text/json.h"
#include "support/length.h"

static struct output out;

/* In the texts of these tests, ' stands for ". */
static const char *json_of(const char *text) {
    static char copy[512];
    size_t length = 0;
    do {
        cr_assert_lt(length, sizeof copy);
        copy[length] = text[length] == '\'' ? '"' : text[length];
    } while (text[length++]);
    return copy;
}

static void expect_text(const char *text) {
    const char *const expected = json_of(text);
    cr_expect(out.used == strlen(expected) && memcmp(out.bytes, expected, out.used) == 0,
              "expected %s\nfound    %.*s", expected, (int)out.used, out.bytes);
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
    json_fact(&json, "fact", "e4");
    json_fact(&json, "empty", "");
    json_close_object(&json);
    json_end_line(&json);
    expect_text("{'string':'e4','text':'e2','unsigned':18446744073709551615,"
                "'signed':-9223372036854775808,'digits':'18446744073709551615','real':0.667,"
                "'yes':true,'no':false,'fact':'e4'}\n");
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
    json_string(&json, NULL, NULL);
    json_null(&json);
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
    expect_text("[{'empty':[],'object':{},'moves':['a','b',null,null],'last':true},{},1]\n{}");
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
    json_squares(&json, "none", NULL, (ks_variant_squares){{0}});
    json_squares(&json, "corners", NULL, (ks_variant_squares){{1 | UINT64_C(1) << 7 | UINT64_C(1) << 63}});
    json_close_object(&json);
    expect_text("{'none':[],'corners':['a8','h8','h1']}");
}

/* ---- Reading ---- */

static void expect_value(const char *text, struct field value, const char *expected) {
    cr_expect(value.length == strlen(expected) && memcmp(text + value.begin, expected, value.length) == 0,
              "expected %s\nfound    %.*s", expected, (int)value.length, text + value.begin);
}

Test(json, members_and_elements_are_found_in_turn) {
    const char *const text = json_of(" {'a' : [1, -2.5e3 ,\n']',{}], 'n':null } ");
    static const char *const elements[] = {"1", "-2.5e3", "\"]\"", "{}"};
    struct field name, value, element;
    size_t at = 0, inside = 0;
    cr_assert(ks_take_json(text, strlen(text), &at));
    cr_expect_eq(at, strlen(text) - 1);
    at = 0;
    cr_assert(ks_next_member(text, strlen(text), &at, &name, &value));
    expect_value(text, name, "a");
    const char *const array = text + value.begin;
    for (size_t i = 0; i < LENGTH(elements); i++) {
        cr_assert(ks_next_element(array, value.length, &inside, &element), "%zu", i);
        expect_value(array, element, elements[i]);
    }
    cr_expect(!ks_next_element(array, value.length, &inside, &element));
    cr_assert(ks_next_member(text, strlen(text), &at, &name, &value));
    expect_value(text, name, "n");
    expect_value(text, value, "null");
    cr_expect(!ks_next_member(text, strlen(text), &at, &name, &value));
}

Test(json, empty_arrays_have_no_element) {
    struct field element;
    size_t at = 0;
    cr_expect(!ks_next_element("[ ]", 3, &at, &element));
}

Test(json, strings_are_read_with_all_escapes) {
    static const char text[] = "\"x\\n\\u00E9\\u20ac\\\"\\/\\u0000\\ud800\"";
    struct field value = {.length = strlen(text)};
    char read[sizeof text];
    cr_expect(!ks_take_quotes(text, &value, strlen(text) - 3));
    cr_assert(ks_take_quotes(text, &value, strlen(text) - 2));
    const size_t length = ks_copy_unescaped(text, &value, read);
    expect_value(read, (struct field){.length = length}, "x\n\u00e9\u20ac\"/\ufffd\ufffd");
}

static void expect_none(const char *given) {
    const char *const text = json_of(given);
    size_t at = 0;
    const bool taken = ks_take_json(text, strlen(text), &at);
    cr_expect(!taken || at < strlen(text), "%s", text);
    cr_expect(at <= strlen(text), "%s", text);
}

Test(json, text_that_is_no_json) {
    static const char *const texts[] = {"",   "{",     "[1,]",    "{'a'}", "{'a':}", "{a:1}",
                                        "'a", "'\\x'", "'\\u12'", "nul",   "01",     "[1 2]",
                                        "-",  "1.",    "'\n'",    "'\\u",  "'\xff'"};
    for (size_t i = 0; i < LENGTH(texts); i++)
        expect_none(texts[i]);
}

Test(json, values_are_no_deeper_than_64_levels) {
    char text[2 * 65 + 1] = "";
    size_t at = 0;
    memset(text, '[', 65);
    memset(text + 65, ']', 65);
    expect_none(text);
    cr_expect(ks_take_json(text + 1, 128, &at) && at == 128);
}
