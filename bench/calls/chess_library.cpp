// Times single calls of chess-library (Disservin, C++), with the rows of kingscan.c. CHESS_LIBRARY names its
// folder.
#include <chess.hpp>

#include <cstdint>
#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

#include "calls/clock.h"

using namespace chess;

enum { SAMPLES = 4096, ROUNDS = 20 };

struct Sample {
    Board board;
    std::string fen;
    std::vector<Move> moves;
    std::vector<std::string> san, uci;
};

enum Per { POSITION, SQUARE, MOVE };

// Calls a function on each sample, on each of its squares or for each of its moves; the first round is not
// timed.
template <typename Call>
static void measure(const char *name, Per per, std::vector<Sample> &samples, Call call) {
    volatile std::uint64_t sink = 0;
    double begun = 0;
    std::uint64_t calls = 0;
    for (int round = -1; round < ROUNDS; round++) {
        if (round == 0)
            begun = processor_ns(), calls = 0;
        for (Sample &sample : samples) {
            const std::size_t times = per == POSITION ? 1 : per == SQUARE ? 64 : sample.moves.size();
            std::uint64_t sum = 0;
            for (std::size_t i = 0; i < times; i++)
                sum += static_cast<std::uint64_t>(call(sample, i));
            sink = sink + sum;
            calls += times;
        }
    }
    std::printf("%s\t%.2f\n", name, (processor_ns() - begun) / double(calls));
}

static std::vector<Sample> read_samples(const char *path) {
    std::vector<Sample> samples;
    std::ifstream file(path);
    for (std::string line; samples.size() < SAMPLES && std::getline(file, line);) {
        Sample sample{Board(line), line, {}, {}, {}};
        Movelist moves;
        movegen::legalmoves(moves, sample.board);
        for (const Move move : moves) {
            sample.moves.push_back(move);
            sample.san.push_back(uci::moveToSan(sample.board, move));
            sample.uci.push_back(uci::moveToUci(move));
        }
        if (!sample.moves.empty() && !sample.board.inCheck())
            samples.push_back(sample);
    }
    return samples;
}

template <movegen::MoveGenType Type> static int count_moves(const Board &board) {
    Movelist moves;
    movegen::legalmoves<Type>(moves, board);
    return moves.size();
}

static void measure_positions(std::vector<Sample> &samples) {
    Board read;
    measure("setFen", POSITION, samples,
            [&](Sample &s, std::size_t) { return read.setFen(s.fen) ? read.hash() : 0; });
    measure("getFen", POSITION, samples, [](Sample &s, std::size_t) { return s.board.getFen().size(); });
    measure("a copy", POSITION, samples, [](Sample &s, std::size_t) {
        const Board board = s.board;
        __asm__ volatile("" : : "r"(&board) : "memory"); // keeps the copy
        return 0;
    });
    measure("legalmoves", POSITION, samples,
            [](Sample &s, std::size_t) { return count_moves<movegen::MoveGenType::ALL>(s.board); });
    measure("legalmoves<CAPTURE>", POSITION, samples,
            [](Sample &s, std::size_t) { return count_moves<movegen::MoveGenType::CAPTURE>(s.board); });
    measure("legalmoves<QUIET>", POSITION, samples,
            [](Sample &s, std::size_t) { return count_moves<movegen::MoveGenType::QUIET>(s.board); });
    measure("anylegalmoves", POSITION, samples,
            [](Sample &s, std::size_t) { return movegen::anylegalmoves(s.board); });
}

static void measure_moves(std::vector<Sample> &samples) {
    measure("makeMove, unmakeMove", MOVE, samples, [](Sample &s, std::size_t i) {
        s.board.makeMove(s.moves[i]);
        const auto key = s.board.hash();
        s.board.unmakeMove(s.moves[i]);
        return key;
    });
    measure("a copy, makeMove", MOVE, samples, [](Sample &s, std::size_t i) {
        Board after = s.board;
        after.makeMove(s.moves[i]);
        return after.hash();
    });
    measure("makeNullMove, unmakeNullMove", POSITION, samples, [](Sample &s, std::size_t) {
        s.board.makeNullMove();
        const auto key = s.board.hash();
        s.board.unmakeNullMove();
        return key;
    });
    measure("isLegal", MOVE, samples, [](Sample &s, std::size_t i) { return s.board.isLegal(s.moves[i]); });
    measure("givesCheck", MOVE, samples,
            [](Sample &s, std::size_t i) { return s.board.givesCheck(s.moves[i]) != CheckType::NO_CHECK; });
}

static void measure_facts(std::vector<Sample> &samples) {
    measure("inCheck", POSITION, samples, [](Sample &s, std::size_t) { return s.board.inCheck(); });
    measure("isAttacked", SQUARE, samples, [](Sample &s, std::size_t i) {
        return s.board.isAttacked(Square(static_cast<int>(i)), Color::WHITE);
    });
    measure("attackers", SQUARE, samples, [](Sample &s, std::size_t i) {
        return attacks::attackers(s.board, Color::WHITE, Square(static_cast<int>(i))).getBits();
    });
    measure("isInsufficientMaterial", POSITION, samples,
            [](Sample &s, std::size_t) { return s.board.isInsufficientMaterial(); });
    measure("isGameOver", POSITION, samples,
            [](Sample &s, std::size_t) { return static_cast<int>(s.board.isGameOver().first); });
    measure("zobrist", POSITION, samples, [](Sample &s, std::size_t) { return s.board.zobrist(); });
}

static void measure_notation(std::vector<Sample> &samples) {
    measure("moveToSan", MOVE, samples,
            [](Sample &s, std::size_t i) { return uci::moveToSan(s.board, s.moves[i]).size(); });
    measure("parseSan", MOVE, samples,
            [](Sample &s, std::size_t i) { return uci::parseSan(s.board, s.san[i]).move(); });
    measure("moveToUci", MOVE, samples,
            [](Sample &s, std::size_t i) { return uci::moveToUci(s.moves[i]).size(); });
    measure("uciToMove", MOVE, samples,
            [](Sample &s, std::size_t i) { return uci::uciToMove(s.board, s.uci[i]).move(); });
}

int main(int count, char **arguments) {
    if (count != 2)
        return 2;
    std::vector<Sample> samples = read_samples(arguments[1]);
    measure_positions(samples);
    measure_moves(samples);
    measure_facts(samples);
    measure_notation(samples);
}
