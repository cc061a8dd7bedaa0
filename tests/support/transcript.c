/* Runs the blocks of the .test files of tests/cli. A block becomes a script of sh, which writes what each
 * command prints to files; those become a block again, as it would stand in the transcript, and both blocks
 * are compared. */
#define _GNU_SOURCE /* memmem */
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <criterion/criterion.h>

#include "support/run.h"
#include "support/transcript.h"

/* ---- Text ---- */

struct text {
    const char *at, *end;
};

/* Takes the next line, without its line feed; returns false when there is none. */
static bool take_line(struct text *rest, struct text *line) {
    if (rest->at >= rest->end)
        return false;
    const char *const feed = memchr(rest->at, '\n', (size_t)(rest->end - rest->at));
    *line = (struct text){rest->at, feed ? feed : rest->end};
    rest->at = line->end + (feed != NULL);
    return true;
}

static bool begins_with(struct text line, const char *word) {
    const size_t length = strlen(word);
    return (size_t)(line.end - line.at) >= length && memcmp(line.at, word, length) == 0;
}

static bool equals(struct text line, const char *word) {
    return begins_with(line, word) && line.at + strlen(word) == line.end;
}

static void write_text(FILE *out, struct text text) {
    fwrite(text.at, 1, (size_t)(text.end - text.at), out);
}

static char *read_whole(const char *path, size_t *length) {
    char *text = NULL;
    size_t size = 0;
    FILE *const file = fopen(path, "rb");
    cr_assert(file, "cannot read %s", path);
    *length = 0;
    do {
        text = realloc(text, size += 1 << 16);
        cr_assert(text);
        *length += fread(text + *length, 1, size - *length - 1, file);
    } while (*length == size - 1);
    text[*length] = '\0';
    fclose(file);
    return text;
}

/* ---- The language ---- */

/* Marks what begins a line of a block that is no output. */
static bool is_marked(struct text line) {
    return begins_with(line, "$ ") || begins_with(line, "! ") || begins_with(line, "? ") ||
           begins_with(line, "> ") || begins_with(line, "# ");
}

/* Returns whether a backslash stands for itself: it does not where it begins a line, nor before what would
 * make an escape of it. */
static bool is_plain_backslash(struct text line, const char *at) {
    return at > line.at && at + 1 < line.end && isgraph((unsigned char)at[1]) && !strchr("trx\\", at[1]);
}

/* Returns whether a reader sees that a tab separates two fields, since both are there. */
static bool is_between_fields(struct text line, const char *at) {
    return at > line.at && at + 1 < line.end && (unsigned char)at[-1] > ' ' && (unsigned char)at[1] > ' ';
}

/* Writes a byte of a line of output so that an editor shows it. */
static void write_byte(FILE *out, struct text line, const char *at) {
    const unsigned char byte = (unsigned char)*at;
    if (byte == '\t' && !is_between_fields(line, at))
        fputs("\\t", out);
    else if (byte == '\r')
        fputs("\\r", out);
    else if (byte == '\\' && !is_plain_backslash(line, at))
        fputs("\\\\", out);
    else if ((byte < ' ' && byte != '\t') || byte == 0x7f || (byte == ' ' && at + 1 == line.end))
        fprintf(out, "\\x%02x", byte);
    else
        fputc(byte, out);
}

/* Writes what a command printed as lines of a block. An empty line is \n, and a line that could be taken for
 * something else begins with a backslash. A last line that does not end is followed by a lone backslash. */
static void write_output(FILE *out, struct text text, const char *mark) {
    struct text line;
    const bool ends = text.at == text.end || text.end[-1] == '\n';
    while (take_line(&text, &line)) {
        fputs(mark, out);
        if (line.at == line.end)
            fputs("\\n", out);
        else if (!*mark && is_marked(line))
            fputc('\\', out);
        for (const char *at = line.at; at < line.end; at++)
            write_byte(out, line, at);
        fputc('\n', out);
    }
    if (!ends)
        fprintf(out, "%s\\\n", mark);
}

/* Writes a line of a here-document: the same escapes, the other way round. */
static void write_input(FILE *out, struct text line) {
    while (line.at < line.end) {
        static const char letters[] = "tr\\", bytes[] = "\t\r\\";
        const char *const letter = *line.at == '\\' ? memchr(letters, line.at[1], sizeof letters - 1) : NULL;
        unsigned byte;
        int length = 0;
        if (letter) {
            fputc(bytes[letter - letters], out);
            line.at += 2;
        } else if (begins_with(line, "\\x") && isxdigit((unsigned char)line.at[2]) &&
                   sscanf(line.at, "\\x%2x%n", &byte, &length) == 1 && length == 4) {
            fputc((int)byte, out);
            line.at += length;
        } else {
            fputc(*line.at++, out);
        }
    }
    fputc('\n', out);
}

/* ---- Commands ---- */

/* Returns the word that ends the here-document which a line begins; of no length when it begins none. */
static struct text document_of(struct text line) {
    const char *at = memmem(line.at, (size_t)(line.end - line.at), "<<", 2);
    at = at ? at + 2 + strspn(at + 2, "'") : line.end;
    const char *end = at;
    while (end < line.end && (isalnum((unsigned char)*end) || *end == '_'))
        end++;
    return (struct text){at, end};
}

