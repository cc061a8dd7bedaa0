/* Tests that kingscan convert makes of files the bytes that the tests write themselves, or leaves them as
 * they were. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support/data/entries.h"
#include "support/run.h"
#include "support/sanitized.h"
#include "support/thorough.h"

/* ---- From each format to each ---- */

static void name_file(char name[64], unsigned format) {
    snprintf(name, 64, "/tmp/convert-%d.%s", (int)getpid(), ks_data_format_name((ks_data_format)format));
}

static void write_entries(const char *name, ks_data_format format, const struct entries *entries) {
    struct bytes bytes = encode_entries(format, entries);
    FILE *const file = fopen(name, "wb");
    cr_assert(file && fwrite(bytes.at, 1, bytes.length, file) == bytes.length && fclose(file) == 0);
    free(bytes.at);
}

static bool has_all(unsigned format) {
    return ks_data_format_facts((ks_data_format)format) == ks_data_format_facts(KS_DATA_BIN);
}

/* Formats that have all facts lose nothing: what comes out is what the tests write. The others do so for
 * formats that have no more than they. */
Test(convert, each_format_to_each) {
    struct entries entries = play_entries(21, 150);
    char names[WRITTEN_FORMATS][64], command[1024];
    for (unsigned format = KS_DATA_BINPACK; format < WRITTEN_FORMATS; format++) {
        name_file(names[format], format);
        write_entries(names[format], (ks_data_format)format, &entries);
    }
    for (unsigned from = KS_DATA_BINPACK; from < WRITTEN_FORMATS; from++)
        for (unsigned to = KS_DATA_BINPACK; to < WRITTEN_FORMATS; to++) {
            const char *const name = ks_data_format_name((ks_data_format)to);
            if (!has_all(from) && from != to && (from != KS_DATA_MARLIN || to != KS_DATA_BULLET))
                continue;
            snprintf(command, sizeof command,
                     "a=%s; b=%s; $KINGSCAN convert $a $a.to.%s && cmp $a.to.%s $b && ls $a.*.part\n"
                     "cat $a | $KINGSCAN convert --from %s --to %s - - | cmp - $b; rm $a.to.%s",
                     names[from], names[to], name, name, ks_data_format_name((ks_data_format)from), name,
                     name);
            struct ran ran = run_shell(command);
            cr_expect_str_eq(ran.out, "", "%s: %s", command, ran.out);
            cr_expect(ran.status == 0 && strstr(ran.err, ".part'"), "%s: %s", command, ran.err);
            free_ran(&ran);
        }
    for (unsigned format = KS_DATA_BINPACK; format < WRITTEN_FORMATS; format++)
        unlink(names[format]);
    free_entries(&entries);
}

/* ---- Lines of text ---- */

/* Text that has all facts gives back the bytes of each format. */

/* The lines of the entries, in the order of the text formats. */
static void write_lines(FILE *files[3], const struct entries *entries) {
    for (size_t i = 0; i < entries->count; i++) {
        const struct entry *const entry = &entries->list[i];
        const int white = entry->position.side_to_move == KS_WHITE ? entry->result : -entry->result;
        char fen[KS_FEN_SIZE], san[KS_SAN_SIZE], uci[KS_UCI_SIZE];
        const char *clocks = fen + ks_write_fen(&entry->position, fen);
        ks_write_san(&entry->position, entry->move, san);
        ks_write_uci(&entry->position, entry->move, 0, uci);
        for (unsigned spaces = 0; spaces < 2;)
            spaces += *--clocks == ' ';
        fprintf(files[0], "%s\n", fen);
        fprintf(files[1], "%.*s hmvc %u; fmvn %u; bm %s; ce %d; c9 \"%s\";\n", (int)(clocks - fen), fen,
                entry->position.halfmove_clock, entry->position.fullmove_number, san, entry->score,
                white > 0   ? "1-0"
                : white < 0 ? "0-1"
                            : "1/2-1/2");
        fprintf(files[2], "{\"fen\":\"%s\",\"move\":\"%s\",\"score\":%d,\"ply\":%d,\"result\":%d}\n", fen,
                uci, entry->score, entry->ply, entry->result);
    }
}

