/* Tests the codes of errors: their names are those of the header, and their numbers never change. */
#include <criterion/criterion.h>
#include <stdio.h>

#include "kingscan.h"
#include "support/length.h"

struct error_code {
    char name[40];
    int number;
};

/* Reads the header's errors, in its order: their identifiers as names, and their numbers. */
static size_t codes_in_header(struct error_code *codes, size_t room) {
    static char line[256];
    size_t count = 0;
    FILE *header = fopen("include/kingscan/errors.h", "r");
    cr_assert_not_null(header);
    while (fgets(line, sizeof line, header)) {
        struct error_code code;
        const int read = sscanf(line, "    KS_ERROR_%39[A-Z_] = %d", code.name, &code.number);
        if (read < 1)
            continue;
        cr_assert_eq(read, 2, "%s", line);
        cr_assert_lt(count, room);
        for (char *c = code.name; *c; c++)
            *c = *c == '_' ? '-' : (char)(*c - 'A' + 'a');
        codes[count++] = code;
    }
    fclose(header);
    return count;
}

Test(errors, names_are_those_of_the_header) {
    static struct error_code codes[200];
    const size_t count = codes_in_header(codes, LENGTH(codes));
    int number = KS_OK;
    cr_assert_geq(count, 66);
    cr_assert_str_eq(ks_error_name(KS_OK), "ok");
    for (size_t i = 0; i < count; i++) {
        while (++number < codes[i].number)
            cr_assert_null(ks_error_name(number), "%d", number);
        cr_assert_eq(number, codes[i].number, "%s: the numbers rise", codes[i].name);
        cr_assert_str_eq(ks_error_name(number), codes[i].name);
    }
    cr_assert_eq(number, KS_ERROR_MEMORY);
    cr_assert_null(ks_error_name(number + 1));
    cr_assert_null(ks_error_name(-1));
    cr_assert_str_eq(ks_error_name(KS_ERROR_PIECE_PINNED), "piece-pinned");
}

/* Programs that were built with another version know the codes by these numbers. */
Test(errors, keep_their_numbers) {
    cr_assert_eq(KS_ERROR_PLACEMENT_CHARACTER, 1);
    cr_assert_eq(KS_ERROR_EN_PASSANT_SQUARE, 18);
    cr_assert_eq(KS_ERROR_IMPOSSIBLE_CHECK, 22);
    cr_assert_eq(KS_ERROR_PIECE_CODE, 100);
    cr_assert_eq(KS_ERROR_KERNEL_UNKNOWN, 200);
    cr_assert_eq(KS_ERROR_MOVE_TEXT, 300);
    cr_assert_eq(KS_ERROR_PIECE_RULE, 320);
    cr_assert_eq(KS_ERROR_PIECE_BLOCKED, 340);
    cr_assert_eq(KS_ERROR_CASTLING_UNAVAILABLE, 360);
    cr_assert_eq(KS_ERROR_DOUBLE_CHECK, 380);
    cr_assert_eq(KS_ERROR_AMBIGUOUS, 385);
    cr_assert_eq(KS_ERROR_PROMOTION_LIMIT, 400);
    cr_assert_eq(KS_ERROR_INI, 500);
    cr_assert_eq(KS_ERROR_VARIANT_START, 507);
    cr_assert_eq(KS_ERROR_MEMORY, 900);
}
