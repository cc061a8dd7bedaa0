// kingscan/rules.hpp: the rules of chess in C++17, with squares, moves and positions as classes. kingscan.hpp
// states what holds in all parts.
#ifndef KINGSCAN_RULES_HPP
#define KINGSCAN_RULES_HPP

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <functional>
#include <iosfwd>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "attacks.h"
#include "game.h"

namespace kingscan {

// ---- Sides and pieces -----------------------------------------------------------------------------------

enum class Side : std::uint8_t { white = KS_WHITE, black = KS_BLACK };

// Returns the other side.
constexpr Side operator~(Side side) noexcept {
    return side == Side::white ? Side::black : Side::white;
}

// Returns the letter of FEN: 'w' or 'b'.
constexpr char letter(Side side) noexcept {
    return side == Side::white ? 'w' : 'b';
}

// Writes the letter.
template <typename Traits>
std::basic_ostream<char, Traits> &operator<<(std::basic_ostream<char, Traits> &out, Side side) {
    return out << letter(side);
}

enum class Wing : std::uint8_t { kingside = KS_KINGSIDE, queenside = KS_QUEENSIDE };

enum class PieceType : std::uint8_t { none, pawn, knight, bishop, rook, queen, king };

// What stands on a square: a code of the board.
enum class Piece : std::uint8_t {
    none = KS_EMPTY,
    white_pawn = KS_WHITE_PAWN,
    white_knight,
    white_bishop,
    white_rook,
    white_queen,
    white_king,
    black_pawn = KS_BLACK_PAWN,
    black_knight,
    black_bishop,
    black_rook,
    black_queen,
    black_king
};

// Returns the piece of a side and a type that is not none (precondition).
constexpr Piece piece(Side side, PieceType type) noexcept {
    const int code = static_cast<int>(type) | (side == Side::black ? KS_BLACK_BIT : 0);
    return static_cast<Piece>(code);
}

// Returns the type of a piece: none for Piece::none.
constexpr PieceType type_of(Piece piece) noexcept {
    return static_cast<PieceType>(static_cast<unsigned>(piece) & 7U);
}

// Returns the side of a piece that is not Piece::none (precondition).
constexpr Side side_of(Piece piece) noexcept {
    return static_cast<unsigned>(piece) & KS_BLACK_BIT ? Side::black : Side::white;
}

// Returns the letter of FEN; '.' for Piece::none.
inline char letter(Piece piece) noexcept {
    return ks_code_letter(static_cast<unsigned>(piece));
}

// Writes the letter.
template <typename Traits>
std::basic_ostream<char, Traits> &operator<<(std::basic_ostream<char, Traits> &out, Piece piece) {
    return out << letter(piece);
}

// ---- Squares --------------------------------------------------------------------------------------------

// clang-format off
enum Square : std::uint8_t {
    a8, b8, c8, d8, e8, f8, g8, h8,
    a7, b7, c7, d7, e7, f7, g7, h7,
    a6, b6, c6, d6, e6, f6, g6, h6,
    a5, b5, c5, d5, e5, f5, g5, h5,
    a4, b4, c4, d4, e4, f4, g4, h4,
    a3, b3, c3, d3, e3, f3, g3, h3,
    a2, b2, c2, d2, e2, f2, g2, h2,
    a1, b1, c1, d1, e1, f1, g1, h1,
    no_square
};
// clang-format on
static_assert(h1 == KS_SQUARE(7, 7) && no_square == unsigned{KS_NO_SQUARE}, "squares are those of check.h");

// Returns the square of a file, 0 to 7 for a to h, and a row, 0 to 7 from the top (preconditions).
constexpr Square square(unsigned file, unsigned row) noexcept {
    return static_cast<Square>(KS_SQUARE(file, row));
}

// Returns the square of a name such as "e4"; no_square for any other text.
constexpr Square square(std::string_view name) noexcept {
    const bool is_name =
        name.size() == 2 && name[0] >= 'a' && name[0] <= 'h' && name[1] >= '1' && name[1] <= '8';
    return is_name ? square(static_cast<unsigned>(name[0] - 'a'), static_cast<unsigned>('8' - name[1]))
                   : no_square;
}

constexpr unsigned file_of(Square square) noexcept {
    return square & 7U;
}

// Returns 0 for the eighth rank and 7 for the first.
constexpr unsigned row_of(Square square) noexcept {
    return square >> 3U;
}

// Returns "e4" and the like; "-" for no_square.
inline const char *name(Square square) noexcept {
    return ks_square_name(square);
}

// Writes the name.
template <typename Traits>
std::basic_ostream<char, Traits> &operator<<(std::basic_ostream<char, Traits> &out, Square square) {
    return out << name(square);
}

// A set of squares, which a loop goes through from a8 to h1.
class Squares {
  public:
    constexpr Squares() noexcept = default;
    constexpr explicit Squares(std::uint64_t mask) noexcept : mask_(mask) {
    }
    constexpr Squares(Square square) noexcept : mask_(std::uint64_t{1} << square) { // not no_square
    }

