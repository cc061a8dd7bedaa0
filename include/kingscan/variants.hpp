// kingscan/variants.hpp: variants of chess in C++17, with their positions and moves as classes;
// kingscan/variants.h says what each function promises.
//
//     const kingscan::Variants variants = kingscan::Variants::bundled();
//     const kingscan::Variant xiangqi = variants.find("xiangqi").value();
//     for (const kingscan::VariantMove move : xiangqi.start().legal_moves())
//         std::cout << xiangqi.start().uci(move) << '\n';
#ifndef KINGSCAN_VARIANTS_HPP
#define KINGSCAN_VARIANTS_HPP

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rules.hpp"
#include "variants.h"

namespace kingscan {

// Calls write(text, room), which writes a text and returns its length, with the room that it needs.
template <typename Write> std::string write_whole(Write write) {
    std::string text(write(nullptr, 0), '\0');
    write(text.data(), text.size() + 1); // the zero at the end is written over by itself
    return text;
}

// ---- Squares and moves ----------------------------------------------------------------------------------

// A set of squares of a variant's board, which a loop goes through from the first one.
class VariantSquares {
  public:
    constexpr VariantSquares() noexcept = default;
    constexpr explicit VariantSquares(ks_variant_squares squares) noexcept : squares_(squares) {
    }
    constexpr ks_variant_squares raw() const noexcept {
        return squares_;
    }
    constexpr bool empty() const noexcept {
        return (squares_.half[0] | squares_.half[1]) == 0;
    }
    constexpr unsigned size() const noexcept {
        return Squares(squares_.half[0]).size() + Squares(squares_.half[1]).size();
    }
    constexpr bool contains(unsigned square) const noexcept {
        return square < KS_VARIANT_SQUARES_MAX && (squares_.half[square >> 6] >> (square & 63) & 1) != 0;
    }
    friend constexpr bool operator==(VariantSquares one, VariantSquares other) noexcept {
        return one.squares_.half[0] == other.squares_.half[0] &&
               one.squares_.half[1] == other.squares_.half[1];
    }
    friend constexpr bool operator!=(VariantSquares one, VariantSquares other) noexcept {
        return !(one == other);
    }

    class Iterator {
      public:
        constexpr explicit Iterator(ks_variant_squares rest) noexcept : rest_(rest) {
        }
        unsigned operator*() const noexcept {
            return rest_.half[0] ? ks_lowest_square(rest_.half[0]) : 64 + ks_lowest_square(rest_.half[1]);
        }
        Iterator &operator++() noexcept {
            std::uint64_t &half = rest_.half[rest_.half[0] ? 0 : 1];
            half &= half - 1;
            return *this;
        }
        constexpr bool operator!=(Iterator other) const noexcept {
            return VariantSquares(rest_) != VariantSquares(other.rest_);
        }

      private:
        ks_variant_squares rest_;
    };
    constexpr Iterator begin() const noexcept {
        return Iterator(squares_);
    }
    constexpr Iterator end() const noexcept {
        return Iterator({});
    }

  private:
    ks_variant_squares squares_ = {};
};

enum class VariantMoveKind : std::uint8_t {
    plain = KS_VARIANT_PLAIN,
    first_push = KS_VARIANT_FIRST_PUSH,
    en_passant = KS_VARIANT_EN_PASSANT,
    castling = KS_VARIANT_CASTLING,
    drop = KS_VARIANT_DROP,
    pass = KS_VARIANT_PASS
};

// A move of a variant; the macros KS_VARIANT_MOVE_... tell the rest of raw().
class VariantMove {
  public:
    VariantMove() = default; // not set
    constexpr explicit VariantMove(ks_variant_move move) noexcept : move_(move) {
    }
    constexpr ks_variant_move raw() const noexcept {
        return move_;
    }
    constexpr unsigned from() const noexcept {
        return KS_VARIANT_MOVE_FROM(move_);
    }
    constexpr unsigned to() const noexcept {
        return KS_VARIANT_MOVE_TO(move_);
    }
    constexpr VariantMoveKind kind() const noexcept {
        return static_cast<VariantMoveKind>(KS_VARIANT_MOVE_KIND(move_));
    }
    friend constexpr bool operator==(VariantMove one, VariantMove other) noexcept {
        return one.move_ == other.move_;
    }
    friend constexpr bool operator!=(VariantMove one, VariantMove other) noexcept {
        return one.move_ != other.move_;
    }

  private:
    ks_variant_move move_;
};

// ---- Positions ------------------------------------------------------------------------------------------

class Variant;

// A position of a variant, which is copied freely and lives no longer than its Variants.
class VariantPosition {
  public:
    VariantPosition(const ks_variant *variant, const ks_variant_position &position) noexcept
        : variant_(variant), position_(position) {
    }
    const ks_variant_position &raw() const noexcept {
        return position_;
    }
    Variant variant() const noexcept;

