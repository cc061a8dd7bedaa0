// A part of a chess engine that carries Kingscan's vendored folder. Its board is a mailbox of its own: a1
// comes first, white pieces are positive, black ones negative. Kingscan reads this board where it lies, and
// the engine's own routine is compared with Kingscan on random boards.
//
//     make vendor VENDOR=engine/kingscan && cp examples/engine.cpp engine && cd engine
//     cc -O2 -c kingscan/*.c kingscan/*.S && c++ -O2 engine.cpp *.o -o engine && ./engine 1000000
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>

#include "kingscan/kingscan.h"

namespace {

enum Piece : std::int8_t { None, Pawn, Knight, Bishop, Rook, Queen, King };
enum Colour { White, Black };

// board[rank * 8 + file], from a1.
using Board = std::int8_t[64];

// ---- The engine's own routine -----------------------------------------------------------------------------

bool on_board(int file, int rank) {
    return file >= 0 && file < 8 && rank >= 0 && rank < 8;
}

// Whether a piece of this kind attacks along a line, from a distance.
bool attacks_along(int piece, bool diagonal, int ranks, int distance, Colour by) {
#ifdef BUG
    const int forward = by == White ? -1 : 1;
#else
    const int forward = by == White ? 1 : -1;
#endif
    switch (piece) {
    case Queen:
        return true;
    case Bishop:
        return diagonal;
    case Rook:
        return !diagonal;
    case King:
        return distance == 1;
    case Pawn:
        return distance == 1 && diagonal && ranks == -forward;
    default:
        return false;
    }
}

bool attacked_by_knight(const Board &board, int square, int sign) {
    const int leaps[8][2] = {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};
    for (const auto &leap : leaps) {
        const int file = square % 8 + leap[0], rank = square / 8 + leap[1];
        if (on_board(file, rank) && board[rank * 8 + file] == sign * Knight)
            return true;
    }
    return false;
}

bool is_attacked(const Board &board, int square, Colour by) {
    const int sign = by == White ? 1 : -1;
    for (int files = -1; files <= 1; files++)
        for (int ranks = -1; ranks <= 1; ranks++) {
            if (files == 0 && ranks == 0)
                continue;
            int file = square % 8 + files, rank = square / 8 + ranks, distance = 1;
            while (on_board(file, rank) && board[rank * 8 + file] == None)
                file += files, rank += ranks, distance++;
            if (on_board(file, rank) &&
                attacks_along(sign * board[rank * 8 + file], files && ranks, ranks, distance, by))
                return true;
        }
    return attacked_by_knight(board, square, sign);
}

// ---- The same question to Kingscan ------------------------------------------------------------------------

constexpr std::uint8_t code(int piece) {
    return static_cast<std::uint8_t>(piece);
}

// Describes the engine's codes. The set is made once and read by any number of threads.
ks_pieceset describe_codes() {
    static const struct {
        int piece;
        unsigned attacks;
    } pieces[] = {{Pawn, KS_CLASS_PAWN},
                  {Knight, KS_CLASS_KNIGHT},
                  {Bishop, KS_CLASS_DIAGONAL},
                  {Rook, KS_CLASS_ORTHOGONAL},
                  {Queen, KS_CLASS_ORTHOGONAL | KS_CLASS_DIAGONAL},
                  {King, KS_CLASS_WAZIR | KS_CLASS_FERZ}};
    ks_piece rows[12];
    unsigned count = 0;
    for (const auto &row : pieces) {
        const auto attacks = static_cast<std::uint8_t>(row.attacks);
        rows[count++] = {code(row.piece), KS_WHITE, attacks};
        rows[count++] = {code(-row.piece), KS_BLACK, attacks};
    }
    ks_pieceset set;
    ks_error error;
    if (ks_pieceset_init(&set, rows, count, KS_PIECESET_A1_FIRST, &error) != KS_OK) {
        std::fprintf(stderr, "%s\n", error.message);
        std::exit(1);
    }
    return set;
}

const ks_pieceset codes = describe_codes();

bool in_check(const Board &board, int king_square, Colour side) {
    const auto *bytes = reinterpret_cast<const std::uint8_t *>(board);
    return ks_in_check_set(&codes, bytes, static_cast<unsigned>(king_square),
                           side == White ? KS_WHITE : KS_BLACK) != 0;
}

// ---- The two against each other ---------------------------------------------------------------------------

void draw(const Board &board) {
    for (int rank = 7; rank >= 0; rank--, std::putchar('\n'))
        for (int file = 0; file < 8; file++) {
            const int piece = board[rank * 8 + file];
            std::printf(" %c", piece < 0 ? ".pnbrqk"[-piece] : ".PNBRQK"[piece]);
        }
}

bool agree(const Board &board, int square, Colour side) {
    const Colour enemy = side == White ? Black : White;
    const bool own = is_attacked(board, square, enemy), kingscan = in_check(board, square, side);
    if (own != kingscan) {
        std::printf("a %s king on %c%d: the engine says %d, Kingscan %d\n", side == White ? "white" : "black",
                    'a' + square % 8, square / 8 + 1, own, kingscan);
        draw(board);
    }
    return own == kingscan;
}

} // namespace

int main(int count, char **arguments) {
    const long boards = count > 1 ? std::atol(arguments[1]) : 1000000;
    std::mt19937 random(1997);
    for (long i = 0; i < boards; i++) {
        Board board = {};
        for (auto pieces = random() % 24; pieces > 0; pieces--)
            board[random() % 64] = static_cast<std::int8_t>(static_cast<int>(random() % 13) - 6);
        if (!agree(board, static_cast<int>(random() % 64), random() % 2 ? White : Black))
            return 1;
    }
    std::printf("the engine and Kingscan %s agree on %ld boards\n", ks_version(), boards);
}
