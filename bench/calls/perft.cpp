// The perft rows of rules.c, through kingscan.hpp: what the header for C++ costs. bench/rules.sh calls both
// by turns.
#include <kingscan.hpp>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>

using kingscan::Move;
using kingscan::MoveList;
using kingscan::Position;
using kingscan::Undo;

static const struct {
    const char *fen;
    unsigned depth;
    uint64_t nodes;
} tasks[] = {{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 5, 4865609},
             {"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4, 4085603},
             {"r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 4, 3894594}};

static uint64_t copying(const Position &position, unsigned depth) {
    const MoveList moves = position.legal_moves();
    if (depth == 1)
        return moves.size();
    uint64_t nodes = 0;
    for (const Move move : moves)
        nodes += copying(position.after(move), depth - 1);
    return nodes;
}

static uint64_t in_place(Position &position, unsigned depth) {
    const MoveList moves = position.legal_moves();
    if (depth == 1)
        return moves.size();
    uint64_t nodes = 0;
    for (const Move move : moves) {
        const Undo undo = position.make(move);
        nodes += in_place(position, depth - 1);
        position.unmake(move, undo);
    }
    return nodes;
}

static uint64_t perft_copying(Position &position, unsigned depth) {
    return copying(position, depth);
}

static double seconds() {
    timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return double(time.tv_sec) + double(time.tv_nsec) * 1e-9;
}

static void print_row(const char *name, uint64_t (*perft)(Position &position, unsigned depth)) {
    std::printf("%s", name);
    for (const auto &task : tasks) {
        Position position(task.fen);
        position.count_legal_moves(); // fills tables
        const double begun = seconds();
        if (perft(position, task.depth) != task.nodes)
            std::exit(1);
        std::printf("\t%.1f", double(task.nodes) / (seconds() - begun) * 1e-6);
    }
    std::printf("\n");
}

int main() {
    print_row("perft on copies", perft_copying);
    print_row("perft in place", in_place);
}
