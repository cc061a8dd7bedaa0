/* Tries pairs of options of all commands. Each pair is refused in one line, or both options make a
 * difference: no option is ignored beside another one, nor without those that it needs. All pairs take nine
 * seconds; make test tries a third of them. */
#define _GNU_SOURCE /* environ */
#include <criterion/criterion.h>
#include <dirent.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/args/command.h"
#include "cli/shell/commands.h"
#include "support/length.h"
#include "support/run.h"
#include "support/thorough.h"

/* ==== Samples ==== */

/* What a command reads. The later kind of two options decides. */
enum kind { LINES, GAMES, TABLE, ENTRIES, COUNTS, KINDS, LENIENTLY = 1, OF_XIANGQI, UNITS_LATER = 2, UNITS };

/* An option as it is tried. */
struct sample {
    const char *option; /* without its dashes, such as "only=check" */
    const char *with;   /* other options that it needs, with blanks between; or NULL */
    const char *aside;  /* options beside which it need not show, with blanks around each: *, all; alone:
                           without those that it needs */
    enum kind kind;     /* of the files for which it is */
};

#define TRY(...)                                                                                             \
    { .option = __VA_ARGS__ }
#define LAST                                                                                                 \
    { .option = NULL }

/* Does not show in the output: speed, memory, and what only other files would have. */
#define UNSEEN .aside = " * "

struct tried {
    const char *command;
    const char *words[KINDS];     /* what follows the options, with blanks between */
    const struct sample *samples; /* option: NULL at the end */
};

/* ---- Positions ---- */

/* A pawn that is pinned beside a pawn that it could take en passant, a right to castle that nobody can have;
 * and the same without the other king. */
#define PINNED "4r1k1/8/8/3pP3/8/8/8/4K2R w Kk d6 0 2"
#define LONE_KING "4r3/8/8/3pP3/8/8/8/4K2R w Kk d6 0 2"

/* ---- Options ---- */

/* Options that choose positions may choose the same ones. */
#define OTHER_ENTRIES                                                                                        \
    " select only not only-move not-move score ply pieces side result not-contradicts contradicts settled "  \
    "first "

/* Rows of tables lack what some of them ask. */
#define OTHER_CHOICES                                                                                        \
    " only not only-move not-move score score-of contradicts not-contradicts settled pieces result ply "     \
    "final "                                                                                                 \
    "unique side first "                                                                                     \
    "column moves-column make add-fen separator header variant "