    constexpr std::uint64_t raw() const noexcept {
        return mask_;
    }
    constexpr bool empty() const noexcept {
        return mask_ == 0;
    }
    constexpr bool contains(Square square) const noexcept {
        return square < no_square && (mask_ >> square & 1) != 0;
    }
    constexpr unsigned size() const noexcept {
        unsigned count = 0;
        for (std::uint64_t rest = mask_; rest != 0; rest &= rest - 1)
            count++;
        return count;
    }
    // Returns the first square; no_square for the empty set.
    Square first() const noexcept {
        return static_cast<Square>(ks_lowest_square(mask_));
    }
    // Takes the first square out and returns it; no_square for the empty set.
    Square pop() noexcept {
        const Square square = first();
        mask_ &= mask_ - 1;
        return square;
    }
    constexpr Squares &operator|=(Squares other) noexcept {
        mask_ |= other.mask_;
        return *this;
    }
    constexpr Squares &operator&=(Squares other) noexcept {
        mask_ &= other.mask_;
        return *this;
    }

    friend constexpr Squares operator|(Squares one, Squares other) noexcept {
        return Squares(one.mask_ | other.mask_);
    }
    friend constexpr Squares operator&(Squares one, Squares other) noexcept {
        return Squares(one.mask_ & other.mask_);
    }
    // Returns the squares that are in one of the sets alone.
    friend constexpr Squares operator^(Squares one, Squares other) noexcept {
        return Squares(one.mask_ ^ other.mask_);
    }
    friend constexpr Squares operator~(Squares squares) noexcept {
        return Squares(~squares.mask_);
    }
    friend constexpr bool operator==(Squares one, Squares other) noexcept {
        return one.mask_ == other.mask_;
    }
    friend constexpr bool operator!=(Squares one, Squares other) noexcept {
        return one.mask_ != other.mask_;
    }

    class Iterator {
      public:
        constexpr explicit Iterator(std::uint64_t rest) noexcept : rest_(rest) {
        }
        Square operator*() const noexcept {
            return static_cast<Square>(ks_lowest_square(rest_));
        }
        Iterator &operator++() noexcept {
            rest_ &= rest_ - 1;
            return *this;
        }
        constexpr bool operator!=(Iterator other) const noexcept {
            return rest_ != other.rest_;
        }

      private:
        std::uint64_t rest_;
    };
    constexpr Iterator begin() const noexcept {
        return Iterator(mask_);
    }
    constexpr Iterator end() const noexcept {
        return Iterator(0);
    }

