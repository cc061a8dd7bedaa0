/* The fields of a line of TSV, of CSV, or with another separator. */
#ifndef KS_COLUMNS_H
#define KS_COLUMNS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The separator by the line itself: a tab when it has any, else a comma, else a semicolon. */
enum { SEPARATOR_OF_LINE = 0 };

/* A column of a table. */
struct column {
    uint64_t number;  /* from 1; 0: none, or see `name` */
    const char *name; /* instead: what the first line of each file calls the column, or NULL */
};

/* The columns of a table that have the positions, and moves to be made from them. */
struct column_choice {
    struct column position; /* none: the line is a position */
    struct column moves;    /* none: there are no moves */
    uint64_t plies;         /* so many of the moves are made */
    char separator;         /* of columns, or SEPARATOR_OF_LINE */
    bool header;            /* the first line of each file is skipped; set with a name too */
};

static inline bool is_chosen(const struct column *column) {
    return column->number > 0 || column->name;
}

/* A line of length bytes, and where its next field begins. */
struct fields {
    const char *line;
    size_t length, at;
    char separator;
    bool ended;
};

/* A field lies in its line. One that is quoted (RFC 4180) lies between its quotes, and "" in it means ".
 * Quotes have no meaning when tabs are the separators. */
struct field {
    size_t begin, length;
    bool quoted;
};

void start_fields(struct fields *fields, const char *line, size_t length, char separator);

/* Takes the next field; a line has at least one. Returns false when there is none left. */
bool take_field(struct fields *fields, struct field *field);

/* Finds field `number`, from 1. Returns how many fields were read: `number`, or fewer when the line has no
 * more.
 */
uint64_t find_field(struct fields *fields, uint64_t number, struct field *field);

/* Whether the text of a field isn't its value. */
bool has_quotes(const char *line, const struct field *field);

/* Writes the value of a field, which has no more bytes than its text, and returns its length. */
size_t copy_value(const char *line, const struct field *field, char *value);

#endif