static const struct sample check_samples[] = {
    TRY("select=Event!=F", .kind = GAMES, .aside = OTHER_CHOICES " sample stop-after max-errors "),
    TRY("only=check,checkmate", .aside = " not "),
    TRY("not=safe", .aside = " only "),
    TRY("only-move=capture,castling,illegal", .kind = ENTRIES, .aside = OTHER_ENTRIES),
    TRY("not-move=capture", .kind = ENTRIES, .aside = OTHER_ENTRIES),
    TRY("score=-300..40", .kind = ENTRIES, .aside = OTHER_ENTRIES),
    TRY("score-of=white", .with = "--score=-300..40", .kind = ENTRIES, .aside = OTHER_ENTRIES),
    TRY("ply=2..58", .kind = ENTRIES, .aside = OTHER_ENTRIES " sample score-of "),
    TRY("pieces=3..31", .kind = ENTRIES, .aside = OTHER_ENTRIES),
    TRY("side=black", .kind = ENTRIES, .aside = OTHER_ENTRIES " unique "),
    TRY("result=win", .kind = ENTRIES, .aside = OTHER_ENTRIES),
    TRY("contradicts=200", .kind = ENTRIES, .aside = OTHER_ENTRIES),
    TRY("not-contradicts=200", .kind = ENTRIES, .aside = OTHER_ENTRIES),
    TRY("settled=101", .kind = ENTRIES, .aside = OTHER_ENTRIES " unique "),
    TRY("sample=0.7", .aside = " contradicts only-move score side "),
    TRY("unique",
        .aside =
            " side first sample settled moves-column only-move not-move score contradicts result variants "),
    TRY("first=2", .kind = ENTRIES, .aside = OTHER_ENTRIES " unique "),
    TRY("seed=7", .with = "--sample=0.7", UNSEEN),
    TRY("memory=2", .with = "--unique", UNSEEN),
    TRY("count", .aside = " jobs "),
    TRY("sum", .kind = COUNTS),
    TRY("format=epd"),
    TRY("json"),
    TRY("print=fen"),
    TRY("column=FEN", .kind = TABLE),
    TRY("moves-column=Moves", .with = "--column=FEN", .kind = TABLE,
        .aside = " variants only-move score result "),
    TRY("make=1", .with = "--column=FEN --moves-column=Moves", .kind = TABLE,
        .aside = " variant variants score result "),
    TRY("add-fen", .with = "--column=FEN", .kind = TABLE, .aside = " only-move score result "),
    TRY("separator=;", .with = "--column=2", .kind = TABLE,
        .aside = " column moves-column add-fen make only-move "),
    TRY("header", .with = "--column=2 --separator=;", .aside = " column moves-column add-fen make only-move ",
        .kind = TABLE),
    TRY("final", .kind = GAMES, .aside = " only not "),
    TRY("each", .kind = GAMES, UNSEEN),
    TRY("null-moves", .kind = GAMES),
    TRY("tags=Event", .kind = GAMES),
    TRY("comments", .kind = GAMES),
    TRY("scores=eval", .with = "--comments", .kind = GAMES, UNSEEN),
    TRY("from=plain", .kind = ENTRIES, UNSEEN),
    TRY("jobs=2", UNSEEN),
    TRY("max-errors=1", .aside = " first "),
    TRY("stop-after=2", .aside = " first "),
    TRY("lenient", .aside = " variant notation "),
    TRY("strict", .aside = " first select "),
    TRY("fen-ep=x-fen", UNSEEN), /* where the FEN is not as it was read */
    TRY("chess960", UNSEEN),     /* where a game castles */
    TRY("no-decompress", UNSEEN),
    TRY("summary"),
    TRY("notation=fen", UNSEEN, .kind = GAMES),
    TRY("variant=antichess"),
    TRY("variants=../in/mine.ini", .with = "--variant=mine", .aside = " variant notation "),
    /* The same options with files of other kinds: the later kind of a pair decides. */
    TRY("only-move=quiet", .aside = OTHER_CHOICES),
    TRY("not-move=quiet", .aside = OTHER_CHOICES),
    TRY("score=0..100", .aside = OTHER_CHOICES),
    TRY("pieces=3..31", .aside = OTHER_CHOICES),
    TRY("result=win", .aside = OTHER_CHOICES),
    TRY("ply=0..2", .aside = OTHER_CHOICES),
    TRY("only-move=none", .with = "--column=FEN --moves-column=Moves --make=1", .kind = TABLE,
        .aside = OTHER_CHOICES "alone memory variants "),
    LAST,
};

/* Samples of CHOOSING_OPTIONS up to --first, which stats and convert share. */
#define CHOOSING_SAMPLES                                                                                     \
    TRY("select=Event!=F", .kind = GAMES, .aside = OTHER_ENTRIES " sample unique score-of "),                \
        TRY("only=check,checkmate", .aside = OTHER_ENTRIES), TRY("not=safe", .aside = OTHER_ENTRIES),        \
        TRY("only-move=capture", .aside = OTHER_ENTRIES), TRY("not-move=capture", .aside = OTHER_ENTRIES),   \
        TRY("score=-300..40", .aside = OTHER_ENTRIES),                                                       \
        TRY("score-of=white", .with = "--score=-300..40", .aside = OTHER_ENTRIES " scores "),                \
        TRY("ply=2..58", .aside = OTHER_ENTRIES " score-of "), TRY("pieces=3..31", .aside = OTHER_ENTRIES),  \
        TRY("side=black", .aside = OTHER_ENTRIES), TRY("result=win", .aside = OTHER_ENTRIES),                \
        TRY("contradicts=200", .aside = OTHER_ENTRIES), TRY("not-contradicts=200", .aside = OTHER_ENTRIES),  \
        TRY("settled=101", .aside = OTHER_ENTRIES " scores score-of "),                                      \
        TRY("sample=0.7", .aside = OTHER_ENTRIES), TRY("unique", .aside = OTHER_ENTRIES " sample seed ")