  private:
    std::uint64_t mask_ = 0;
};

// Writes the names of the squares, with blanks between.
template <typename Traits>
std::basic_ostream<char, Traits> &operator<<(std::basic_ostream<char, Traits> &out, Squares squares) {
    const char *between = "";
    for (const Square square : squares) {
        out << between << name(square);
        between = " ";
    }
    return out;
}

// ---- Attacks --------------------------------------------------------------------------------------------

// The squares that a piece attacks, alone or past others; the functions of kingscan/attacks.h. No square is
// no_square (precondition).
inline Squares knight_attacks(Square square) noexcept {
    return Squares(ks_knight_attacks(square));
}
inline Squares king_attacks(Square square) noexcept {
    return Squares(ks_king_attacks(square));
}
inline Squares pawn_attacks(Square square, Side side) noexcept {
    return Squares(ks_pawn_attacks(square, static_cast<unsigned>(side)));
}
inline Squares rook_attacks(Square square, Squares occupied) noexcept {
    return Squares(ks_rook_attacks(square, occupied.raw()));
}
inline Squares bishop_attacks(Square square, Squares occupied) noexcept {
    return Squares(ks_bishop_attacks(square, occupied.raw()));
}
inline Squares queen_attacks(Square square, Squares occupied) noexcept {
    return Squares(ks_queen_attacks(square, occupied.raw()));
}

// The rank, file or diagonal through two squares, and the squares between them; empty when there is none.
inline Squares line_through(Square a, Square b) noexcept {
    return Squares(ks_line_through(a, b));
}
inline Squares squares_between(Square a, Square b) noexcept {
    return Squares(ks_squares_between(a, b));
}

// ---- Errors ---------------------------------------------------------------------------------------------

class Error : public std::exception {
  public:
    explicit Error(const ks_error &error) noexcept : error_(error) {
    }
    // Returns one of enum ks_error_code.
    int code() const noexcept {
        return error_.code;
    }
    // Returns the place in the text, or a square.
    std::size_t offset() const noexcept {
        return error_.offset;
    }
    // Returns the code's name for programs, such as "piece-pinned".
    const char *name() const noexcept {
        return ks_error_name(error_.code);
    }
    const char *what() const noexcept override {
        return error_.message;
    }

  private:
    ks_error error_;
};

// Writes the sentence.
template <typename Traits>
std::basic_ostream<char, Traits> &operator<<(std::basic_ostream<char, Traits> &out, const Error &error) {
    return out << error.what();
}

// Throws the error, or aborts the program when exceptions are switched off.
[[noreturn]] inline void raise([[maybe_unused]] const ks_error &error) {
#ifdef __cpp_exceptions
    throw Error(error);
#else
    std::abort();
#endif
}

// Makes a value that is not set yet, where making one that is would take time.
struct Unset {};
inline constexpr Unset unset{};

// A value, or the error because of which there is none.
template <typename Value> class [[nodiscard]] Result {
  public:
    // fill(Value &, ks_error &) returns KS_OK or a code.
    template <typename Fill> explicit Result(Fill fill) {
        error_.code = fill(value_, error_);
    }
    explicit operator bool() const noexcept {
        return error_.code == KS_OK;
    }
    bool has_value() const noexcept {
        return error_.code == KS_OK;
    }
    // The operators * and -> need a value (precondition).
    const Value &operator*() const noexcept {
        return value_;
    }
    Value &operator*() noexcept {
        return value_;
    }
    const Value *operator->() const noexcept {
        return &value_;
    }
    Value *operator->() noexcept {
        return &value_;
    }
    // Returns the value, or throws the error.
    const Value &value() const & {
        if (!has_value())
            raise(error_);
        return value_;
    }
    Value value() && {
        if (!has_value())
            raise(error_);
        return std::move(value_);
    }
    // There is an error (precondition).
    Error error() const noexcept {
        return Error(error_);
    }

  private:
    static Value make_unset() {
        if constexpr (std::is_constructible_v<Value, Unset>)
            return Value(unset);
        else
            return Value();
    }

    Value value_ = make_unset();
    ks_error error_;
};

// ---- Moves ----------------------------------------------------------------------------------------------

enum class MoveKind : std::uint8_t {
    plain = KS_MOVE_PLAIN,
    double_push = KS_MOVE_DOUBLE_PUSH,
    en_passant = KS_MOVE_EN_PASSANT,
    castling = KS_MOVE_CASTLING,
    to_knight = KS_MOVE_TO_KNIGHT,
    to_bishop = KS_MOVE_TO_BISHOP,
    to_rook = KS_MOVE_TO_ROOK,
    to_queen = KS_MOVE_TO_QUEEN
};

class Position;

// Move{} is no move, and false. A Move without braces is not set, like an int. Castling goes from the king's
// square to the rook's.
class Move {
  public:
    Move() = default;
    constexpr explicit Move(ks_move move) noexcept : move_(move) {
    }
    constexpr Move(Square from, Square to, MoveKind kind) noexcept
        : move_(KS_MOVE(from, to, static_cast<unsigned>(kind))) {
    }
    Move(Square, Square) = delete; // e2 to e4 is a double push: position.find_move(e2, e4) knows the kind

