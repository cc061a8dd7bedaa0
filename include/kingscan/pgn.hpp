// kingscan/pgn.hpp: games in PGN in C++17, read as ranges and written; kingscan/pgn.h says what each function
// promises.
//
//     std::ifstream file("games.pgn", std::ios::binary);
//     kingscan::Pgn pgn(file);
//     for (const kingscan::Pgn::Game game : pgn) {
//         std::cout << game.tag("White").value_or("?") << '\n';
//         for (const kingscan::Pgn::Item &played : game.moves())
//             std::cout << played.move() << ' ';
//         if (const auto error = game.error())
//             std::cout << error->what() << '\n';
//     }
#ifndef KINGSCAN_PGN_HPP
#define KINGSCAN_PGN_HPP

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "game.hpp"
#include "pgn.h"
#include "streams.hpp"
#include "variants.hpp"

namespace kingscan {

// A reader of games. It can be moved, but not while a loop goes through it.
class Pgn {
  public:
    enum class Kind : std::uint8_t {
        move = KS_PGN_MOVE,
        null_move = KS_PGN_NULL_MOVE,
        comment = KS_PGN_COMMENT,
        comment_goes_on = KS_PGN_COMMENT_GOES_ON,
        nag = KS_PGN_NAG,
        begin = KS_PGN_BEGIN,
        end = KS_PGN_END,
        error = KS_PGN_ERROR
    };

    // A part of a game. It is valid until the reader goes on.
    class Item {
      public:
        explicit Item(const ks_pgn_item *item) noexcept : item_(item) {
        }
        const ks_pgn_item &raw() const noexcept {
            return *item_;
        }
        Kind kind() const noexcept {
            return static_cast<Kind>(item_->kind);
        }
        // Returns no move in a variant, and for a null move.
        Move move() const noexcept {
            return Move(item_->move);
        }
        VariantMove variant_move() const noexcept {
            return VariantMove(item_->variant_move);
        }
        Squares checkers() const noexcept {
            return Squares(item_->checkers);
        }
        std::string_view text() const noexcept {
            return std::string_view(item_->text, item_->length);
        }
        // Returns the number of a glyph; of a move, the move number before it, with KS_PGN_NUMBERS.
        unsigned number() const noexcept {
            return item_->number;
        }
        // Returns 0 in the main line, 1 in a variation of it, and so on.
        unsigned depth() const noexcept {
            return item_->depth;
        }

      private:
        const ks_pgn_item *item_;
    };

    // The tags of a game, each with a name and a value.
    class Tags {
      public:
        Tags(const ks_pgn_tag *tags, std::size_t size) noexcept : tags_(tags), size_(size) {
        }
        std::size_t size() const noexcept {
            return size_;
        }
        const ks_pgn_tag &operator[](std::size_t index) const noexcept {
            return tags_[index];
        }
        const ks_pgn_tag *begin() const noexcept {
            return tags_;
        }
        const ks_pgn_tag *end() const noexcept {
            return tags_ + size_;
        }

      private:
        const ks_pgn_tag *tags_;
        std::size_t size_;
    };

    // The game that is read. It is valid until the next one begins.
    class Game {
      public:
        explicit Game(ks_pgn *pgn) noexcept : pgn_(pgn) {
        }
        Tags tags() const noexcept {
            const ks_pgn_tag *tags = nullptr;
            const std::size_t size = ks_pgn_get_tags(pgn_, &tags);
            return Tags(tags, size);
        }
        std::optional<std::string_view> tag(const char *name) const noexcept {
            const char *const value = ks_pgn_find_tag(pgn_, name);
            return value ? std::optional<std::string_view>(value) : std::nullopt;
        }
        // The moves of the main line that have not been read yet; or these with what else the flags ask for.
        auto moves() const noexcept {
            return Once<Item, Next>(Next{pgn_, ks_pgn_next_move});
        }
        auto items() const noexcept {
            return Once<Item, Next>(Next{pgn_, ks_pgn_next_item});
        }

        // ---- After the item given last ----
        // Returns nothing in a variant, and without a usable FEN.
        std::optional<Position> position() const noexcept {
            const ks_position *const position = ks_pgn_get_position(pgn_);
            return position ? std::optional<Position>(*position) : std::nullopt;
        }
        // There is a position (precondition).
        Verdict verdict() const noexcept {
            return static_cast<Verdict>(ks_pgn_judge(pgn_, nullptr));
        }
        std::optional<Variant> variant() const noexcept {
            const ks_variant *const variant = ks_pgn_get_variant(pgn_);
            return variant ? std::optional<Variant>(variant) : std::nullopt;
        }
        // Returns nothing in a game of chess.
        std::optional<VariantPosition> variant_position() const noexcept {
            const ks_variant_position *const position = ks_pgn_get_variant_position(pgn_);
            return position ? std::optional<VariantPosition>({ks_pgn_get_variant(pgn_), *position})
                            : std::nullopt;
        }
        // Returns Outcome::undecided until the moves have been read.
        Outcome result() const noexcept {
            return static_cast<Outcome>(ks_pgn_get_result(pgn_));
        }
        // Returns the first error of the game that has been met, or the error of the item given last.
        std::optional<Error> error() const noexcept {
            return error_of(pgn_);
        }
        ks_pgn_place place() const noexcept {
            return ks_pgn_get_place(pgn_);
        }
        // The reader has KS_PGN_COMMANDS (precondition).
        const ks_pgn_commands &commands() const noexcept {
            return *ks_pgn_get_commands(pgn_);
        }

