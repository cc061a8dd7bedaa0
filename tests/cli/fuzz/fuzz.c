/* Tests `kingscan fuzz` with plugins that are wrong on purpose: its findings, output, repetition and usage
 * errors. */
#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <stdio.h>
#include <string.h>

#include "kingscan.h"
#include "support/length.h"
#include "support/plugins.h"
#include "support/run.h"

static struct ran fuzz(const char *options) {
    char command[1024];
    snprintf(command, sizeof command, "$KINGSCAN fuzz %s", options);
    return run_shell(command);
}

/* Copies the rest of the line of `text` that begins with `name`. */
static void copy_field(const char *text, const char *name, char field[256]) {
    const char *line = strstr(text, name);
    cr_assert(line, "no %s in:\n%s", name, text);
    snprintf(field, 256, "%.*s", (int)strcspn(line + 11, "\n"), line + 11);
}

/* Copies the pieces of a FEN's placement, without squares, in the order of the alphabet. */
static void copy_pieces(const char *placement, char pieces[65]) {
    unsigned count = 0;
    for (int letter = 'A'; letter <= 'z'; letter++)
        for (const char *c = placement; *c; c++)
            if (*c == letter)
                pieces[count++] = (char)letter;
    pieces[count] = '\0';
}

struct defect {
    char macro[32];
    char cores[64]; /* the smallest boards with the defect, as pieces, with blanks around */
};

ParameterizedTestParameters(fuzz, finds_and_shrinks) {
    static struct defect defects[] = {
        {"PAWNS_BACKWARDS", " P p "},
        {"RAYS_WRAP", " P B R Q K p b r q k "},
        {"RAYS_PASS_OWN_PAWNS", " PR PB PQ Pb Pr Pq Rp Bp Qp "},
        {"FORGETS_A_KNIGHT", " N n "},
    };
    return cr_make_param_array(struct defect, defects, LENGTH(defects));
}

ParameterizedTest(struct defect *defect, fuzz, finds_and_shrinks) {
    char text[512], placement[256], fen[256], repeat[256], again[256], core[80] = " ", pieces[65];
    sprintf(text, "-D%s", defect->macro);
    build_plugin(defect->macro, text);
    sprintf(text, "--seed 1 --seconds 20 --plugin " PLUGINS "%s.so", defect->macro);
    struct ran first = fuzz(text);
    cr_assert_eq(first.status, 1, "%s%s", first.out, first.err);

    copy_field(first.out, "placement", placement);
    copy_pieces(placement, pieces);
    strcat(strcat(core, pieces), " ");
    cr_expect(strstr(defect->cores, core), "%s: %s is none of%s", defect->macro, placement, defect->cores);

    copy_field(first.out, "FEN", fen);
    ks_position position;
    cr_expect_eq(ks_read_fen(fen, strlen(fen), 0, &position, NULL), KS_OK, "%s", fen);

    copy_field(first.out, "repeat", repeat);
    cr_assert(strstr(repeat, "/kingscan fuzz "), "%s", repeat);
    struct ran second = run_shell(repeat);
    cr_expect_eq(second.status, 1);
    copy_field(second.out, "placement", again);
    cr_expect_str_eq(again, placement);
    free_ran(&first);
    free_ran(&second);
}

/* The report names the squares too when only one is wrong. */
Test(fuzz, reports_the_difference) {
    build_plugin("knight", "-DFORGETS_A_KNIGHT");
    struct ran ran = fuzz("--seed 1 --kernels c --plugin " PLUGINS "knight.so");
    cr_expect(strstr(ran.out, PLUGINS "knight.so, in_check: what of ") && strstr(ran.out, " attacks e4?\n") &&
                  strstr(ran.out, "reference  1, attacked\nfound      0, safe\n") &&
                  strstr(ran.out, " 6  .  .  .  .  .  ") &&
                  strstr(ran.out, " --kernels c --plugin " PLUGINS "knight.so\n"),
              "%s", ran.out);
    cr_expect_str_eq(ran.err, "comparing with the reference: c, " PLUGINS "knight.so; seed 1\n");
    free_ran(&ran);

    ran = fuzz("--seed 1 --json --plugin " PLUGINS "knight.so");
    cr_expect_eq(ran.status, 1);
    cr_expect(strncmp(ran.out, "{\"boards\":", 10) == 0 && strstr(ran.out, ",\"seed\":\"1\",") &&
                  strstr(ran.out, "\"function\":\"in_check\",\"square\":\"e4\",") &&
                  strstr(ran.out, "\"expected\":1,\"found\":0,\"lasting\":true,\"placement\":\"") &&
                  strstr(ran.out, "\"repeat\":\"/") && strstr(ran.out, "/kingscan fuzz --seed "),
              "%s", ran.out);
    free_ran(&ran);
}

