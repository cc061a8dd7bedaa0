/* Texts that are written as Kingscan writes them, and texts that mean the same and are not. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "core/fen/plain.h"
#include "core/fen/write.h"
#include "support/length.h"
#include "support/positions.h"

TestSuite(canonical, .timeout = 60);

static bool is_canonical(const char *text) {
    char line[256];
    memset(line, '\n', sizeof line);
    memcpy(line, text, strlen(text));
    return ks_is_canonical_fen(line, strlen(text));
}

/* Writes the first four fields of a position. */
static void write_fields(const ks_position *position, char text[KS_FEN_SIZE]) {
    ks_write_fen(position, text);
    *strrchr(text, ' ') = '\0';
    *strrchr(text, ' ') = '\0';
}

Test(canonical, written_texts_are) {
    static const char *const texts[] = {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
                                        "4k3/8/8/8/8/8/8/4K2R w K -", "4k3/8/8/8/8/8/8/4K3 b - -",
                                        "rk2r3/8/8/8/8/8/8/7K b kq -", "rk1rr3/8/8/8/8/8/8/7K b d -"};
    for (size_t i = 0; i < LENGTH(texts); i++)
        cr_expect(is_canonical(texts[i]), "%s", texts[i]);
}

Test(canonical, other_texts_are_not) {
    static const char *const texts[] = {
        "",
        "-",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w QKkq -",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha -",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR  w KQkq -",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq  -",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w KQkq -",
        "rnbqkbnr/pppppppp/44/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
        "rnbqkbnr/pppppppp/71/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
        "rnbqkbnr/pppp1ppp/8/8/3Pp3/8/PPP1PPPP/RNBQKBNR b KQkq d3",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1BNR w KQkq -",
        "rk2r3/8/8/8/8/8/8/7K b ea -",
    };
    for (size_t i = 0; i < LENGTH(texts); i++)
        cr_expect(!is_canonical(texts[i]), "%s", texts[i]);
}

/* Every written text without an en-passant square is known to be canonical. */
Test(canonical, real_positions) {
    size_t count;
    const real_position *const positions = real_positions(&count);
    cr_assert(count > 0);
    for (size_t i = 0; i < count; i++) {
        char text[KS_FEN_SIZE];
        write_fields(&positions[i].position, text);
        cr_assert_eq(is_canonical(text), strcmp(text + strlen(text) - 2, " -") == 0, "%s", text);
    }
}
