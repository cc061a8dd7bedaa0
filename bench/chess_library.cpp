// Times the rules of chess by chess-library (Disservin, C++), with the rows of rules.c. CHESS_LIBRARY names
// its folder.
#include <chess.hpp>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "calls/clock.h"
#include "calls/tasks.h"

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

// Texts: of each legal move, and of the position after it.
struct Line {
    chess::Move move;
    std::string san, fen;
    chess::Board after;
};

static std::vector<Line> lines_of(const chess::Board &board) {
    chess::Movelist moves;
    chess::movegen::legalmoves(moves, board);
    std::vector<Line> lines;
    for (const auto &move : moves) {
        chess::Board after = board;
        after.makeMove(move);
        lines.push_back({move, chess::uci::moveToSan(board, move), after.getFen(), after});
    }
    return lines;
}

static volatile unsigned answers;

template <typename Conversion> static void convert(const char *name, Conversion converted) {
    const unsigned rounds = 300;
    std::printf("%s", name);
    for (const auto &task : tasks) {
        const chess::Board board(task.fen);
        const std::vector<Line> lines = lines_of(board);
        unsigned sum = 0;
        const double begun = processor_seconds();
        for (unsigned round = 0; round < rounds; round++)
            for (const Line &line : lines)
                sum += unsigned(converted(board, line));
        const double taken = processor_seconds() - begun;
        answers = sum;
        std::printf("\t%.1f", double(rounds * lines.size()) / taken * 1e-6);
    }
    std::printf("\n");
}

static void convert_texts() {
    convert("SAN written", [](const chess::Board &board, const Line &line) {
        return chess::uci::moveToSan(board, line.move).size();
    });
    convert("SAN read", [](const chess::Board &board, const Line &line) {
        return chess::uci::parseSan(board, line.san).move();
    });
    convert("FEN written", [](const chess::Board &, const Line &line) { return line.after.getFen().size(); });
    chess::Board read;
    convert("FEN read", [&read](const chess::Board &, const Line &line) {
        read.setFen(line.fen);
        return read.hash();
    });
}

int main() {
    std::printf("perft in place");
    for (const auto &task : tasks) {
        chess::Board board(task.fen);
        const double begun = processor_seconds();
        if (perft(board, task.depth) != task.nodes)
            std::exit(1);
        std::printf("\t%.1f", double(task.nodes) / (processor_seconds() - begun) * 1e-6);
    }
    std::printf("\n");
    convert_texts();
}