Test(fuzz, same_seed_gives_the_same_output) {
    build_plugin("pawns", "-DPAWNS_BACKWARDS");
    struct ran one = fuzz("--seed 1 --plugin " PLUGINS "pawns.so"),
               two = fuzz("--seed 1 --plugin " PLUGINS "pawns.so"),
               other = fuzz("--seed 2 --plugin " PLUGINS "pawns.so");
    cr_expect_eq(one.status, 1);
    cr_expect_str_eq(one.out, two.out);
    cr_expect_str_neq(one.out, other.out);
    free_ran(&one);
    free_ran(&two);
    free_ran(&other);
}

Test(fuzz, lets_a_right_plugin_pass) {
    build_plugin("right", "-Din_check=named_otherwise");
    struct ran ran = fuzz("--seed 1 --boards 200000 --plugin " PLUGINS "right.so:named_otherwise");
    cr_expect_eq(ran.status, 0, "%s%s", ran.out, ran.err);
    cr_expect_eq(strncmp(ran.out, "200000 boards, ", 15), 0, "%s", ran.out);
    cr_expect(strstr(ran.out, PLUGINS "right.so:named_otherwise; seed 1\n"), "%s", ran.out);
    free_ran(&ran);
    expect_run("cd " PLUGINS
               " && $KINGSCAN fuzz --boards 1000 --plugin right.so:named_otherwise >/dev/null 2>&1",
               0, "", "");
}

static void expect_refusal(const char *options, const char *message) {
    struct ran ran = fuzz(options);
    cr_expect_eq(ran.status, 2, "%s: status %d", options, ran.status);
    cr_expect_eq(ran.out_length, 0);
    cr_expect(strncmp(ran.err, "kingscan fuzz: ", 15) == 0 && strstr(ran.err, message), "%s: %s", options,
              ran.err);
    free_ran(&ran);
}

Test(fuzz, refuses_what_it_cannot_do) {
    build_plugin("symbol", "");
    expect_refusal("--kernels c,nonsense", "no kernel is called \"nonsense\"; this machine has: c, ");
    expect_refusal("--kernels ''", "no kernel is called \"\"");
    expect_refusal("--plugin " PLUGINS "missing.so", "No such file");
    expect_refusal("--plugin libc.so.6", "No such file"); /* a local file, not the system's library */
    expect_refusal("--plugin " PLUGINS "symbol.so:other", "undefined symbol: other");
    expect_refusal("--plugin tests/cli/fuzz/fuzz.c", "invalid ELF header");
    expect_refusal("--seed -1", "--seed");
    expect_refusal("--boards 0", "--boards");
    expect_refusal("something", "found 'something'");
}

Test(fuzz, repeat_command_is_quoted) {
    build_plugin("it\\'s\\ wrong", "-DPAWNS_BACKWARDS");
    struct ran ran = fuzz("--seed 1 --plugin \"" PLUGINS "it's wrong.so\"");
    cr_expect_eq(ran.status, 1);
    cr_expect(strstr(ran.out, " --plugin '" PLUGINS "it'\\''s wrong.so'\n"), "%s", ran.out);
    free_ran(&ran);
}

Test(fuzz, finds_nothing_and_names_its_seed) {
    struct ran ran = fuzz("--boards 100000 --json");
    cr_expect_eq(ran.status, 0);
    cr_expect(strncmp(ran.out, "{\"boards\":100000,", 17) == 0 && strstr(ran.out, "]}\n"), "%s", ran.out);
    const char *seed = strstr(ran.err, "; seed ");
    cr_assert(seed);
    char member[64];
    sprintf(member, "\"seed\":\"%.*s\"", (int)strcspn(seed + 7, "\n"), seed + 7);
    cr_expect(strstr(ran.out, member), "%s in %s", member, ran.out);
    free_ran(&ran);
}

Test(fuzz, an_interrupted_run_reports_its_progress) {
    struct ran ran = run_shell("timeout --preserve-status -s INT 1 $KINGSCAN fuzz --seconds 100");
    cr_expect_eq(ran.status, 130);
    cr_expect(strstr(ran.out, " boards, ") && strstr(ran.out, "; interrupted\n"), "%s", ran.out);
    free_ran(&ran);
}

Test(fuzz, shows_progress_on_a_terminal) {
    struct ran ran = run_on_terminal("$KINGSCAN fuzz --seconds 2");
    cr_expect_eq(ran.status, 0);
    cr_expect(strstr(ran.out, "\r\033[K"), "%s", ran.out);
    cr_expect(strstr(ran.out, " million a second, nothing found, 1 s left\033[K"), "%s", ran.out);
    free_ran(&ran);
}
