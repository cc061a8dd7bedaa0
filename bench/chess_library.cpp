// The same rows as rules.c prints, by chess-library (Disservin, C++), whose folder CHESS_LIBRARY names.
#include <chess.hpp>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>

static const struct {
    const char *fen;
    unsigned depth;
    uint64_t nodes;
} tasks[] = {{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 5, 4865609},
             {"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4, 4085603},
             {"r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 4, 3894594}};

static uint64_t perft(chess::Board &board, unsigned depth) {
    chess::Movelist moves;
    chess::movegen::legalmoves(moves, board);
    uint64_t nodes = 0;
    if (depth == 1)
        return moves.size();
    for (const auto &move : moves) {
        board.makeMove(move);
        nodes += perft(board, depth - 1);
        board.unmakeMove(move);
    }
    return nodes;
}

static double seconds() {
    timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return double(time.tv_sec) + double(time.tv_nsec) * 1e-9;
}

int main() {
    std::printf("perft in place");
    for (const auto &task : tasks) {
        chess::Board board(task.fen);
        const double begun = seconds();
        if (perft(board, task.depth) != task.nodes)
            std::exit(1);
        std::printf("\t%.1f", double(task.nodes) / (seconds() - begun) * 1e-6);
    }
    std::printf("\n");
}