    // ---- Facts ----
    Side side_to_move() const noexcept {
        return static_cast<Side>(position_.side_to_move);
    }
    // Returns the code of what stands on a square: kingscan/variants.h has its parts.
    unsigned operator[](unsigned square) const noexcept {
        return position_.board[square];
    }
    std::uint64_t key() const noexcept {
        return ks_variant_position_key(variant_, &position_);
    }
    std::string fen() const {
        char text[KS_VARIANT_FEN_SIZE];
        return std::string(text, ks_variant_write_fen(variant_, &position_, text));
    }
    std::string x_fen() const {
        char text[KS_VARIANT_FEN_SIZE];
        return std::string(text, ks_variant_write_x_fen(variant_, &position_, text));
    }

    // ---- Checks, verdicts and ends ----
    VariantSquares attackers(unsigned square, Side by) const noexcept {
        return VariantSquares(ks_variant_attackers(variant_, &position_, square, static_cast<unsigned>(by)));
    }
    VariantSquares checkers() const noexcept {
        return VariantSquares(ks_variant_checkers(variant_, &position_, position_.side_to_move));
    }
    bool in_check() const noexcept {
        return !checkers().empty();
    }
    Verdict verdict() const noexcept {
        return static_cast<Verdict>(ks_variant_judge(variant_, &position_, nullptr));
    }
    Outcome outcome() const noexcept {
        const ks_verdict verdict = ks_variant_judge(variant_, &position_, nullptr);
        return static_cast<Outcome>(ks_variant_find_outcome(variant_, &position_, verdict));
    }
    // Returns any draw. keys: those of all `count` positions of the game, this one included.
    Draw draw(Verdict verdict = Verdict::safe, const std::uint64_t *keys = nullptr,
              std::size_t count = 0) const noexcept {
        return static_cast<Draw>(
            ks_variant_find_draw(variant_, &position_, static_cast<ks_verdict>(verdict), keys, count));
    }

    // ---- Moves ----
    std::vector<VariantMove> legal_moves() const {
        std::vector<VariantMove> moves(128);
        const auto list = [&] {
            auto *const first = reinterpret_cast<ks_variant_move *>(moves.data());
            return ks_variant_legal_moves(variant_, &position_, first, moves.size());
        };
        const std::size_t count = list();
        const bool has_room = count <= moves.size();
        moves.resize(count);
        if (!has_room)
            list();
        return moves;
    }
    // Reads UCI or SAN; the error says which rule the move breaks.
    Result<VariantMove> read_move(std::string_view text) const noexcept {
        return Result<VariantMove>([&](VariantMove &move, ks_error &error) {
            ks_variant_attempt attempt;
            const int code =
                ks_variant_read_move(variant_, &position_, text.data(), text.size(), &attempt, &error);
            move = VariantMove(attempt.move);
            return code;
        });
    }
    // The move is legal (precondition of all that follow).
    std::string uci(VariantMove move, ks_uci_flags flags = KS_UCI_DEFAULT) const {
        char text[KS_VARIANT_UCI_SIZE];
        return std::string(text, ks_variant_write_uci(variant_, &position_, move.raw(), flags, text));
    }
    std::string san(VariantMove move) const {
        char text[KS_VARIANT_SAN_SIZE];
        return std::string(text, ks_variant_write_san(variant_, &position_, move.raw(), text));
    }
    VariantPosition after(VariantMove move) const noexcept {
        VariantPosition next = *this;
        next.make(move);
        return next;
    }
    ks_variant_undo make(VariantMove move) noexcept {
        ks_variant_undo undo;
        ks_variant_make_move(variant_, &position_, move.raw(), &undo);
        return undo;
    }
    // Takes back the move made last.
    void unmake(VariantMove move, const ks_variant_undo &undo) noexcept {
        ks_variant_unmake_move(variant_, &position_, move.raw(), &undo);
    }
    std::uint64_t perft(unsigned depth) const noexcept {
        return ks_variant_perft(variant_, &position_, depth);
    }

    // Whether pieces, side to move and rights are the same, as for repetitions.
    friend bool operator==(const VariantPosition &one, const VariantPosition &other) noexcept {
        return one.variant_ == other.variant_ && one.key() == other.key();
    }
    friend bool operator!=(const VariantPosition &one, const VariantPosition &other) noexcept {
        return !(one == other);
    }

  private:
    friend class Result<VariantPosition>;
    VariantPosition() = default; // not set

    const ks_variant *variant_;
    ks_variant_position position_;
};
static_assert(sizeof(VariantMove) == sizeof(ks_variant_move),
              "a list of moves is an array of ks_variant_move");

// Writes the FEN.
template <typename Traits>
std::basic_ostream<char, Traits> &operator<<(std::basic_ostream<char, Traits> &out,
                                             const VariantPosition &position) {
    return out << position.fen().c_str();
}

// ---- Variants -------------------------------------------------------------------------------------------

// One variant: a pointer, which lives no longer than its Variants.
class Variant {
  public:
    explicit Variant(const ks_variant *variant) noexcept : variant_(variant) {
    }
    const ks_variant *raw() const noexcept {
        return variant_;
    }
    ks_variant_facts facts() const noexcept {
        return ks_variant_get_facts(variant_);
    }
    const char *name() const noexcept {
        return facts().name;
    }
    // Returns the rules in English, without the moves of single pieces.
    std::string rules() const {
        return write_whole(
            [this](char *text, std::size_t room) { return ks_variant_describe_rules(variant_, text, room); });
    }
    // The type is below facts().types (precondition of both).
    ks_variant_piece_type piece_type(unsigned type) const noexcept {
        return ks_variant_get_piece_type(variant_, type);
    }
    std::string moves_of(unsigned type) const {
        return write_whole([this, type](char *text, std::size_t room) {
            return ks_variant_describe_piece_type(variant_, type, text, room);
        });
    }
    // Returns "j10" and the like; "-" for a square that is not on the board.
    const char *square_name(unsigned square) const noexcept {
        return ks_variant_square_name(variant_, square);
    }