    constexpr ks_move raw() const noexcept {
        return move_;
    }
    constexpr explicit operator bool() const noexcept {
        return move_ != KS_NO_MOVE;
    }
    constexpr Square from() const noexcept {
        return static_cast<Square>(KS_MOVE_FROM(move_));
    }
    constexpr Square to() const noexcept {
        return static_cast<Square>(KS_MOVE_TO(move_));
    }
    constexpr MoveKind kind() const noexcept {
        return static_cast<MoveKind>(KS_MOVE_KIND(move_));
    }
    // Returns the type promoted to, or PieceType::none.
    constexpr PieceType promotion() const noexcept {
        const unsigned kind = KS_MOVE_KIND(move_);
        return kind < KS_MOVE_TO_KNIGHT ? PieceType::none
                                        : static_cast<PieceType>(KS_WHITE_KNIGHT + (kind & 3U));
    }
    // The move is legal in the position (precondition of both). flags: of ks_uci_flags.
    std::string uci(const Position &position, ks_uci_flags flags = KS_UCI_DEFAULT) const;
    std::string san(const Position &position) const;

    friend constexpr bool operator==(Move one, Move other) noexcept {
        return one.move_ == other.move_;
    }
    friend constexpr bool operator!=(Move one, Move other) noexcept {
        return one.move_ != other.move_;
    }

  private:
    ks_move move_;
};
static_assert(sizeof(Move) == sizeof(ks_move), "a list of moves is an array of ks_move");

// Writes the move as uci does by default; 0000 for no move.
template <typename Traits>
std::basic_ostream<char, Traits> &operator<<(std::basic_ostream<char, Traits> &out, Move move) {
    if (!move)
        return out << "0000";
    const Square from = move.from(), rook = move.to();
    const bool in_corner = file_of(from) == 4 && (file_of(rook) == 0 || file_of(rook) == 7);
    const bool castles = move.kind() == MoveKind::castling && in_corner;
    const Square to = castles ? square(file_of(rook) == 7 ? 6 : 2, row_of(rook)) : rook;
    std::string text = std::string(name(from)) + name(to);
    if (move.promotion() != PieceType::none)
        text += letter(piece(Side::black, move.promotion()));
    return out << text.c_str();
}

// The legal moves of a position, or some of them. They may be sorted and overwritten.
class MoveList {
  public:
    // Calls fill(list), which fills in a ks_move_list.
    template <typename Fill> explicit MoveList(Fill fill) noexcept {
        fill(reinterpret_cast<ks_move_list *>(this));
    }
    MoveList(const MoveList &) = delete;
    MoveList &operator=(const MoveList &) = delete;

    std::size_t size() const noexcept {
        return size_;
    }
    bool empty() const noexcept {
        return size_ == 0;
    }
    Move operator[](std::size_t index) const noexcept {
        return moves_[index];
    }
    const Move *begin() const noexcept {
        return moves_;
    }
    const Move *end() const noexcept {
        return moves_ + size_;
    }
    Move *begin() noexcept {
        return moves_;
    }
    Move *end() noexcept {
        return moves_ + size_;
    }