static const struct sample stats_samples[] = {
    CHOOSING_SAMPLES,
    TRY("first=2", .aside = OTHER_ENTRIES " unique strict max-errors "),
    TRY("seed=7", .with = "--sample=0.7", UNSEEN),
    TRY("memory=2", .with = "--unique", UNSEEN),
    TRY("json"),
    TRY("html=made.html"),
    TRY("from=plain", UNSEEN),
    TRY("scores=eval", .kind = GAMES, UNSEEN), /* the games have no other ones */
    TRY("strict", .aside = " first scores select "),
    TRY("jobs=2", UNSEEN),
    TRY("max-errors=1", .aside = " first "),
    TRY("no-decompress", UNSEEN),
    LAST,
};

static const struct sample convert_samples[] = {
    CHOOSING_SAMPLES,
    TRY("first=2", .aside = OTHER_ENTRIES " unique strict max-errors shuffle interleave "),
    TRY("drop", .with = "--to=binpack --pieces=3..", UNSEEN),
    TRY("from=plain", UNSEEN),
    TRY("to=bin", .aside = " dry-run "),
    TRY("split=2", .with = "--to=bin"),
    TRY("shuffle", .aside = OTHER_ENTRIES),
    TRY("interleave", .with = "../in/entries.plain", .aside = OTHER_ENTRIES " unique alone "),
    TRY("seed=5", .with = "--shuffle", .aside = OTHER_ENTRIES " score-of "),
    TRY("memory=1", .with = "--shuffle", UNSEEN),
    TRY("scores=eval", .kind = GAMES, UNSEEN), /* the games have no other ones */
    TRY("missing-score=1", UNSEEN),
    TRY("unknown-result=draw", UNSEEN),
    TRY("scale=0.5", .aside = " dry-run "),
    TRY("dry-run", UNSEEN),
    TRY("repair", .aside = " max-errors "),
    TRY("strict", .aside = OTHER_ENTRIES " unique sample seed repair scores "),
    TRY("jobs=2", UNSEEN),
    TRY("chess960", .with = "--to=jsonl", UNSEEN),
    TRY("max-errors=1", .aside = OTHER_ENTRIES),
    TRY("no-decompress", UNSEEN),
    TRY("summary"),
    LAST,
};

static const struct sample games_samples[] = {
    TRY("select=Event!=F", .aside = " with position first "),
    TRY("with=illegal"),
    TRY("position=rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"),
    TRY("material=KQRRBBNNPPPPPPPPKQRRBBNNPPPPPPPP", .aside = " position first "),
    TRY("unique", .aside = " with sample plies "),
    TRY("memory=2", .with = "--unique", UNSEEN),
    TRY("sample=0.7"),
    TRY("seed=7", .with = "--sample=0.7"),
    TRY("first=4"),
    TRY("plies=1..6"),
    TRY("format=san"),
    TRY("rewrite"),
    TRY("split=1"),
    TRY("into=folder", .with = "--split=1"),
    TRY("json"),
    TRY("fen"),
    TRY("epd"),
    TRY("null-moves", UNSEEN),
    TRY("chess960", .with = "--format=uci", UNSEEN),
    TRY("count"),
    TRY("comments", .with = "--json", .aside = " with plies sample "),
    TRY("scores=eval", .with = "--json --comments", UNSEEN),
    TRY("tags=White", .with = "--json"),
    TRY("jobs=2", UNSEEN),
    TRY("max-errors=1", .with = "--format=uci", .aside = " with "),
    TRY("fen-ep=always", .with = "--json", .aside = " with sample first "),
    TRY("notation=fen", UNSEEN),
    TRY("variants=../in/mine.ini", UNSEEN),
    TRY("no-decompress", UNSEEN),
    LAST,
};

static const struct sample show_samples[] = {
    TRY("ascii"),
    TRY("attacked=black"),
    TRY("json"),
    TRY("lenient", .kind = LENIENTLY, .aside = " variant "),
    TRY("strict"),
    TRY("fen-ep=x-fen", .aside = " variant "),
    TRY("rays", .aside = " variant variants "),
    TRY("svg=made.svg"),
    TRY("variant=antichess"),
    TRY("variants=../in/mine.ini", .with = "--variant=mine", .aside = " variant notation "),
    LAST,
};