    // Returns the position that games start from.
    VariantPosition start() const noexcept {
        return VariantPosition(variant_, *ks_variant_get_start(variant_));
    }
    Result<VariantPosition> read(std::string_view fen, ks_fen_flags flags = KS_FEN_DEFAULT) const noexcept {
        return Result<VariantPosition>([&](VariantPosition &position, ks_error &error) {
            ks_variant_position read;
            const int code = ks_variant_read_fen(variant_, fen.data(), fen.size(), flags, &read, &error);
            if (code == KS_OK)
                position = VariantPosition(variant_, read);
            return code;
        });
    }

    friend bool operator==(Variant one, Variant other) noexcept {
        return one.variant_ == other.variant_;
    }
    friend bool operator!=(Variant one, Variant other) noexcept {
        return one.variant_ != other.variant_;
    }

  private:
    friend class Result<Variant>;
    Variant() = default; // not set

    const ks_variant *variant_;
};

inline Variant VariantPosition::variant() const noexcept {
    return Variant(variant_);
}

// The bundled variants and those of a text. It can be moved.
class Variants {
  public:
    // Returns the bundled variants. Throws KS_ERROR_MEMORY.
    static Variants bundled() {
        return Variants(std::string_view(nullptr, 0));
    }
    // Reads a text of variants, or throws the error.
    explicit Variants(std::string_view text, ks_variants_flags flags = KS_VARIANTS_DEFAULT) {
        ks_error error;
        variants_.reset(ks_variants_new(text.data(), text.size(), flags, &error));
        if (!variants_)
            raise(error);
    }
    // Does the same, but returns the error.
    static Result<Variants> read(std::string_view text,
                                 ks_variants_flags flags = KS_VARIANTS_DEFAULT) noexcept {
        return Result<Variants>([&](Variants &variants, ks_error &error) {
            variants.variants_.reset(ks_variants_new(text.data(), text.size(), flags, &error));
            return variants.variants_ ? KS_OK : error.code;
        });
    }
    const ks_variants *raw() const noexcept {
        return variants_.get();
    }

    // Returns the number of all variants, and of the bundled ones, which come first.
    std::size_t size() const noexcept {
        return ks_variants_count(variants_.get());
    }
    std::size_t count_bundled() const noexcept {
        return ks_variants_count_bundled(variants_.get());
    }
    // The index is below size() (precondition of both).
    const char *name(std::size_t index) const noexcept {
        return ks_variants_get_name(variants_.get(), index);
    }
    // Throws KS_ERROR_MEMORY: the first call for a bundled variant builds it.
    Variant operator[](std::size_t index) const {
        const ks_variant *const variant = ks_variants_get_variant(variants_.get(), index);
        if (!variant)
            raise({KS_ERROR_MEMORY, 0, "there is not enough memory"});
        return Variant(variant);
    }
    // name: a string that ends with a zero.
    Result<Variant> find(const char *name) const noexcept {
        return Result<Variant>([&](Variant &variant, ks_error &error) {
            variant = Variant(ks_variants_find(variants_.get(), name, &error));
            return variant.raw() ? KS_OK : error.code;
        });
    }
    // Returns the remarks on a text that was read with KS_VARIANTS_EACH, which live as long as the variants.
    std::vector<const ks_variants_remark *> remarks() const {
        std::vector<const ks_variants_remark *> remarks;
        for (std::size_t i = 0, count = ks_variants_count_remarks(variants_.get()); i < count; i++)
            remarks.push_back(ks_variants_get_remark(variants_.get(), i));
        return remarks;
    }

    // A loop goes through all variants, and builds them.
    class Iterator {
      public:
        Iterator(const Variants &variants, std::size_t index) noexcept : variants_(&variants), index_(index) {
        }
        Variant operator*() const {
            return (*variants_)[index_];
        }
        Iterator &operator++() noexcept {
            index_++;
            return *this;
        }
        bool operator!=(const Iterator &other) const noexcept {
            return index_ != other.index_;
        }

      private:
        const Variants *variants_;
        std::size_t index_;
    };
    Iterator begin() const noexcept {
        return Iterator(*this, 0);
    }
    Iterator end() const noexcept {
        return Iterator(*this, size());
    }

  private:
    friend class Result<Variants>;
    Variants() = default; // none
    struct Free {
        void operator()(ks_variants *variants) const noexcept {
            ks_variants_free(variants);
        }
    };

    std::unique_ptr<ks_variants, Free> variants_;
};

} // namespace kingscan

#endif
