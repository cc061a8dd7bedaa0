/* Tests that commands take time in proportion to what they read, whatever stands there and whatever is asked
 * for: lines of FEN and EPD, tables, JSON Lines, training data as text, variants, games, UCI, and words of
 * the command line. The test game/pgn_linear.c asks the reader of games alone. */
#define _GNU_SOURCE /* wait4 */
#include <criterion/criterion.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/length.h"
#include "support/run.h"
#include "support/sanitized.h"

TestSuite(linear, .disabled = EMULATED);

/* Short lengths, and that of the text in a word, which a system may limit to 128 KiB. */
enum { WORDS = 9, SHORT = 1 << 15, LINE_SHORT = 1 << 16, WORD_SHORT = 15000 };

/* A text is `begin`, many times `unit`, and `end`. */
struct text {
    const char *begin, *unit, *end;
};

#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"
#define FEN START " 0 1"
#define OBJECT "{\"fen\":\"" FEN "\","

/* ---- One run ---- */

static const char *build_text(const struct text *text, size_t length) {
    static char built[8 * LINE_SHORT + 4096];
    const size_t unit = strlen(text->unit);
    size_t used = (size_t)sprintf(built, "%s", text->begin);
    for (size_t most = used + length; used + unit <= most; used += unit)
        memcpy(built + used, text->unit, unit);
    strcpy(built + used, text->end);
    return built;
}

/* Runs a command, whose word "@" is the text. Its input is the file "in" in any case. */
static _Noreturn void start(const char *const words[WORDS], const char *text) {
    const char *arguments[WORDS + 2] = {"kingscan"};
    for (unsigned i = 0; i < WORDS && words[i]; i++)
        arguments[i + 1] = strcmp(words[i], "@") == 0 ? text : words[i];
    const int in = open("in", O_RDONLY), null = open("/dev/null", O_WRONLY);
    if (in < 0 || null < 0 || dup2(in, 0) < 0 || dup2(null, 1) < 0 || dup2(null, 2) < 0)
        _exit(99);
    alarm(SANITIZED ? 60 : 20);
    execv(getenv("KINGSCAN"), (char **)arguments);
    _exit(99);
}