static bool is_word(struct text line, struct text word) {
    const size_t length = (size_t)(line.end - line.at);
    return length == (size_t)(word.end - word.at) && memcmp(line.at, word.at, length) == 0;
}

/* Writes a line of a command for sh, and takes the here-document that it begins. */
static void take_document(struct text *rest, struct text line, FILE *script) {
    const struct text word = document_of(line);
    fprintf(script, "%.*s\n", (int)(line.end - line.at) - 2, line.at + 2);
    while (word.at < word.end && take_line(rest, &line)) {
        write_input(script, line);
        if (is_word(line, word))
            break;
    }
}

/* Writes a command for sh, whose first line is given, and takes its other lines: those that begin with "> ",
 * and here-documents. */
static void take_command(struct text *rest, struct text line, FILE *script) {
    take_document(rest, line, script);
    for (struct text after = *rest; take_line(&after, &line) && begins_with(line, "> "); after = *rest) {
        *rest = after;
        take_document(rest, line, script);
    }
}

/* Takes the next line that is in no here-document. */
static bool take_line_outside(struct text *rest, struct text *line) {
    if (!take_line(rest, line))
        return false;
    const struct text word = document_of(*line);
    if (word.at < word.end && (begins_with(*line, "$ ") || begins_with(*line, "> ")))
        for (struct text inside; take_line(rest, &inside) && !is_word(inside, word);)
            continue;
    return true;
}

/* ---- Blocks ---- */

struct block {
    struct text head; /* the lines before the file's first blank line */
    struct text loop; /* "NAME in WORD..."; of no length when the block runs once */
    struct text body; /* the commands and what they print */
};

static struct block find_block(struct text file, const char *title) {
    struct block block = {.head = file, .loop = {file.end, file.end}};
    struct text line, rest = file;
    bool after_blank = true;
    while (take_line_outside(&rest, &line) && !(after_blank && equals(line, title)))
        after_blank = equals(line, "") || (after_blank && begins_with(line, "# "));
    block.body = rest;
    if (take_line(&rest, &line) && begins_with(line, "for ")) {
        block.loop = (struct text){line.at + strlen("for "), line.end - 1};
        block.body.at = rest.at;
    }
    block.body.end = block.body.at;
    for (rest.at = block.body.at; take_line_outside(&rest, &line) && !equals(line, "");)
        block.body.end = rest.at;
    return block;
}

/* Sets the variables "NAME = TEXT" of the file's head. */
static void write_variables(FILE *script, struct text head) {
    struct text line;
    while (take_line(&head, &line) && !equals(line, "")) {
        const char *const equal = memmem(line.at, (size_t)(line.end - line.at), " = ", 3);
        if (equal && !begins_with(line, "# "))
            fprintf(script, "%.*s='%.*s'\n", (int)(equal - line.at), line.at, (int)(line.end - equal) - 3,
                    equal + 3);
    }
}

/* Makes a folder of the project part of a block's directory if the block names it. */
static void write_link(FILE *script, struct text body, const char *folder) {
    if (memmem(body.at, (size_t)(body.end - body.at), folder, strlen(folder)))
        fprintf(script, "ln -s \"$ROOT/%s\" .\n", folder);
}

/* Writes the script of a block. Command number N writes to N.out, N.err and N.status in the directory $T. */
static void write_script(FILE *script, const struct block *block, const char *directory) {
    struct text line, rest = block->body;
    unsigned number = 0;
    fprintf(script,
            "T=%s ROOT=$PWD; mkdir $T/here $T/bin; ln -s \"$KINGSCAN\" $T/bin/kingscan; PATH=$T/bin:$PATH\n"
            "export BUILD=$(realpath %s); cd $T/here\n",
            directory, BUILD);
    write_link(script, block->body, "tests");
    write_link(script, block->body, "examples");
    write_variables(script, block->head);
    while (take_line(&rest, &line))
        if (begins_with(line, "$ ")) {
            fputs("{\n", script);
            take_command(&rest, line, script);
            fprintf(script, "} >$T/%u.out 2>$T/%u.err\necho $? >$T/%u.status\n", number, number, number);
            number++;
        }
    cr_assert(number > 0, "the block has no command");
}

static struct text output_of(const char *directory, unsigned number, const char *kind, char **freed) {
    char path[200];
    size_t length;
    snprintf(path, sizeof path, "%s/%u.%s", directory, number, kind);
    *freed = read_whole(path, &length);
    return (struct text){*freed, *freed + length};
}

/* Writes what command number N printed, as a block has it. */
static void write_found(FILE *found, const char *directory, unsigned number) {
    char *out, *err, *status;
    write_output(found, output_of(directory, number, "out", &out), "");
    write_output(found, output_of(directory, number, "err", &err), "! ");
    const struct text said = output_of(directory, number, "status", &status);
    if (!equals(said, "0\n")) {
        fputs("? ", found);
        write_text(found, said);
    }
    free(out);
    free(err);
    free(status);
}