static const struct sample moves_samples[] = {
    TRY("san"),
    TRY("chess960", .aside = " variant notation "),
    TRY("json"),
    TRY("key"),
    TRY("lenient", .kind = LENIENTLY, .aside = " variant notation "),
    TRY("strict", .aside = " notation "),
    TRY("fen-ep=x-fen", .with = "--json", .aside = " variant "),
    TRY("notation=fen", .with = "--variant=xiangqi --san", .kind = OF_XIANGQI, .aside = " * alone "),
    TRY("variant=antichess", .aside = " notation "),
    TRY("variants=../in/mine.ini", .with = "--variant=mine", .aside = " variant notation "),
    LAST,
};

static const struct sample move_samples[] = {
    TRY("chess960", .aside = " variant notation "),
    TRY("json"),
    TRY("lenient", .kind = LENIENTLY, .aside = " variant notation "),
    TRY("strict", .aside = " notation "),
    TRY("notation=fen", .with = "--variant=xiangqi", .kind = OF_XIANGQI, .aside = " * alone "),
    TRY("variant=antichess", .aside = " notation "),
    TRY("variants=../in/mine.ini", .with = "--variant=mine", .aside = " variant notation "),
    LAST,
};

static const struct sample perft_samples[] = {
    TRY("divide"),
    TRY("stats"),
    TRY("jobs=2", UNSEEN),
    TRY("hash=1", UNSEEN),
    TRY("json"),
    TRY("lenient", .kind = LENIENTLY, .aside = " variant "),
    TRY("chess960", .with = "--divide", .aside = " variant "),
    TRY("variant=antichess", UNSEEN),
    TRY("variants=../in/mine.ini", .with = "--variant=mine", .aside = " variant notation "),
    TRY("no-decompress", .with = "--merge", UNSEEN, .kind = UNITS),
    TRY("layers", UNSEEN),
    TRY("positions", .with = "--layers", .aside = " lenient "),
    TRY("checkpoint=made.checkpoint", .with = "--layers", UNSEEN),
    TRY("expand", .kind = UNITS_LATER),
    TRY("merge", .kind = UNITS),
    TRY("units", .kind = UNITS_LATER),
    TRY("sum", .kind = UNITS),
    TRY("each", .with = "--units", .kind = UNITS_LATER),
    TRY("number", .with = "--merge", .kind = UNITS),
    TRY("memory=2", .with = "--layers", UNSEEN),
    TRY("temp=/tmp", .with = "--layers", UNSEEN),
    TRY("max-errors=1", .with = "--merge", .kind = UNITS),
    LAST,
};

static const struct sample diff_samples[] = {
    TRY("engine=../in/engine", UNSEEN),
    TRY("script=../in/script", .kind = GAMES),
    TRY("dialect=perft", UNSEEN),
    TRY("library=none.so", .kind = GAMES),
    TRY("features=Chess768"),
    TRY("descriptions=../in/mine_features.ini", .with = "--features=mine", UNSEEN),
    TRY("option=UCI_Chess960=true", UNSEEN),
    TRY("chess960", .with = "--dialect=perft", UNSEEN),
    TRY("random=2", .with = "--seed=1", .kind = ENTRIES),
    TRY("seed=1", .with = "--random=2", .kind = ENTRIES),
    TRY("shard=1/2", .aside = " features "),
    TRY("merge", .kind = TABLE),
    TRY("walk", .kind = ENTRIES),
    TRY("timeout=9", UNSEEN),
    TRY("keep-going", UNSEEN),
    TRY("max-errors=1", .aside = " shard features "),
    TRY("jobs=2", UNSEEN),
    TRY("json"),
    TRY("html=made.html"),
    TRY("junit=made.xml"),
    TRY("variant=antichess"),
    TRY("variants=../in/mine.ini", .with = "--variant=mine", .aside = " variant "),
    TRY("no-decompress", UNSEEN),
    LAST,
};

static const struct sample fuzz_samples[] = {
    TRY("games", .aside = " json variant variants "),
    TRY("seconds=9", UNSEEN),
    TRY("seed=1"),
    TRY("boards=20"),
    TRY("kernels=scan"),
    TRY("plugin=none.so"),
    TRY("timeout=9", .with = "--plugin=none.so", UNSEEN),
    TRY("in-process", .with = "--plugin=none.so", UNSEEN),
    TRY("json"),
    TRY("html=made.html"),
    TRY("junit=made.xml"),
    TRY("variant=antichess"),
    TRY("variants=../in/mine.ini", .with = "--variant=mine", .aside = " variant "),
    LAST,
};