  private:
    KS_ALIGNED_64 Move moves_[KS_MOVES_MAX];
    std::uint32_t size_;
};
static_assert(sizeof(MoveList) == sizeof(ks_move_list), "a list has the members of a ks_move_list");

// ---- Positions ------------------------------------------------------------------------------------------

inline constexpr std::string_view start_fen = KS_START_FEN;

enum class Verdict : std::uint8_t {
    safe = KS_SAFE,
    check = KS_CHECK,
    double_check = KS_DOUBLE_CHECK,
    checkmate = KS_CHECKMATE,
    stalemate = KS_STALEMATE
};

// Returns "checkmate" and the like.
inline const char *name(Verdict verdict) noexcept {
    return ks_verdict_name(static_cast<ks_verdict>(verdict));
}

// Why a game is a draw, or may be claimed to be one.
enum class Draw : std::uint8_t {
    none = KS_DRAW_NONE,
    material = KS_DRAW_MATERIAL,
    fifty_moves = KS_DRAW_FIFTY_MOVES,
    seventy_five_moves = KS_DRAW_SEVENTY_FIVE_MOVES,
    threefold = KS_DRAW_THREEFOLD,
    fivefold = KS_DRAW_FIVEFOLD,
    stalemate = KS_DRAW_STALEMATE
};

// Returns "threefold-repetition" and the like; "none" for Draw::none.
inline const char *name(Draw draw) noexcept {
    return draw == Draw::none ? "none" : ks_draw_name(static_cast<ks_draw>(draw));
}

// The result of a game.
enum class Outcome : std::uint8_t {
    undecided = KS_UNDECIDED,
    white_wins = KS_WHITE_WINS,
    black_wins = KS_BLACK_WINS,
    drawn = KS_DRAWN
};

// Returns the result as PGN has it: "1-0", "0-1", "1/2-1/2" or "*".
constexpr const char *name(Outcome outcome) noexcept {
    return outcome == Outcome::white_wins   ? "1-0"
           : outcome == Outcome::black_wins ? "0-1"
           : outcome == Outcome::drawn      ? "1/2-1/2"
                                            : "*";
}

// Write the name.
template <typename Traits>
std::basic_ostream<char, Traits> &operator<<(std::basic_ostream<char, Traits> &out, Verdict verdict) {
    return out << name(verdict);
}
template <typename Traits>
std::basic_ostream<char, Traits> &operator<<(std::basic_ostream<char, Traits> &out, Draw draw) {
    return out << name(draw);
}
template <typename Traits>
std::basic_ostream<char, Traits> &operator<<(std::basic_ostream<char, Traits> &out, Outcome outcome) {
    return out << name(outcome);
}

// What unmake needs.
using Undo = ks_undo;

class Position {
  public:
    // The start of chess; or a position that is not set, to be assigned.
    Position() : Position(start_fen) {
    }
    explicit Position(Unset) noexcept {
    }
    // Reads FEN or EPD, or throws the error. flags: of enum ks_fen_flags, or-ed.
    explicit Position(std::string_view fen, ks_fen_flags flags = KS_FEN_DEFAULT) {
        ks_error error;
        if (ks_read_fen(fen.data(), fen.size(), flags, &position_, &error) != KS_OK)
            raise(error);
    }
    explicit Position(const ks_position &position) noexcept : position_(position) {
    }
    // Does the same as the first, but returns the error.
    static Result<Position> read(std::string_view fen, ks_fen_flags flags = KS_FEN_DEFAULT) noexcept {
        return Result<Position>([&](Position &position, ks_error &error) {
            return ks_read_fen(fen.data(), fen.size(), flags, &position.position_, &error);
        });
    }
    static Position start() {
        return Position();
    }
    // Makes a position from a board of 64 codes.
    static Result<Position> from_board(const std::uint8_t *board, Side side_to_move,
                                       Squares castling_rooks = {}, Square en_passant = no_square,
                                       ks_fen_flags flags = KS_FEN_DEFAULT) noexcept {
        return Result<Position>([&](Position &position, ks_error &error) {
            return ks_position_from_board(board, static_cast<unsigned>(side_to_move), castling_rooks.raw(),
                                          en_passant, flags, &position.position_, &error);
        });
    }
    const ks_position &raw() const noexcept {
        return position_;
    }

    // ---- Facts ----
    Side side_to_move() const noexcept {
        return static_cast<Side>(position_.side_to_move);
    }
    Piece operator[](Square square) const noexcept {
        return static_cast<Piece>(position_.board[square]);
    }
    Squares occupied() const noexcept {
        return Squares(ks_occupied(&position_));
    }
    Squares pieces_of(Side side) const noexcept {
        return Squares(ks_pieces_of(&position_, static_cast<unsigned>(side)));
    }
    // piece: not Piece::none (precondition).
    Squares squares_of(Piece piece) const noexcept {
        return Squares(ks_squares_of(&position_, static_cast<unsigned>(piece)));
    }
    Square king(Side side) const noexcept {
        return static_cast<Square>(ks_king_of(&position_, static_cast<unsigned>(side)));
    }
    Squares castling_rooks() const noexcept {
        return Squares(ks_castling_rooks(&position_));
    }
    Square castling_rook(Side side, Wing wing) const noexcept {
        return static_cast<Square>(
            ks_castling_rook(&position_, static_cast<unsigned>(side), static_cast<unsigned>(wing)));
    }
    Square en_passant() const noexcept {
        return static_cast<Square>(position_.en_passant);
    }
    Square capturable_en_passant() const noexcept {
        return static_cast<Square>(ks_capturable_en_passant(&position_));
    }
    unsigned halfmove_clock() const noexcept {
        return position_.halfmove_clock;
    }
    unsigned fullmove_number() const noexcept {
        return position_.fullmove_number;
    }
    std::uint64_t key() const noexcept {
        return position_.key;
    }
    // Returns the key of Polyglot's opening books.
    std::uint64_t polyglot_key() const noexcept {
        return ks_polyglot_key(&position_);
    }
    std::string fen() const {
        char text[KS_FEN_SIZE];
        return std::string(text, ks_write_fen(&position_, text));
    }
    std::string x_fen() const {
        char text[KS_FEN_SIZE];
        return std::string(text, ks_write_x_fen(&position_, text));
    }