/* Writes the block again, with what its commands have printed. */
static void write_block(FILE *found, const struct block *block, const char *directory) {
    struct text line, rest = block->body;
    unsigned number = 0;
    FILE *const nowhere = fopen("/dev/null", "w");
    cr_assert(nowhere);
    while (take_line(&rest, &line))
        if (begins_with(line, "$ ")) {
            take_command(&rest, line, nowhere);
            write_text(found, (struct text){line.at, rest.at});
            write_found(found, directory, number++);
        } else if (begins_with(line, "# ")) {
            write_text(found, (struct text){line.at, rest.at});
        }
    fclose(nowhere);
}

/* ---- Comparison ---- */

/* In a line of a transcript, <N> stands for a number. */
static const char NUMBER[] = "<N>";

static bool has_number(struct text body) {
    return memmem(body.at, (size_t)(body.end - body.at), NUMBER, strlen(NUMBER)) != NULL;
}

static bool fits(struct text found, struct text line) {
    while (line.at < line.end) {
        if (begins_with(line, NUMBER) && found.at < found.end && isdigit((unsigned char)*found.at)) {
            line.at += strlen(NUMBER);
            while (found.at < found.end && (isdigit((unsigned char)*found.at) || *found.at == '.'))
                found.at++;
        } else if (begins_with(line, "\\t") && begins_with(found, "\t")) {
            line.at += strlen("\\t");
            found.at++;
        } else if (found.at == found.end || *found.at++ != *line.at++) {
            return false;
        }
    }
    return found.at == found.end;
}

static bool is_as_expected(struct text found, struct text body) {
    struct text line, found_line;
    while (take_line(&body, &line))
        if (!take_line(&found, &found_line) || !fits(found_line, line))
            return false;
    return found.at == found.end;
}

static void write_file(const char *path, struct text before, struct text text, struct text after) {
    FILE *const file = fopen(path, "wb");
    cr_assert(file, "cannot write %s", path);
    write_text(file, before);
    write_text(file, text);
    write_text(file, after);
    cr_assert(fclose(file) == 0);
}

/* Fails with what `diff -u` says. */
static void show_difference(const char *name, const char *title, const char *directory, struct text body,
                            struct text found) {
    const struct text none = {NULL, NULL};
    char path[200], command[400];
    snprintf(path, sizeof path, "%s/expected", directory);
    write_file(path, none, body, none);
    snprintf(path, sizeof path, "%s/found", directory);
    write_file(path, none, found, none);
    snprintf(command, sizeof command, "cd %s && diff -u --label expected --label found expected found",
             directory);
    struct ran ran = run_shell(command);
    cr_expect(false, "%s: %s\n%s", name, title, ran.out);
    free_ran(&ran);
}

/* ---- Runs ---- */

/* Runs a block after a line of shell, which sets the variable of a loop. */
static void run_once(const char *name, const char *title, const char *setting) {
    char directory[] = "/tmp/kingscan-XXXXXX", *whole, *script, *text, remove[100];
    size_t length;
    cr_assert(mkdtemp(directory), "no directory for a test");
    whole = read_whole(name, &length);
    const struct text file = {whole, whole + length};
    const struct block block = find_block(file, title);
    FILE *out = open_memstream(&script, &length);
    fputs(setting, out);
    write_script(out, &block, directory);
    fclose(out);
    struct ran ran = run_shell(script);
    cr_expect(ran.err_length == 0, "%s: %s: %s", name, title, ran.err);
    free_ran(&ran);
    out = open_memstream(&text, &length);
    write_block(out, &block, directory);
    fclose(out);
    const struct text found = {text, text + length};
    if (!is_as_expected(found, block.body)) {
        if (getenv("UPDATE") && !has_number(block.body))
            write_file(name, (struct text){whole, block.body.at}, found,
                       (struct text){block.body.end, file.end});
        else
            show_difference(name, title, directory, block.body, found);
    }
    snprintf(remove, sizeof remove, "rm -rf %s", directory);
    ran = run_shell(remove);
    free_ran(&ran);
    free(script);
    free(text);
    free(whole);
}

void run_block(const char *name, const char *title) {
    size_t length;
    char *const whole = read_whole(name, &length);
    const struct block block = find_block((struct text){whole, whole + length}, title);
    char *const loop = strndup(block.loop.at, (size_t)(block.loop.end - block.loop.at)), *rest;
    const char *const variable = strtok_r(loop, " ", &rest);
    if (!variable)
        run_once(name, title, "");
    strtok_r(NULL, " ", &rest); /* in */
    unsigned words = 0;
    for (const char *word; variable && (word = strtok_r(NULL, " ", &rest)); words++) {
        char setting[200];
        snprintf(setting, sizeof setting, "%s='%s'\n", variable, word);
        run_once(name, title, setting);
    }
    cr_assert(!variable || (words > 0 && *block.loop.end == ':'), "%s: %s: expected 'for NAME in WORD...:'",
              name, title);
    free(loop);
    free(whole);
}
