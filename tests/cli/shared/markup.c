/* Tests that text of others, put into HTML and XML, ends no element and no attribute, and is valid. */
#include "cli/base/output.h"

#include <criterion/criterion.h>

#include "support/length.h"

static const struct {
    const char *text, *markup;
} texts[] = {
    {"", ""},
    {"plain, 騎士 e2e4", "plain, 騎士 e2e4"},
    {"</title><script>alert(1)</script>", "&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt;"},
    {"\" onload=\"x", "&quot; onload=&quot;x"},
    {"it's &amp; &lt;", "it&#39;s &amp;amp; &amp;lt;"},
    {"]]>", "]]&gt;"},
    {"<!--", "&lt;!--"},
    {"two\nlines", "two\nlines"},
    {"\033[31m\r\b\177", "\\x1b[31m\\x0d\\x08\\x7f"},
    {"cut \303<", "cut \\xc3&lt;"},
    {"no characters \357\277\276\357\277\277", "no characters \\xef\\xbf\\xbe\\xef\\xbf\\xbf"},
    {"turned \342\200\256", "turned \\xe2\\x80\\xae"},
};

Test(markup, nothing_stays_special) {
    static struct output out;
    for (size_t i = 0; i < LENGTH(texts); i++) {
        out.used = 0;
        put_markup(&out, texts[i].text);
        put(&out, "", 1);
        cr_expect_str_eq(out.bytes, texts[i].markup);
    }
}