    // ---- Checks, verdicts and draws ----
    bool in_check() const noexcept {
        const unsigned side = position_.side_to_move;
        return ks_in_check(position_.board, ks_king_of(&position_, side), side) != 0;
    }
    Squares attackers(Square square, Side by) const noexcept {
        return Squares(ks_attackers(position_.board, square, static_cast<unsigned>(by)));
    }
    // Returns all squares that a side attacks: ks_attacked.
    Squares attacked(Side by) const noexcept {
        return Squares(ks_attacked(position_.board, static_cast<unsigned>(by)));
    }
    // Returns the same for some kinds of pieces alone: ks_attacked_by.
    Squares attacked(Side by, unsigned kinds) const noexcept {
        return Squares(ks_attacked_by(position_.board, static_cast<unsigned>(by), kinds));
    }
    Squares checkers() const noexcept {
        return attackers(king(side_to_move()), ~side_to_move());
    }
    // Returns checkers, pinned pieces and their lines, for the side to move.
    ks_king_lines king_lines() const noexcept {
        const unsigned side = position_.side_to_move;
        ks_king_lines lines;
        ks_king_scan(position_.board, ks_king_of(&position_, side), side, &lines);
        return lines;
    }
    Verdict verdict() const noexcept {
        return static_cast<Verdict>(ks_judge(&position_, nullptr));
    }
    // Returns a draw by material or by the clock.
    Draw draw() const noexcept {
        return static_cast<Draw>(ks_find_draw(&position_, KS_SAFE, nullptr, 0));
    }
    // Returns any draw. keys: those of all `count` positions of the game, this one included.
    Draw draw(Verdict verdict, const std::uint64_t *keys, std::size_t count) const noexcept {
        return static_cast<Draw>(ks_find_draw(&position_, static_cast<ks_verdict>(verdict), keys, count));
    }
    // Returns how many earlier positions equal this one: two make it threefold. keys: as for draw.
    unsigned repetitions(const std::uint64_t *keys, std::size_t count) const noexcept {
        return ks_count_repetitions(keys, count, position_.halfmove_clock);
    }
    bool can_mate(Side side) const noexcept {
        return ks_can_mate(&position_, static_cast<unsigned>(side)) != 0;
    }

