/* Gives bytes of libFuzzer to the readers of moves: an error has a name and lies within the text, and a move
 * that is read is legal and is the same when read again from its UCI and SAN, whatever the bytes. */
#include <string.h>

#include "fuzz/require.h"
#include "kingscan.h"

static const char *const positions[] = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "8/6bb/8/8/R1pP2k1/4P3/P1p5/K7 b - d3 0 1",
    "2r1kr2/8/8/8/8/8/8/1R2KR2 w FBfc - 0 1",
    "7k/8/1N3N2/8/1N1Q1N2/8/8/4K3 w - - 0 1",
    "4k3/8/8/8/7b/8/4r3/4K3 w - - 0 1",
};

enum { POSITIONS = sizeof positions / sizeof *positions };

static void require_same(const ks_position *position, ks_move move, const char *text) {
    ks_move again;
    require(ks_read_move(position, text, strlen(text), &again, NULL) == KS_OK && again == move,
            "a move is read as it is written");
}

/* The first byte chooses the position. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    ks_position position;
    ks_move move;
    ks_move_list legal;
    ks_error error = {0};
    char text[KS_SAN_SIZE];
    if (size == 0)
        return 0;
    const char *const fen = positions[data[0] % POSITIONS];
    require(ks_read_fen(fen, strlen(fen), KS_FEN_RIGHTS, &position, NULL) == KS_OK, "a position is one");
    const int code = ks_read_move(&position, (const char *)data + 1, size - 1, &move, &error);
    if (code != KS_OK) {
        require(error.code == code && ks_error_name(code) != NULL, "an error has a name");
        require(error.offset <= size - 1, "an error lies within the text");
        require(strlen(error.message) > 0 && !strchr(error.message, '\n'), "a message is one line");
        return 0;
    }
    size_t count = ks_legal_moves(&position, &legal);
    while (count > 0 && legal.moves[count - 1] != move)
        count--;
    require(count > 0, "a move that is read is legal");
    ks_write_uci(&position, move, 0, text);
    require_same(&position, move, text);
    ks_write_uci(&position, move, KS_UCI_CHESS960, text);
    require_same(&position, move, text);
    ks_write_san(&position, move, text);
    require_same(&position, move, text);
    return 0;
}
