/* Gives bytes of libFuzzer to `kingscan uci`: it survives any input, and always holds a position. */
#include <string.h>

#include "cli/commands/uci/session.h"
#include "fuzz/require.h"
#include "rules/perft/movegen_tmpl.h"

static const ks_variants *variants;

int LLVMFuzzerInitialize(int *argc, char ***argv);

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    (void)argc, (void)argv;
    variants = ks_variants_new(NULL, 0, 0, NULL);
    return freopen("/dev/null", "w", stdout) ? 0 : 1;
}

static void require_position(const struct any_position *position) {
    struct any_position again;
    char fen[ANY_FEN_SIZE];
    require(any_read_fen(position->variant, fen, any_write_fen(position, fen), KS_FEN_RIGHTS, &again, NULL) ==
                KS_OK,
            "it is a position");
    require(position->variant || again.chess.key == position->chess.key, "its key is right");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static struct output out;
    struct uci uci;
    const char *text = (const char *)data;
    uci_start(&uci, variants, 2, &out);
    while (size > 0) {
        const char *const newline = memchr(text, '\n', size);
        const size_t length = newline ? (size_t)(newline - text) : size;
        if (!uci_answer(&uci, text, length))
            break;
        require_position(&uci.position);
        text += length + (newline != NULL);
        size -= length + (newline != NULL);
    }
    flush_output(&out);
    history_free(&uci.history);
    return 0;
}