static const struct sample uci_samples[] = {TRY("seed=3"), TRY("fen-ep=x-fen"),
                                            TRY("variants=../in/mine.ini"), LAST};

static const struct sample variants_samples[] = {
    TRY("json"), TRY("strict", .with = "--variants=../in/mine.ini"), TRY("variants=../in/mine.ini"), LAST};

static const struct sample features_samples[] = {TRY("descriptions=../in/mine_features.ini"), TRY("json"),
                                                 LAST};

static const struct sample kernels_samples[] = {TRY("json"), LAST};

static const struct sample completions_samples[] = {TRY("candidates"), LAST};

static const struct tried tried[] = {
    {"check",
     {"../in/lines", "../in/games", "../in/table", "../in/entries.plain", "../in/counts"},
     check_samples},
    {"stats", {"../in/entries.plain", "../in/games"}, stats_samples},
    {"convert", {"--to=plain ../in/entries.plain -", "--to=plain ../in/games -"}, convert_samples},
    {"games", {"../in/games"}, games_samples},
    {"show", {PINNED, LONE_KING}, show_samples},
    {"moves", {PINNED, LONE_KING, ""}, moves_samples},
    {"move", {PINNED " O-O", LONE_KING " O-O", "Nc3"}, move_samples},
    {"perft", {"2 " PINNED, "2 " LONE_KING, "1", ""}, perft_samples},
    {"diff",
     {"--engine=../in/engine 1 ../in/hard", "1 ../in/hard", "../in/report", "--engine=../in/engine 1"},
     diff_samples},
    {"fuzz", {"--boards=10 --seed=2"}, fuzz_samples},
    {"uci", {"--seed=1"}, uci_samples}, /* another seed, not one of the clock, which may draw the same move */
    {"variants", {""}, variants_samples},
    {"features", {"Chess768"}, features_samples},
    {"kernels", {""}, kernels_samples},
    {"completions", {"bash"}, completions_samples},
};

/* ==== Runs ==== */

static char directory[] = "/tmp/pairs-XXXXXX";

/* The scripts among the inputs call the program, too. */
static void name_program(void) {
    char *const path = realpath(program_path(), NULL);
    cr_assert(path && setenv("KINGSCAN", path, 1) == 0);
    unsetenv("KINGSCAN_CONFIG");
    unsetenv("KINGSCAN_KERNEL");
    setenv("LC_ALL", "C.UTF-8", 1); /* else boards are in letters, and --ascii changes nothing */
    free(path);
}

/* The inputs are the files of tests/cli/shell/pairs. */
static void copy_inputs(void) {
    char command[128];
    cr_assert(mkdtemp(directory));
    snprintf(command, sizeof command, "cp -r tests/cli/shell/pairs %s/in", directory);
    expect_run(command, 0, "", "");
    cr_assert(chdir(directory) == 0 && mkdir("run", 0777) == 0 && chdir("run") == 0 &&
              mkdir("folder", 0777) == 0);
}

enum { WORDS = 48, LINE = 4096 };

/* A command line, and what came of it. */
struct run {
    char line[LINE]; /* its words, each after a line end */
    char *out, *err, *files;
    int status;
};

/* The runs so far: many pairs have an option in common. */
static struct run *runs[4096];
static size_t run_count;

static void add_word(char line[LINE], const char *format, const char *a, const char *b) {
    const size_t used = strlen(line);
    cr_assert(used < LINE);
    snprintf(line + used, LINE - used, format, a, b);
}

static void add_option(char line[LINE], const struct sample *sample) {
    add_word(line, "\n--%s%s", sample->option, "");
}

/* Whether the line has an option of the word's name. */
static bool has_option(const char *line, const char *word) {
    const size_t length = strcspn(word, "= ");
    for (const char *at = line; (at = strstr(at, "\n--")); at++)
        if (strncmp(at + 1, word, length) == 0 && strchr("=\n", at[1 + length]))
            return true;
    return false;
}

