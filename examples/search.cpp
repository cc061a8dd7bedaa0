// The search of search.c through kingscan.hpp:
//
//     c++ -std=c++17 -O2 search.cpp -lkingscan -o search
//     printf '%s\n' 'position startpos moves e2e4' 'go depth 6' | ./search
#include <kingscan.hpp>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

using namespace kingscan;

constexpr int mate = 1000000, infinite = mate + 1, deepest = 60;

// Material and mobility, for the side to move.
static int evaluate(const Position &position) {
    constexpr int values[] = {0, 100, 320, 330, 500, 900, 0};
    int score = 0;
    for (const Square square : position.occupied()) {
        const Piece piece = position[square];
        const int value = values[static_cast<int>(type_of(piece))];
        score += side_of(piece) == position.side_to_move() ? value : -value;
    }
    return score + static_cast<int>(position.count_legal_moves());
}

class Search {
  public:
    explicit Search(std::vector<std::uint64_t> game) : keys(std::move(game)) {
    }
    int search(const Position &position, int ply, int depth, int alpha, int beta);
    Move best{}; // at the root

  private:
    static int rank(const Position &position, Move move, Move first);
    std::vector<std::uint64_t> keys; // of the game and of the line that is searched
};

// The move to try first has the highest rank; then come captures, the most valuable piece by the least.
int Search::rank(const Position &position, Move move, Move first) {
    const int captured = static_cast<int>(type_of(position.captured(move)));
    const int mover = static_cast<int>(type_of(position[move.from()]));
    return move == first ? 64 : captured ? 8 * captured - mover : 0;
}

// Alpha-beta, then captures alone. A mate counts for more the sooner it comes; a position that occurs again
// counts as a draw.
int Search::search(const Position &position, int ply, int depth, int alpha, int beta) {
    if (!position.has_legal_move())
        return position.in_check() ? ply - mate : 0;
    if (ply > 0 && (position.draw() != Draw::none ||
                    ks_count_repetitions(keys.data(), keys.size(), position.halfmove_clock()) > 0))
        return 0;

    if (depth <= 0)
        alpha = std::max(alpha, evaluate(position));
    MoveList moves = depth > 0 ? position.legal_moves() : position.captures();
    const Move first = ply == 0 ? best : Move{};
    std::sort(moves.begin(), moves.end(), [&](Move one, Move other) {
        return rank(position, one, first) > rank(position, other, first);
    });
    for (const Move move : moves) {
        if (alpha >= beta)
            break;
        const Position after = position.after(move);
        keys.push_back(after.key());
        const int score = -search(after, ply + 1, depth - 1, -beta, -alpha);
        keys.pop_back();
        if (score > alpha) {
            alpha = score;
            best = ply == 0 ? move : best;
        }
    }
    return alpha;
}

// Searches to each depth in turn, until a mate is found, and prints the best move.
static void go(Game &game, int depth) {
    std::vector<std::uint64_t> keys;
    for (std::size_t ply = 0, length = game.size(); ply <= length; ply++) {
        game.go_to(ply);
        keys.push_back(game.position().key());
    }
    const Position position = game.position();
    Search search(keys);
    bool found = false;
    for (int d = 1; d == 1 || (d <= depth && d <= deepest && !found); d++) {
        const int score = search.search(position, 0, d, -infinite, infinite);
        found = std::abs(score) > mate - 2 * deepest;
        const int moves = (mate - std::abs(score) + 1) / 2 * (score < 0 ? -1 : 1);
        std::cout << "info depth " << d << (found ? " score mate " : " score cp ") << (found ? moves : score)
                  << '\n';
    }
    std::cout << "bestmove " << (search.best ? search.best.uci(position) : "0000") << '\n';
}

int main() {
    Game game;
    std::string text;
    while (std::getline(std::cin, text) && text != "quit") {
        const std::size_t depth = text.find(" depth ");
        if (text.rfind("position", 0) == 0) {
            if (const auto error = game.read_uci(text))
                std::cout << "info string " << error->what() << '\n';
        } else if (text.rfind("go", 0) == 0)
            go(game, depth != text.npos ? std::atoi(text.c_str() + depth + 7) : 5);
        else if (text.rfind("isready", 0) == 0)
            std::cout << "readyok\n";
        else if (text.rfind("uci", 0) == 0)
            std::cout << "id name search\nuciok\n";
        std::cout.flush();
    }
}
