// Times how chess-library (Disservin, C++) reads games, as `bench-games read FILE` does. CHESS_LIBRARY names
// its folder.
#include <chess.hpp>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>

#include "calls/clock.h"

namespace {

struct player : chess::pgn::Visitor {
    chess::Board board;
    uint64_t moves = 0;

    void startPgn() override {
        board.setFen(chess::constants::STARTPOS);
    }
    void header(std::string_view, std::string_view) override {
    }
    void startMoves() override {
    }
    void move(std::string_view san, std::string_view) override {
        board.makeMove(chess::uci::parseSan(board, san));
        moves++;
    }
    void endPgn() override {
    }
};

} // namespace

int main(int argc, char **argv) {
    if (argc != 3)
        return 2;
    std::ifstream file(argv[2]);
    const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    double best = 1e9;
    uint64_t moves = 0;
    for (int round = 0; round < 5; round++) {
        std::istringstream in(text);
        player games;
        const double begun = processor_seconds();
        chess::pgn::StreamParser parser(in);
        if (parser.readGames(games).hasError())
            return 1;
        const double taken = processor_seconds() - begun;
        moves = games.moves;
        best = taken < best ? taken : best;
    }
    std::printf("%.2f\t%.0f\n", double(moves) / best * 1e-6, double(text.size()) / best * 1e-6);
}