/* Adds the words; an option only if the line has none of its name. */
static void add_words(char line[LINE], const char *words) {
    char word[128];
    for (int length; words && sscanf(words, " %127s%n", word, &length) == 1; words += length)
        if (strncmp(word, "--", 2) != 0 || !has_option(line, word))
            add_word(line, "\n%s%s", word, "");
}

static char *read_and_empty(int file, const char *mask) {
    const off_t size = lseek(file, 0, SEEK_END);
    char *const text = malloc((size_t)size + 1);
    cr_assert(text && pread(file, text, (size_t)size, 0) == size);
    text[size] = '\0';
    for (char *c = text; c < text + size; c++) /* a zero byte ends the mask, too */
        if (strchr(mask, *c))
            *c = '#';
    char *const seconds = strstr(text, "\"seconds\":");
    for (char *c = seconds; c && *c != ',' && *c != '}' && *c; c++)
        *c = '#';
    cr_assert(ftruncate(file, 0) == 0 && lseek(file, 0, SEEK_SET) == 0);
    return text;
}

/* Lists the files of a folder with their contents, and removes them. */
static void take_files(FILE *to, const char *folder) {
    struct dirent **entries;
    const int count = scandir(folder, &entries, NULL, alphasort);
    for (int i = 0; i < count; i++) {
        char path[512];
        snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name);
        FILE *const file = entries[i]->d_name[0] == '.' ? NULL : fopen(path, "r");
        if (file && strcmp(entries[i]->d_name, "folder") != 0) {
            fprintf(to, "%s:", path);
            for (int c; (c = getc(file)) != EOF;)
                putc(c ? c : '0', to);
            unlink(path);
        }
        if (file)
            fclose(file);
        free(entries[i]);
    }
    free(entries);
}

static char *take_all_files(void) {
    char *text;
    size_t length;
    FILE *const to = open_memstream(&text, &length);
    take_files(to, ".");
    take_files(to, "folder");
    fclose(to);
    return text;
}

static void start_and_wait(struct run *run) {
    static int out = -1, err = -1;
    char *argv[WORDS] = {getenv("KINGSCAN")};
    char words[LINE];
    int count = 1, status;
    pid_t child;
    posix_spawn_file_actions_t actions;
    if (out < 0) {
        out = fileno(tmpfile());
        err = fileno(tmpfile());
    }
    memcpy(words, run->line, LINE);
    for (char *word = strtok(words, "\n"); word && count < WORDS - 1; word = strtok(NULL, "\n"))
        argv[count++] = word;
    const char *const input = strcmp(argv[1], "uci") == 0 ? "../in/uci" : "../in/units";
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, input, O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, err, STDERR_FILENO);
    cr_assert(posix_spawn(&child, argv[0], &actions, NULL, argv, environ) == 0);
    posix_spawn_file_actions_destroy(&actions);
    cr_assert(waitpid(child, &status, 0) == child);
    cr_assert(WIFEXITED(status), "%s: killed", run->line);
    run->status = WEXITSTATUS(status);
    run->out = read_and_empty(out, "");
    run->err = read_and_empty(err, "0123456789");
    run->files = take_all_files();
}

static const struct run *run_line(const char line[LINE]) {
    for (size_t i = 0; i < run_count; i++)
        if (strcmp(runs[i]->line, line) == 0)
            return runs[i];
    struct run *const run = runs[run_count++] = malloc(sizeof *run);
    cr_assert(run && run_count < LENGTH(runs));
    memcpy(run->line, line, LINE);
    start_and_wait(run);
    return run;
}

/* ==== Pairs ==== */

/* Runs the options of a pair that are not NULL, as they stand beside both. */
static const struct run *run_pair(const struct tried *command, const struct sample *a, const struct sample *b,
                                  bool with_a, bool with_b) {
    char line[LINE] = "";
    const enum kind kind = a->kind > b->kind ? a->kind : b->kind;
    add_word(line, "\n%s%s", command->command, "");
    if (with_a)
        add_option(line, a);
    if (with_b)
        add_option(line, b);
    add_words(line, a->with);
    add_words(line, b->with);
    add_words(line, command->words[kind]);
    return run_line(line);
}

static bool is_same(const struct run *a, const struct run *b) {
    return a->status == b->status && strcmp(a->out, b->out) == 0 && strcmp(a->err, b->err) == 0 &&
           strcmp(a->files, b->files) == 0;
}

