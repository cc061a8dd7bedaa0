// kingscan/game.hpp: a game of chess, move by move, in C++17; kingscan/game.h says what each function
// promises.
#ifndef KINGSCAN_GAME_HPP
#define KINGSCAN_GAME_HPP

#include <memory>
#include <optional>

#include "rules.hpp"

namespace kingscan {

// A start and the moves from there, with one of the positions as the current one. It can be moved.
class Game {
  public:
    // Throws KS_ERROR_MEMORY, as the next one does.
    Game() : Game(nullptr) {
    }
    explicit Game(const Position &start) : Game(&start.raw()) {
    }
    // Returns a copy of the current position.
    Position position() const noexcept {
        return Position(*ks_game_get_position(game_.get()));
    }
    // Returns how many moves lead to the current position, and how many there are.
    std::size_t ply() const noexcept {
        return ks_game_get_ply(game_.get());
    }
    std::size_t size() const noexcept {
        return ks_game_get_length(game_.get());
    }
    Move operator[](std::size_t index) const noexcept {
        return Move(ks_game_get_move(game_.get(), index));
    }
    // Plays a move, or returns the error and changes nothing: the move is not legal, or there is no memory.
    [[nodiscard]] std::optional<Error> play(Move move) noexcept {
        ks_error error;
        if (ks_game_play(game_.get(), move.raw(), &error) == KS_OK)
            return std::nullopt;
        return Error(error);
    }
    // ply: at most size() (precondition).
    void go_to(std::size_t ply) noexcept {
        ks_game_go_to(game_.get(), ply);
    }
    // Of the current position.
    Verdict verdict() const noexcept {
        return static_cast<Verdict>(ks_judge(ks_game_get_position(game_.get()), nullptr));
    }
    unsigned repetitions() const noexcept {
        return ks_game_count_repetitions(game_.get());
    }
    Draw draw() const noexcept {
        return static_cast<Draw>(ks_game_find_draw(game_.get()));
    }
    // Replaces the game by that of a UCI command, or returns the error and changes nothing.
    [[nodiscard]] std::optional<Error> read_uci(std::string_view text) noexcept {
        ks_error error;
        if (ks_game_read_uci(game_.get(), text.data(), text.size(), &error) == KS_OK)
            return std::nullopt;
        return Error(error);
    }
    const ks_game *raw() const noexcept {
        return game_.get();
    }

  private:
    struct Free {
        void operator()(ks_game *game) const noexcept {
            ks_game_free(game);
        }
    };
    explicit Game(const ks_position *start) : game_(ks_game_new(start)) {
        if (!game_)
            raise({KS_ERROR_MEMORY, 0, "there is not enough memory"});
    }

    std::unique_ptr<ks_game, Free> game_;
};

} // namespace kingscan

#endif