Test(convert, each_format_to_text) {
    static const char *const ends[3] = {"fen", "epd", "jsonl"};
    struct entries entries = play_entries(22, 150);
    FILE *files[3];
    char name[64], lines[3][64], command[1024];
    for (unsigned n = 0; n < 3; n++) {
        snprintf(lines[n], sizeof lines[n], "/tmp/convert-%d-lines.%s", (int)getpid(), ends[n]);
        cr_assert(files[n] = fopen(lines[n], "wb"));
    }
    write_lines(files, &entries);
    for (unsigned n = 0; n < 3; n++)
        cr_assert_eq(fclose(files[n]), 0);
    for (unsigned from = KS_DATA_BINPACK; from < WRITTEN_FORMATS; from++) {
        if (!has_all(from))
            continue;
        name_file(name, from);
        write_entries(name, (ks_data_format)from, &entries);
        for (unsigned n = 0; n < 3; n++) {
            snprintf(command, sizeof command,
                     "a=%s; b=%s; $KINGSCAN convert $a $a.%s && cmp $a.%s $b && ls $a.*.part\n"
                     "$KINGSCAN convert --to %s $a - | cmp - $b; rm $a.%s\n"
                     "test %u = 0 || $KINGSCAN convert --to %s $b - | cmp - $a",
                     name, lines[n], ends[n], ends[n], ends[n], ends[n], n,
                     ks_data_format_name((ks_data_format)from));
            struct ran ran = run_shell(command);
            cr_expect_str_eq(ran.out, "", "%s: %s", command, ran.out);
            cr_expect(ran.status == 0 && strstr(ran.err, ".part'"), "%s: %s", command, ran.err);
            free_ran(&ran);
        }
        unlink(name);
    }
    for (unsigned n = 0; n < 3; n++)
        unlink(lines[n]);
    free_entries(&entries);
}

/* ---- Several files ---- */

static bool has_chains(unsigned format) {
    return format == KS_DATA_BINPACK || format == KS_DATA_VIRI;
}

/* Writes the files that --split makes: games stay whole where one of the formats has them. Returns how many
 * there are. */
static unsigned write_parts(const struct entries *entries, unsigned from, unsigned to, size_t count) {
    unsigned parts = 0;
    for (size_t begin = 0, end; begin < entries->count; begin = end) {
        char name[64];
        for (end = begin + 1; end < entries->count; end++)
            if (end - begin >= count && (entries->list[end].first || (!has_chains(from) && !has_chains(to))))
                break;
        snprintf(name, sizeof name, "/tmp/convert-%d-part-%u", (int)getpid(), ++parts);
        write_entries(name, (ks_data_format)to, &(struct entries){entries->list + begin, end - begin});
    }
    return parts;
}

Test(convert, files_of_so_many_positions) {
    struct entries entries = play_entries(23, 60);
    char name[64], command[1024], out[64];
    for (unsigned from = KS_DATA_BINPACK; from < WRITTEN_FORMATS; from++) {
        if (!has_all(from))
            continue;
        name_file(name, from);
        write_entries(name, (ks_data_format)from, &entries);
        for (unsigned to = KS_DATA_BINPACK; to < WRITTEN_FORMATS; to++) {
            const unsigned parts = write_parts(&entries, from, to, 500);
            cr_expect_gt(parts, 3);
            snprintf(command, sizeof command,
                     IN_NEW_DIRECTORY "$KINGSCAN convert --split 500 --to %s %s . || exit; ls | wc -l\n"
                                      "for n in *; do cmp $n /tmp/convert-%d-part-${n%%%%.%s}; done; "
                                      "rm /tmp/convert-%d-part-*",
                     ks_data_format_name((ks_data_format)to), name, (int)getpid(),
                     ks_data_format_name((ks_data_format)to), (int)getpid());
            snprintf(out, sizeof out, "%u\n", parts);
            expect_run(command, 0, out, "");
        }
        unlink(name);
    }
    free_entries(&entries);
}

/* ---- Shuffled ---- */

/* Prints whether $2 has other bytes than $1, and compares the entries of both, in any order. */
#define SAME_ENTRIES                                                                                         \
    "same_entries() { cmp -s $1 $2 || echo other; for f in $1 $2; do\n"                                      \
    "[ -e $f.sorted ] || case $f in *.fen | *.epd | *.jsonl) cat $f ;; *) $KINGSCAN check --format tsv $f "  \
    ";; esac |\n"                                                                                            \
    "LC_ALL=C sort >$f.sorted; done; cmp $1.sorted $2.sorted; wc -l <$2.sorted; }\n"

/* So many entries take temporary files, and the files of lines are too large for memory themselves. */
Test(convert, shuffled_entries_are_the_same) {
    static const char *const ends[] = {"binpack", "bin", "bulletformat", "marlinformat", "viriformat",
                                       "plain",   "fen", "epd",          "jsonl"};
    struct entries entries = play_entries(24, 1500);
    char name[64], command[2048], out[64];
    name_file(name, KS_DATA_BINPACK);
    write_entries(name, KS_DATA_BINPACK, &entries);
    cr_assert_gt(entries.count, 65000);
    snprintf(out, sizeof out, "other\n%zu\nother\n%zu\n", entries.count, entries.count);
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i += stride()) {
        snprintf(command, sizeof command,
                 IN_NEW_DIRECTORY SAME_ENTRIES
                 "to=%s; $KINGSCAN convert %s all.$to || exit\n"
                 "for seed in 0 1; do $KINGSCAN convert --shuffle --memory 1 --seed $seed %s $seed.$to\n"
                 "same_entries all.$to $seed.$to; done; cmp -s 0.$to 1.$to && echo same order\n"
                 "$KINGSCAN convert --shuffle --memory 1 --seed 1 %s again.$to; cmp 1.$to again.$to",
                 ends[i], name, name, name);
        expect_run(command, 0, out, "");
    }
    unlink(name);
    free_entries(&entries);
}