/* Returns the processor time of a run in seconds. */
static double time_of(const char *const words[WORDS], const struct text *text, size_t length) {
    const char *const built = build_text(text, length);
    struct rusage usage;
    int status;
    FILE *const file = fopen("in", "wb");
    cr_assert(file && fputs(built, file) >= 0 && fclose(file) == 0);
    const pid_t child = fork();
    cr_assert_geq(child, 0);
    if (child == 0)
        start(words, built);
    cr_assert_eq(wait4(child, &status, 0, &usage), child);
    cr_assert(!WIFEXITED(status) || WEXITSTATUS(status) <= 2, "%s: %d", words[0], status);
    return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
           1e-6 * (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

/* Eight times as much text would take 64 times as long where time grows with the square. A run that others
 * disturbed is tried again. */
static void expect_linear(const char *const words[WORDS], const struct text *text, size_t length) {
    const double unmeasurable = 0.003;
    double taken = 0, most = 0;
    for (unsigned i = 0; i < 4; i++) {
        taken = time_of(words, text, 8 * length);
        if (taken < 8 * unmeasurable)
            return;
        const double expected = time_of(words, text, length);
        most = 12 * (expected < unmeasurable ? unmeasurable : expected);
        if (taken <= most)
            return;
    }
    cr_expect(false, "%s %s: %s%s...: %.3f s, at most %.3f", words[0], words[1] ? words[1] : "", text->begin,
              text->unit, taken, most);
}

static void expect_all(const char *const (*commands)[WORDS], size_t count, const struct text *texts,
                       size_t text_count, size_t length) {
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < text_count; j++)
            expect_linear(commands[i], &texts[j], length);
}

#define EXPECT_ALL(commands, texts, length)                                                                  \
    expect_all(commands, LENGTH(commands), texts, LENGTH(texts), length)

static char folder[] = "/tmp/linear-XXXXXX";

static void enter(void) {
    char *const program = realpath(program_path(), NULL);
    cr_assert(program && mkdtemp(folder) && chdir(folder) == 0);
    setenv("KINGSCAN", program, 1);
    free(program);
}

static void leave(void) {
    unlink("in");
    cr_expect(chdir("/") == 0 && rmdir(folder) == 0);
}

#define Linear(name) Test(linear, name, .init = enter, .fini = leave)

/* ---- Readers ---- */

Linear(lines) {
    static const char *const commands[][WORDS] = {
        {"check", "--json"},
        {"check", "--only-move", "check", "--format", "epd"},
        {"check", "--strict", "--unique", "--count"},
        {"check", "--variant", "crazyhouse", "--lenient"},
        {"stats", "--from", "epd", "-"},
        {"diff", "1", "--script", "echo;echo 0;:", "--max-errors", "1", "-"},
    };
    static const struct text texts[] = {
        {"", "\n", ""},
        {"", "#\r", ""},
        {"", " ", ""},
        {START " ", "bm e4; ", ""},
        {START " bm ", "e4 ", ";"},
        {START " id \"", "\\\"", "\";"},
        {START " ", "c0 \"x", ""},
        {START " ", "x ", ""},
        {START " ", ";", ""},
        {START " ce ", "1", ";"},
        {FEN, " ", ""},
        {FEN " moves ", "g1f3 ", ""},
        {"", "8/", ""},
        {"", "[p]", ""},
    };
    EXPECT_ALL(commands, texts, LINE_SHORT);
}

Linear(tables) {
    static const char *const commands[][WORDS] = {
        {"check", "--column", "1", "--json"},
        {"check", "--column", "fen", "--add-fen", "--print", "line"},
    };
    static const struct text texts[] = {
        {"fen", ",", "\n" FEN "\n"}, {"fen\n" FEN, ",", "\n"},    {"fen\n", "\"", "\n"},
        {"fen\n", "a,\"b\n", ""},    {"fen\n\"", "\"\"", "\"\n"}, {"fen,", "x", "\n"},
    };
    EXPECT_ALL(commands, texts, SHORT);
}

Linear(objects) {
    static const char *const commands[][WORDS] = {
        {"check", "--field", "fen", "--json"},
        {"stats", "--from", "jsonl", "-"},
    };
    static const struct text texts[] = {
        {OBJECT, "\"a\":1,", "\"b\":2}\n"},      {OBJECT "\"a\":\"", "\\\\", "\"}\n"},
        {OBJECT "\"a\":\"", "\\u0041", "\"}\n"}, {OBJECT "\"a\":", "[", "\n"},
        {OBJECT "\"a\":", "{\"a\":", "\n"},      {"", "{\"", "\n"},
        {"{\"fen\":\"", "\\u0020", "\"}\n"},     {"", "{\"a\":1}\n", ""},
    };
    EXPECT_ALL(commands, texts, SHORT);
}

Linear(plain_data) {
    static const char *const commands[][WORDS] = {
        {"stats", "--from", "plain", "-"},
        {"convert", "--from", "plain", "--to", "plain", "-", "-"},
    };
    static const struct text texts[] = {
        {"fen ", " ", "\n"}, {"", "score 1\n", ""}, {"", "e\n", ""},
        {"", "x y\n", ""},   {"", "move ", ""},     {"fen " FEN "\n", "\n", "e\n"},
    };
    EXPECT_ALL(commands, texts, SHORT);
}

Linear(variants) {
    static const char *const commands[][WORDS] = {
        {"variants", "--variants", "in", "a"},
        {"moves", "--variants", "in", "--variant", "a"},
    };
    static const struct text texts[] = {
        {"[a:chess]\ncustomPiece1 = d:", "F", "\n"},
        {"[a:chess]\ncustomPiece1 = d:", "N3", "\n"},
        {"[a:chess]\ncustomPiece1 = d:", "m", "\n"},
        {"", "# a\n", ""},
        {"", "[a:chess]\n", ""},
        {"[a:chess]\n", "foo = bar\n", ""},
        {"[a:chess]\n", "pocketSize = 1\n", ""},
        {"[a:chess]\nstartFen = ", "8/", "\n"},
        {"[", "a", "]\n"},
        {"[a:chess]\npromotionPieceTypes = ", "q", "\n"},
    };
    EXPECT_ALL(commands, texts, SHORT);
}

Linear(games) {
    static const char *const commands[][WORDS] = {
        {"games", "--json", "--comments"},
        {"games", "--rewrite", "--select", "Event~/x/"},
        {"check", "--tags", "Event,A", "--comments"},
        {"games", "--format", "uci"},
    };
    static const struct text texts[] = {
        {"1. e4 ", "{a} ", "*"},
        {"1. e4 {", "[%clk 1:00:00]", "} *"},
        {"1. e4 {[%csl ", "Ra1,", "]} *"},
        {"1. e4 {", "[%x", "} *"},
        {"1. e4 ", "$1 ", "*"},
        {"1. e4 ", "(1. d4 ", "*"},
        {"", "[Event \"a\"]\n", "\n1. e4 *\n"},
        {"[Event \"", "\\\"", "\"]\n\n1. e4 *\n"},
        {"1. e4 {", "\n", "} *"},
        {"[FEN \"", "8/", "\"]\n\n1. e4 *\n"},
        {"", "Nf3 Nf6 Ng1 Ng8 ", "*"},
        {"1. e4 ", "; a\n", "*"},
    };
    EXPECT_ALL(commands, texts, SHORT);
}

Linear(conversations) {
    static const char *const commands[][WORDS] = {{"uci"}};
    static const struct text texts[] = {
        {"position startpos moves ", "g1f3 g8f6 f3g1 f6g8 ", "\nd\n"},
        {"setoption name ", "x ", "\n"},
        {"position fen ", "8/", "\n"},
        {"", "isready\n", ""},
        {"go perft ", "1", "\n"},
        {"", "x", "\n"},
    };
    EXPECT_ALL(commands, texts, SHORT);
}

/* ---- The command line ---- */

Linear(words) {
    static const struct {
        const char *words[WORDS];
        struct text text;
    } cases[] = {
        {{"games", "--select", "@"}, {"Event=", "a", ""}},
        {{"games", "--select", "@"}, {"Event~/", "(", "/"}},
        {{"check", "--tags", "@"}, {"", "a,", "a"}},
        {{"check", "--only", "@"}, {"", "check,", "check"}},
        {{"check", "--column", "@"}, {"", "a", ""}},
        {{"check", "--pieces", "@"}, {"", "1", "..2"}},
        {{"games", "--split", "@"}, {"", "a%", ""}},
        {{"move", "startpos", "@"}, {"", "e4 ", ""}},
        {{"move", "startpos", "@"}, {"", "x", ""}},
        {{"show", "@"}, {"", "8/", ""}},
        {{"show", "@"}, {FEN " moves ", "g1f3 ", ""}},
        {{"perft", "1", "@"}, {"", "p", ""}},
        {{"moves", "@"}, {FEN " ", "x ", ""}},
        {{"help", "@"}, {"", "a", ""}},
        {{"@"}, {"--", "a", ""}},
        {{"check", "@"}, {"--", "jobs", ""}},
        {{"diff", "1", "--option", "@"}, {"", "a=", ""}},
        {{"moves", "--variant", "@"}, {"", "shogi", ""}},
    };
    for (size_t i = 0; i < LENGTH(cases); i++)
        expect_linear(cases[i].words, &cases[i].text, WORD_SHORT);
}