      private:
        ks_pgn *pgn_;
    };

    // Throws KS_ERROR_MEMORY.
    explicit Pgn(const Source &source, ks_pgn_flags flags = KS_PGN_DEFAULT) {
        ks_error error;
        pgn_.reset(source.open(
            [&](ks_source *function, void *context) { return ks_pgn_open(function, context, flags, &error); },
            [&](std::string_view text) {
                return ks_pgn_open_memory(text.data(), text.size(), flags, &error);
            }));
        if (!pgn_)
            raise(error);
    }
    // Plays games of these variants, which have to exist as long as the reader.
    void use(const Variants &variants) noexcept {
        ks_pgn_use_variants(pgn_.get(), variants.raw());
    }
    ks_pgn *raw() noexcept {
        return pgn_.get();
    }

    // Returns, after the last game, the error because of which the text could not be read to its end.
    std::optional<Error> error() const noexcept {
        return error_of(pgn_.get());
    }

    // ---- Writing ----
    // Returns a game as a text: see ks_pgn_write.
    static std::string write(const ks_pgn_game &game) {
        return write_whole([&](char *text, std::size_t room) { return ks_pgn_write(&game, text, room); });
    }

    // Does the same with all moves of a game of chess. The game goes back to its start and forth again.
    static std::string write(kingscan::Game &game, const std::vector<ks_pgn_tag> &tags = {},
                             Outcome result = Outcome::undecided) {
        const std::size_t ply = game.ply();
        game.go_to(0);
        const ks_position start = game.position().raw();
        game.go_to(ply);
        std::vector<ks_pgn_item> items(game.size());
        for (std::size_t i = 0; i < items.size(); i++) {
            items[i].kind = KS_PGN_MOVE;
            items[i].move = game[i].raw();
        }
        ks_pgn_game written = {};
        written.tags = tags.data();
        written.tag_count = tags.size();
        written.start = &start;
        written.items = items.data();
        written.item_count = items.size();
        written.result = static_cast<ks_outcome>(result);
        return write(written);
    }

  private:
    static std::optional<Error> error_of(const ks_pgn *pgn) noexcept {
        const ks_error *const error = ks_pgn_get_error(pgn);
        return error ? std::optional<Error>(*error) : std::nullopt;
    }
    struct Next {
        ks_pgn *pgn;
        const ks_pgn_item *(*next)(ks_pgn *);

        std::optional<Item> operator()() const noexcept {
            const ks_pgn_item *const item = next(pgn);
            return item ? std::optional<Item>(item) : std::nullopt;
        }
    };
    struct NextGame {
        ks_pgn *pgn;

        std::optional<Game> operator()() const noexcept {
            return ks_pgn_next_game(pgn) ? std::optional<Game>(pgn) : std::nullopt;
        }
    };
    struct Close {
        void operator()(ks_pgn *pgn) const noexcept {
            ks_pgn_close(pgn);
        }
    };

    std::unique_ptr<ks_pgn, Close> pgn_;

  public:
    // The games that have not been read yet. A loop goes through them once.
    using Iterator = Once<Game, NextGame>::Iterator;
    Iterator begin() noexcept {
        return Iterator(NextGame{pgn_.get()});
    }
    Iterator end() noexcept {
        return Iterator();
    }
};

// ---- Comments -------------------------------------------------------------------------------------------

// Returns what the commands and the note of a comment say, such as [%clk 0:03:00] and +0.31/12 1.2s.
inline ks_pgn_commands read_commands(std::string_view comment) noexcept {
    ks_pgn_commands commands;
    ks_pgn_read_commands(comment.data(), comment.size(), &commands);
    return commands;
}

// Returns the scores and clocks of a game's positions.
// commands: what Game::commands gave before the first move and after each.
// side: to move at first.
inline std::vector<ks_pgn_entry> find_scores(const std::vector<ks_pgn_commands> &commands, Side side,
                                             ks_pgn_scores form = KS_PGN_SCORES_NONE) {
    std::vector<ks_pgn_entry> entries(commands.size());
    ks_pgn_find_scores(commands.data(), commands.size(), static_cast<unsigned>(side), form, entries.data());
    return entries;
}

} // namespace kingscan

#endif