    // ---- Legal moves ----
    MoveList legal_moves() const noexcept {
        return MoveList([this](ks_move_list *list) { ks_legal_moves(&position_, list); });
    }
    MoveList captures() const noexcept {
        return MoveList([this](ks_move_list *list) { ks_legal_captures(&position_, list); });
    }
    MoveList checks() const noexcept {
        return MoveList([this](ks_move_list *list) { ks_legal_checks(&position_, list); });
    }
    MoveList quiet_moves() const noexcept {
        return MoveList([this](ks_move_list *list) { ks_legal_quiet_moves(&position_, list); });
    }
    MoveList legal_moves(Squares from, Squares to) const noexcept {
        return MoveList([this, from, to](ks_move_list *list) {
            ks_legal_moves_between(&position_, from.raw(), to.raw(), list);
        });
    }
    std::size_t count_legal_moves() const noexcept {
        return ks_count_legal_moves(&position_);
    }
    bool has_legal_move() const noexcept {
        return ks_has_legal_move(&position_) != 0;
    }
    // move: any value.
    bool is_legal(Move move) const noexcept {
        return ks_is_legal(&position_, move.raw()) != 0;
    }
    // Exchanges, as kingscan/moves.h defines them. An illegal move wins 0. values has eight elements, or is
    // NULL.
    int see(Move move, ks_see_flags flags = KS_SEE_DEFAULT,
            const std::int16_t *values = nullptr) const noexcept {
        return ks_see(&position_, move.raw(), values, flags);
    }
    bool see_at_least(Move move, int threshold, ks_see_flags flags = KS_SEE_DEFAULT,
                      const std::int16_t *values = nullptr) const noexcept {
        return ks_see_at_least(&position_, move.raw(), values, threshold, flags) != 0;
    }
    // The move is legal (precondition of these three).
    bool gives_check(Move move) const noexcept {
        return ks_gives_check(&position_, move.raw()) != 0;
    }
    bool is_capture(Move move) const noexcept {
        return ks_is_capture(&position_, move.raw()) != 0;
    }
    Piece captured(Move move) const noexcept {
        return static_cast<Piece>(ks_captured_code(&position_, move.raw()));
    }
    // Reads UCI or SAN; the error says which rule the move breaks.
    Result<Move> read_move(std::string_view text) const noexcept {
        return Result<Move>([&](Move &move, ks_error &error) {
            ks_move read = KS_NO_MOVE;
            const int code = ks_read_move(&position_, text.data(), text.size(), &read, &error);
            move = Move(read);
            return code;
        });
    }
    // Finds the legal move between two squares, whatever its kind; the error says which rule it breaks.
    // promotion: the type that a pawn becomes on its last rank. Castling goes to the king's square or the
    // rook's. No square is no_square (precondition).
    Result<Move> find_move(Square from, Square to, PieceType promotion = PieceType::none) const noexcept {
        const char becomes = letter(piece(Side::black, promotion));
        const char text[] = {name(from)[0], name(from)[1], name(to)[0], name(to)[1], becomes};
        return read_move(std::string_view(text, promotion == PieceType::none ? 4 : 5));
    }
    std::uint64_t perft(unsigned depth) const noexcept {
        return ks_perft(&position_, depth);
    }

    // ---- Moves made ----
    Position after(Move move) const noexcept {
        Position next(unset);
        ks_after_move(&position_, move.raw(), &next.position_);
        return next;
    }
    Position after_null_move() const noexcept {
        Position next(unset);
        ks_after_null_move(&position_, &next.position_);
        return next;
    }
    Undo make(Move move) noexcept {
        Undo undo;
        ks_make_move(&position_, move.raw(), &undo);
        return undo;
    }
    Undo make_null_move() noexcept {
        Undo undo;
        ks_make_null_move(&position_, &undo);
        return undo;
    }
    // Takes back the move made last, a null move too.
    void unmake(const Undo &undo) noexcept {
        ks_unmake_move(&position_, &undo);
    }

    // Whether pieces, side to move, rights and en passant are the same, as for repetitions.
    friend bool operator==(const Position &one, const Position &other) noexcept {
        return one.key() == other.key() &&
               std::memcmp(one.position_.board, other.position_.board, sizeof one.position_.board) == 0;
    }
    friend bool operator!=(const Position &one, const Position &other) noexcept {
        return !(one == other);
    }

  private:
    ks_position position_;
};

// Writes the FEN.
template <typename Traits>
std::basic_ostream<char, Traits> &operator<<(std::basic_ostream<char, Traits> &out,
                                             const Position &position) {
    return out << position.fen().c_str();
}
static_assert(sizeof(Position) == sizeof(ks_position), "a position has nothing besides");

inline std::string Move::uci(const Position &position, ks_uci_flags flags) const {
    char text[KS_UCI_SIZE];
    return std::string(text, ks_write_uci(&position.raw(), move_, flags, text));
}

inline std::string Move::san(const Position &position) const {
    char text[KS_SAN_SIZE];
    return std::string(text, ks_write_san(&position.raw(), move_, text));
}

} // namespace kingscan

// For std::unordered_map and its like. Enumerations have a hash anyway.
template <> struct std::hash<kingscan::Move> {
    std::size_t operator()(kingscan::Move move) const noexcept {
        return std::hash<ks_move>()(move.raw());
    }
};
template <> struct std::hash<kingscan::Squares> {
    std::size_t operator()(kingscan::Squares squares) const noexcept {
        return std::hash<std::uint64_t>()(squares.raw());
    }
};
template <> struct std::hash<kingscan::Position> {
    std::size_t operator()(const kingscan::Position &position) const noexcept {
        return std::hash<std::uint64_t>()(position.key());
    }
};

#endif
