// Times perft through kingscan.hpp, with the rows of rules.c: what the header for C++ costs. bench/rules.sh
// calls both by turns.
#include <kingscan.hpp>

#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "calls/clock.h"
#include "calls/tasks.h"

using kingscan::Move;
using kingscan::MoveList;
using kingscan::Position;
using kingscan::Undo;

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
        position.unmake(undo);
    }
    return nodes;
}

static uint64_t perft_copying(Position &position, unsigned depth) {
    return copying(position, depth);
}

static void print_row(const char *name, uint64_t (*perft)(Position &position, unsigned depth)) {
    std::printf("%s", name);
    for (const auto &task : tasks) {
        Position position(task.fen);
        position.count_legal_moves(); // fills tables
        const double begun = processor_seconds();
        if (perft(position, task.depth) != task.nodes)
            std::exit(1);
        std::printf("\t%.1f", double(task.nodes) / (processor_seconds() - begun) * 1e-6);
    }
    std::printf("\n");
}

int main() {
    print_row("perft on copies", perft_copying);
    print_row("perft in place", in_place);
}