/* Whether an option may change nothing beside another one, such as one that needs it anyway. */
static bool need_not_show(const struct sample *sample, const struct sample *beside) {
    char name[64], needed[64];
    snprintf(name, sizeof name, " %.*s ", (int)strcspn(beside->option, "="), beside->option);
    snprintf(needed, sizeof needed, "--%.*s", (int)strcspn(sample->option, "="), sample->option);
    return (beside->with && strstr(beside->with, needed)) ||
           (sample->aside && (strstr(sample->aside, " * ") || strstr(sample->aside, name)));
}

static void try_pair(const struct tried *command, const struct sample *a, const struct sample *b) {
    if (need_not_show(a, b) && need_not_show(b, a))
        return;
    const struct run *const both = run_pair(command, a, b, true, true);
    if (both->status == 2) {
        const char *const hint = strchr(both->err, '\n') ? strchr(both->err, '\n') + 1 : "";
        cr_expect(*both->err && (strncmp(hint, "try '", 5) != 0 || strchr(hint, '\n')[1] == '\0'),
                  "expected one message:%s\n%s", both->line, both->err);
        return;
    }
    cr_expect(need_not_show(a, b) || !is_same(both, run_pair(command, a, b, false, true)),
              "--%s changes nothing beside --%s", a->option, b->option);
    cr_expect(need_not_show(b, a) || !is_same(both, run_pair(command, a, b, true, false)),
              "--%s changes nothing beside --%s", b->option, a->option);
}

/* Tries an option without those that it needs. */
static void try_alone(const struct tried *command, const struct sample *sample) {
    const struct sample alone = {sample->option, NULL, sample->aside, sample->kind};
    if (sample->aside && strstr(sample->aside, " alone "))
        return;
    const struct run *const with = run_pair(command, &alone, &alone, true, false);
    cr_expect(with->status == 2 || !is_same(with, run_pair(command, &alone, &alone, false, false)),
              "--%s changes nothing without %s", sample->option, sample->with);
}

/* Whether a pair of samples is tried. The others take turns beside each option. */
static bool is_due(size_t a, size_t b) {
    return (a + b) % stride() == 0;
}

static void try_command(const char *name) {
    const struct tried *command = tried;
    while (strcmp(command->command, name) != 0)
        command++;
    const int here = open(".", O_RDONLY | O_DIRECTORY);
    name_program();
    copy_inputs();
    for (const struct sample *a = command->samples; a->option; a++) {
        if (a->with)
            try_alone(command, a);
        for (const struct sample *b = a + 1; b->option; b++)
            if (is_due((size_t)(a - command->samples), (size_t)(b - command->samples)))
                try_pair(command, a, b);
    }
    cr_assert(fchdir(here) == 0 && close(here) == 0);
    char remove[128];
    snprintf(remove, sizeof remove, "rm -r %s", directory);
    expect_run(remove, 0, "", "");
}

Test(pairs, have_a_sample_of_every_option) {
    for (const struct command *const *command = commands; *command; command++) {
        const struct sample *sample = NULL;
        for (size_t i = 0; i < LENGTH(tried); i++)
            if (strcmp(tried[i].command, (*command)->name) == 0)
                sample = tried[i].samples;
        for (const struct command_option *row = (*command)->options; row && row->name;
             row++, sample += sample != NULL)
            cr_expect(sample && sample->option && strcspn(sample->option, "=") == strlen(row->name) &&
                          strncmp(sample->option, row->name, strlen(row->name)) == 0,
                      "%s --%s: no sample here", (*command)->name, row->name);
    }
}

Test(pairs, of_check) {
    try_command("check");
}

Test(pairs, of_games) {
    try_command("games");
}

Test(pairs, of_perft) {
    try_command("perft");
}

Test(pairs, of_diff) {
    try_command("diff");
}

Test(pairs, of_other_commands) {
    static const char *const others[] = {"stats", "convert", "show",     "moves",   "move",
                                         "fuzz",  "uci",     "variants", "features"};
    for (size_t i = 0; i < LENGTH(others); i++) {
        memcpy(directory, "/tmp/pairs-XXXXXX", sizeof directory);
        try_command(others[i]);
    }
}