/* Chains, games and records stay whole; several files are one; files of --split have so many positions. */
Test(convert, shuffled_units_stay_whole) {
    struct entries entries = play_entries(25, 40);
    char names[3][64], command[1024];
    const unsigned formats[3] = {KS_DATA_BINPACK, KS_DATA_VIRI, KS_DATA_BIN};
    for (unsigned i = 0; i < 3; i++) {
        name_file(names[i], formats[i]);
        write_entries(names[i], (ks_data_format)formats[i], &entries);
    }
    for (unsigned i = 0; i < 2; i++) {
        snprintf(command, sizeof command,
                 IN_NEW_DIRECTORY "a=%s; to=${a##*.}; $KINGSCAN convert --shuffle $a $a b.$to\n"
                                  "$KINGSCAN stats b.$to | sed -n 's/^chains.\\([0-9]*\\).*/\\1/p'\n"
                                  "cat $a $a | wc -c; wc -c <b.$to",
                 names[i]);
        struct ran ran = run_shell(command);
        unsigned chains = 0, twice = 0, bytes = 0;
        cr_expect_eq(sscanf(ran.out, "%u %u %u", &chains, &twice, &bytes), 3, "%s", ran.out);
        cr_expect_eq(chains, 80);
        cr_expect_eq(bytes, twice - (i == 0 ? 8 : 0), "%u %u", bytes, twice); /* a block fewer */
        free_ran(&ran);
    }
    snprintf(command, sizeof command,
             IN_NEW_DIRECTORY "mkdir d; $KINGSCAN convert --shuffle --split 600 --to bin %s d\n"
                              "wc -c <d/1.bin; $KINGSCAN convert --shuffle %s b.bin; cat d/[0-9].bin | cmp - "
                              "b.bin; cmp -s b.bin %s || echo other",
             names[0], names[0], names[2]);
    expect_run(command, 0, "24000\nother\n", "");
    for (unsigned i = 0; i < 3; i++)
        unlink(names[i]);
    free_entries(&entries);
}

/* Each of the six orders of three entries comes about as often as the others. (Sanitizers would see the same
 * run 240 times.) */
Test(convert, shuffled_orders_are_as_likely, .disabled = SLOW) {
    struct ran ran =
        run_shell(IN_NEW_DIRECTORY
                  "for score in 1 2 3; do printf 'fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\\nmove e2e4\\n"
                  "score %d\\nply 3\\nresult 1\\ne\\n' $score; done >a.plain\n"
                  "for i in $(seq 240); do $KINGSCAN convert --shuffle --memory 1 --seed $i --to plain "
                  "a.plain - | sed -n 's/^score //p' | tr -d '\\n'; echo; done | sort | uniq -c");
    unsigned orders = 0, times, order;
    int length;
    for (const char *at = ran.out; sscanf(at, "%u %u%n", &times, &order, &length) == 2; at += length) {
        orders++;
        cr_expect(times > 20 && times < 64, "%u came %u times", order, times);
    }
    cr_expect_eq(orders, 6, "%s", ran.out);
    free_ran(&ran);
}

/* A file that is too large for memory meets a folder without room, and an output without. */
Test(convert, shuffles_without_room) {
    struct entries entries = play_entries(26, 600);
    char name[64], command[1024];
    name_file(name, KS_DATA_BIN);
    write_entries(name, KS_DATA_BIN, &entries);
    snprintf(command, sizeof command,
             IN_NEW_DIRECTORY
             "echo old >b.bin; TMPDIR=/nowhere $KINGSCAN convert --shuffle --memory 1 %s b.bin\n"
             "echo $?; cat b.bin; trap '' XFSZ; ulimit -f 1; $KINGSCAN convert --shuffle "
             "--memory 1 %s b.bin; echo $?; cat b.bin; ls\n"
             "$KINGSCAN convert --shuffle --to bin %s /dev/full; echo $?",
             name, name, name);
    expect_run(
        command, 0, "2\nold\n2\nold\nb.bin\n2\n",
        "kingscan convert: a temporary file in /nowhere: No such file or directory; TMPDIR names another "
        "folder, --memory takes more before a file\n"
        "kingscan convert: a temporary file in /tmp: File too large; TMPDIR names another folder, --memory "
        "takes more before a file\n"
        "kingscan convert: /dev/full: No space left on device\n");
    unlink(name);
    free_entries(&entries);
}
