// kingscan/chess_library.hpp: the words of chess-library (github.com/Disservin/chess-library) over
// kingscan.hpp, in C++17. A program changes two lines and keeps the others:
//
//     #include "kingscan/chess_library.hpp"
//     namespace chess = kingscan::chess_library;
//
// The words have the meaning of that library: squares count from a1, the types of pieces from the pawn, and
// moves have a score. docs/from-chess-library.md has the words of kingscan.hpp, which are faster.
//
// Differences   Lists have another order. hash() is another number, kept like theirs; polyglot_key() of
//               position() is the one that opening books have. A text that is no position makes Board(fen)
//               throw, and setFen(fen) returns false and leaves the board as it was. unmakeMove takes back
//               the move made last, whatever its argument. A null move counts in halfMoveClock(). MAX_MOVES
//               is 578, enough for every board that setFen takes. parseSan reads UCI, too. A move that is
//               not legal ends a game in PGN, as does the tag of a variant, and readGames returns the error
//               after the last game.
// Missing       Most of what cannot be had is declared as deleted, with the words that do the same.
#ifndef KINGSCAN_CHESS_LIBRARY_HPP
#define KINGSCAN_CHESS_LIBRARY_HPP

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <istream>
#include <optional>
#include <ostream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "pgn.hpp"
#include "rules.hpp"

namespace kingscan::chess_library {

// Numbers convert to squares, files and sets; enumerators do not, lest a rank become a file.
template <typename Number> using if_number = std::enable_if_t<std::is_integral_v<Number>, int>;

// ---- Sides and pieces -----------------------------------------------------------------------------------

class Color {
  public:
    enum underlying : std::int8_t { WHITE = 0, BLACK = 1, NONE = -1 };

    constexpr Color() noexcept = default;
    constexpr Color(underlying color) noexcept : color_(color) {
    }
    template <typename Number, if_number<Number> = 0>
    constexpr Color(Number number) noexcept : color_(static_cast<underlying>(number)) {
    }
    constexpr Color(std::string_view text) noexcept
        : color_(text == "w"   ? WHITE
                 : text == "b" ? BLACK
                               : NONE) {
    }
    constexpr Color(Side side) noexcept : color_(side == Side::white ? WHITE : BLACK) {
    }
    // Returns our word; the color is not NONE (precondition).
    constexpr Side side() const noexcept {
        return color_ == WHITE ? Side::white : Side::black;
    }
    constexpr underlying internal() const noexcept {
        return color_;
    }
    constexpr operator int() const noexcept {
        return color_;
    }
    explicit operator std::string() const {
        return color_ == WHITE ? "w" : color_ == BLACK ? "b" : "NONE";
    }
    std::string longStr() const {
        return color_ == WHITE ? "White" : color_ == BLACK ? "Black" : "None";
    }
    friend constexpr Color operator~(Color color) noexcept {
        return color.color_ == NONE ? color : Color(color.color_ == WHITE ? BLACK : WHITE);
    }
    friend std::ostream &operator<<(std::ostream &out, Color color) {
        return out << std::string(color);
    }

  private:
    underlying color_ = NONE;
};
constexpr Color operator~(Color::underlying color) noexcept {
    return ~Color(color);
}

class PieceType {
  public:
    enum underlying : std::uint8_t { PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING, NONE };

    constexpr PieceType() noexcept = default;
    constexpr PieceType(underlying type) noexcept : type_(type) {
    }
    constexpr PieceType(kingscan::PieceType type) noexcept
        : type_(static_cast<underlying>((static_cast<unsigned>(type) + 6) % 7)) {
    }
    explicit PieceType(std::string_view text) noexcept {
        const std::size_t place = text.empty() ? text.npos : std::string_view("pnbrqkPNBRQK").find(text[0]);
        type_ = place == text.npos ? NONE : static_cast<underlying>(place % 6);
    }
    constexpr kingscan::PieceType type() const noexcept {
        return static_cast<kingscan::PieceType>((type_ + 1U) % 7);
    }
    constexpr underlying internal() const noexcept {
        return type_;
    }
    constexpr operator int() const noexcept {
        return type_;
    }
    explicit operator std::string() const {
        return std::string(1, "pnbrqk "[type_]);
    }
    friend std::ostream &operator<<(std::ostream &out, PieceType type) {
        return out << std::string(type);
    }

  private:
    underlying type_ = NONE;
};

class Piece {
  public:
    // clang-format off
    enum underlying : std::uint8_t {
        WHITEPAWN, WHITEKNIGHT, WHITEBISHOP, WHITEROOK, WHITEQUEEN, WHITEKING,
        BLACKPAWN, BLACKKNIGHT, BLACKBISHOP, BLACKROOK, BLACKQUEEN, BLACKKING,
        NONE
    };
    // clang-format on

    constexpr Piece() noexcept = default;
    constexpr Piece(underlying piece) noexcept : piece_(piece) {
    }
    constexpr Piece(PieceType type, Color color) noexcept
        : piece_(type == PieceType::NONE || color == Color::NONE
                     ? NONE
                     : static_cast<underlying>(static_cast<int>(type) + 6 * static_cast<int>(color))) {
    }
    constexpr Piece(Color color, PieceType type) noexcept : Piece(type, color) {
    }
    constexpr Piece(kingscan::Piece piece) noexcept
        : Piece(PieceType(type_of(piece)), Color(side_of(piece))) {
    }
    Piece(std::string_view text) noexcept
        : Piece(PieceType(text), !text.empty() && text[0] < 'a' ? Color::WHITE : Color::BLACK) {
    }
    constexpr PieceType type() const noexcept {
        return piece_ == NONE ? PieceType::NONE : static_cast<PieceType::underlying>(piece_ % 6);
    }
    constexpr Color color() const noexcept {
        return piece_ == NONE ? Color::NONE : piece_ < BLACKPAWN ? Color::WHITE : Color::BLACK;
    }
    constexpr underlying internal() const noexcept {
        return piece_;
    }
    constexpr operator int() const noexcept {
        return piece_;
    }
    explicit operator std::string() const {
        return std::string(1, "PNBRQKpnbrqk."[piece_]);
    }
    friend constexpr bool operator==(Piece piece, PieceType type) noexcept {
        return piece.type().internal() == type.internal();
    }
    friend constexpr bool operator!=(Piece piece, PieceType type) noexcept {
        return !(piece == type);
    }
    friend constexpr bool operator==(Piece piece, PieceType::underlying type) noexcept {
        return piece == PieceType(type);
    }
    friend constexpr bool operator!=(Piece piece, PieceType::underlying type) noexcept {
        return !(piece == type);
    }

  private:
    underlying piece_ = NONE;
};

// ---- Squares --------------------------------------------------------------------------------------------

class File {
  public:
    enum underlying : std::uint8_t {
        FILE_A,
        FILE_B,
        FILE_C,
        FILE_D,
        FILE_E,
        FILE_F,
        FILE_G,
        FILE_H,
        NO_FILE
    };

    constexpr File() noexcept = default;
    constexpr File(underlying file) noexcept : file_(file) {
    }
    template <typename Number, if_number<Number> = 0>
    constexpr File(Number number) noexcept : file_(static_cast<underlying>(number)) {
    }
    constexpr File(std::string_view text) noexcept : file_(static_cast<underlying>((text[0] | 32) - 'a')) {
    }
    constexpr underlying internal() const noexcept {
        return file_;
    }
    constexpr operator int() const noexcept {
        return file_;
    }
    explicit operator std::string() const {
        return std::string(1, static_cast<char>('a' + file_));
    }

  private:
    underlying file_ = NO_FILE;
};

class Rank {
  public:
    enum underlying : std::uint8_t {
        RANK_1,
        RANK_2,
        RANK_3,
        RANK_4,
        RANK_5,
        RANK_6,
        RANK_7,
        RANK_8,
        NO_RANK
    };

    constexpr Rank() noexcept = default;
    constexpr Rank(underlying rank) noexcept : rank_(rank) {
    }
    template <typename Number, if_number<Number> = 0>
    constexpr Rank(Number number) noexcept : rank_(static_cast<underlying>(number)) {
    }
    constexpr Rank(std::string_view text) noexcept : rank_(static_cast<underlying>(text[0] - '1')) {
    }
    constexpr underlying internal() const noexcept {
        return rank_;
    }
    constexpr operator int() const noexcept {
        return rank_;
    }
    explicit operator std::string() const {
        return std::string(1, static_cast<char>('1' + rank_));
    }
    constexpr std::uint64_t bb() const noexcept {
        return std::uint64_t{0xff} << 8 * rank_;
    }
    // Returns the rank as a color sees it.
    static constexpr Rank rank(Rank rank, Color color) noexcept {
        return Rank(static_cast<int>(rank) ^ (color == Color::BLACK ? 7 : 0));
    }
    static constexpr bool back_rank(Rank rank, Color color) noexcept {
        return Rank::rank(rank, color) == RANK_1;
    }

  private:
    underlying rank_ = NO_RANK;
};

// Squares count from a1, where those of kingscan.hpp count from a8.
class Square {
  public:
    // clang-format off
    enum underlying : std::uint8_t {
        SQ_A1, SQ_B1, SQ_C1, SQ_D1, SQ_E1, SQ_F1, SQ_G1, SQ_H1,
        SQ_A2, SQ_B2, SQ_C2, SQ_D2, SQ_E2, SQ_F2, SQ_G2, SQ_H2,
        SQ_A3, SQ_B3, SQ_C3, SQ_D3, SQ_E3, SQ_F3, SQ_G3, SQ_H3,
        SQ_A4, SQ_B4, SQ_C4, SQ_D4, SQ_E4, SQ_F4, SQ_G4, SQ_H4,
        SQ_A5, SQ_B5, SQ_C5, SQ_D5, SQ_E5, SQ_F5, SQ_G5, SQ_H5,
        SQ_A6, SQ_B6, SQ_C6, SQ_D6, SQ_E6, SQ_F6, SQ_G6, SQ_H6,
        SQ_A7, SQ_B7, SQ_C7, SQ_D7, SQ_E7, SQ_F7, SQ_G7, SQ_H7,
        SQ_A8, SQ_B8, SQ_C8, SQ_D8, SQ_E8, SQ_F8, SQ_G8, SQ_H8,
        NO_SQ
    };
    // clang-format on

    constexpr Square() noexcept = default;
    constexpr Square(underlying square) noexcept : square_(square) {
    }
    template <typename Number, if_number<Number> = 0>
    constexpr Square(Number number) noexcept : square_(static_cast<underlying>(number)) {
    }
    constexpr Square(File file, Rank rank) noexcept
        : Square(static_cast<int>(file) + 8 * static_cast<int>(rank)) {
    }
    constexpr Square(Rank rank, File file) noexcept : Square(file, rank) {
    }
    constexpr Square(std::string_view name) noexcept : Square(kingscan::square(name)) {
    }
    constexpr Square(kingscan::Square square) noexcept
        : square_(square == no_square ? NO_SQ : static_cast<underlying>(square ^ 56)) {
    }
    constexpr kingscan::Square square() const noexcept {
        return square_ == NO_SQ ? no_square : static_cast<kingscan::Square>(square_ ^ 56);
    }
    constexpr int index() const noexcept {
        return square_;
    }
    constexpr File file() const noexcept {
        return File(square_ & 7);
    }
    constexpr Rank rank() const noexcept {
        return Rank(square_ >> 3);
    }
    constexpr bool is_light() const noexcept {
        return ((square_ ^ square_ >> 3) & 1) != 0;
    }
    constexpr bool is_dark() const noexcept {
        return !is_light();
    }
    constexpr bool is_valid() const noexcept {
        return square_ < NO_SQ;
    }
    static constexpr bool is_valid(Rank rank, File file) noexcept {
        return static_cast<unsigned>(rank) < 8 && static_cast<unsigned>(file) < 8;
    }
    static constexpr bool is_valid_sq(int index) noexcept {
        return index >= 0 && index < 64;
    }
    static constexpr bool is_valid_string_sq(std::string_view name) noexcept {
        return kingscan::square(name) != no_square;
    }
    // Returns how many moves of a king lie between the squares.
    static constexpr int distance(Square one, Square other) noexcept {
        const int files = one.file() - other.file(), ranks = one.rank() - other.rank();
        return std::max(files < 0 ? -files : files, ranks < 0 ? -ranks : ranks);
    }
    static constexpr int value_distance(Square one, Square other) noexcept {
        return one > other ? one.square_ - other.square_ : other.square_ - one.square_;
    }
    static constexpr bool same_color(Square one, Square other) noexcept {
        return one.is_light() == other.is_light();
    }
    static constexpr bool back_rank(Square square, Color color) noexcept {
        return Rank::back_rank(square.rank(), color);
    }
    static constexpr int max() noexcept {
        return 64;
    }
    // Changes the square itself.
    constexpr Square &flip() noexcept {
        return *this = Square(square_ ^ 56);
    }
    constexpr Square relative_square(Color color) const noexcept {
        return color == Color::BLACK ? Square(square_ ^ 56) : *this;
    }
    constexpr int diagonal_of() const noexcept {
        return 7 + rank() - file();
    }
    constexpr int antidiagonal_of() const noexcept {
        return rank() + file();
    }
    // Returns the pawn's square of a square behind it, and the other way round.
    constexpr Square ep_square() const noexcept {
        return Square(square_ ^ 8);
    }
    static constexpr Square castling_king_square(bool king_side, Color color) noexcept {
        return Square(king_side ? SQ_G1 : SQ_C1).relative_square(color);
    }
    static constexpr Square castling_rook_square(bool king_side, Color color) noexcept {
        return Square(king_side ? SQ_F1 : SQ_D1).relative_square(color);
    }
    operator std::string() const {
        return name(square());
    }
    constexpr Square &operator++() noexcept {
        return *this = Square(square_ + 1);
    }
    constexpr Square operator++(int) noexcept {
        const Square before = *this;
        ++*this;
        return before;
    }
    constexpr Square &operator--() noexcept {
        return *this = Square(square_ - 1);
    }
    constexpr Square operator--(int) noexcept {
        const Square before = *this;
        --*this;
        return before;
    }
    friend constexpr Square operator+(Square one, Square other) noexcept {
        return Square(one.square_ + other.square_);
    }
    friend constexpr Square operator-(Square one, Square other) noexcept {
        return Square(one.square_ - other.square_);
    }
    friend constexpr Square operator^(Square one, Square other) noexcept {
        return Square(one.square_ ^ other.square_);
    }
    friend constexpr bool operator==(Square one, Square other) noexcept {
        return one.square_ == other.square_;
    }
    friend constexpr bool operator!=(Square one, Square other) noexcept {
        return one.square_ != other.square_;
    }
    friend constexpr bool operator<(Square one, Square other) noexcept {
        return one.square_ < other.square_;
    }
    friend constexpr bool operator>(Square one, Square other) noexcept {
        return one.square_ > other.square_;
    }
    friend constexpr bool operator<=(Square one, Square other) noexcept {
        return one.square_ <= other.square_;
    }
    friend constexpr bool operator>=(Square one, Square other) noexcept {
        return one.square_ >= other.square_;
    }
    friend std::ostream &operator<<(std::ostream &out, Square square) {
        return out << std::string(square);
    }
    friend std::ostream &operator<<(std::ostream &out, underlying square) {
        return out << Square(square);
    }

  private:
    underlying square_ = NO_SQ;
};

enum class Direction : std::int8_t {
    NORTH = 8,
    WEST = -1,
    SOUTH = -8,
    EAST = 1,
    NORTH_EAST = 9,
    NORTH_WEST = 7,
    SOUTH_WEST = -9,
    SOUTH_EAST = -7
};
constexpr Direction make_direction(Direction direction, Color color) noexcept {
    return color == Color::BLACK ? static_cast<Direction>(-static_cast<int>(direction)) : direction;
}
constexpr Square operator+(Square square, Direction direction) noexcept {
    return Square(square.index() + static_cast<int>(direction));
}

// A set of squares with a1 as its lowest bit, where Squares has a8.
class Bitboard {
  public:
    constexpr Bitboard() noexcept = default;
    template <typename Number, if_number<Number> = 0>
    constexpr Bitboard(Number bits) noexcept : bits_(static_cast<std::uint64_t>(bits)) {
    }
    constexpr Bitboard(File file) noexcept
        : bits_(std::uint64_t{0x0101010101010101} << static_cast<int>(file)) {
    }
    constexpr Bitboard(Rank rank) noexcept : bits_(rank.bb()) {
    }
    constexpr Bitboard(Squares squares) noexcept : bits_(upside_down(squares.raw())) {
    }
    constexpr Squares squares() const noexcept {
        return Squares(upside_down(bits_));
    }
    static constexpr Bitboard fromSquare(Square square) noexcept {
        return Bitboard(std::uint64_t{1} << square.index());
    }
    constexpr std::uint64_t getBits() const noexcept {
        return bits_;
    }
    constexpr bool empty() const noexcept {
        return bits_ == 0;
    }
    constexpr explicit operator bool() const noexcept {
        return bits_ != 0;
    }
    constexpr bool check(int index) const noexcept {
        return (bits_ >> index & 1) != 0;
    }
    constexpr Bitboard &set(int index) noexcept {
        bits_ |= std::uint64_t{1} << index;
        return *this;
    }
    constexpr Bitboard &clear(int index) noexcept {
        bits_ &= ~(std::uint64_t{1} << index);
        return *this;
    }
    constexpr Bitboard &clear() noexcept {
        bits_ = 0;
        return *this;
    }
    constexpr int count() const noexcept {
        return static_cast<int>(Squares(bits_).size());
    }
    // The set is not empty (precondition of these three).
    int lsb() const noexcept {
        return static_cast<int>(ks_lowest_square(bits_));
    }
    int msb() const noexcept {
        int index = 0;
        for (std::uint64_t rest = bits_; rest > 1; rest >>= 1)
            index++;
        return index;
    }
    std::uint8_t pop() noexcept {
        const int index = lsb();
        bits_ &= bits_ - 1;
        return static_cast<std::uint8_t>(index);
    }
    // Returns eight lines, from the eighth rank to the first.
    explicit operator std::string() const {
        std::string text;
        for (int i = 0; i < 64; i++) {
            text += check(i ^ 56) ? '1' : '0';
            if (i % 8 == 7)
                text += '\n';
        }
        return text;
    }
    constexpr Bitboard &operator&=(Bitboard other) noexcept {
        bits_ &= other.bits_;
        return *this;
    }
    constexpr Bitboard &operator|=(Bitboard other) noexcept {
        bits_ |= other.bits_;
        return *this;
    }
    constexpr Bitboard &operator^=(Bitboard other) noexcept {
        bits_ ^= other.bits_;
        return *this;
    }
    friend constexpr Bitboard operator&(Bitboard one, Bitboard other) noexcept {
        return one.bits_ & other.bits_;
    }
    friend constexpr Bitboard operator|(Bitboard one, Bitboard other) noexcept {
        return one.bits_ | other.bits_;
    }
    friend constexpr Bitboard operator^(Bitboard one, Bitboard other) noexcept {
        return one.bits_ ^ other.bits_;
    }
    friend constexpr Bitboard operator~(Bitboard set) noexcept {
        return ~set.bits_;
    }
    constexpr Bitboard operator<<(int count) const noexcept {
        return bits_ << count;
    }
    constexpr Bitboard operator>>(int count) const noexcept {
        return bits_ >> count;
    }
    friend constexpr bool operator==(Bitboard one, Bitboard other) noexcept {
        return one.bits_ == other.bits_;
    }
    friend constexpr bool operator!=(Bitboard one, Bitboard other) noexcept {
        return one.bits_ != other.bits_;
    }
    friend std::ostream &operator<<(std::ostream &out, Bitboard set) {
        return out << std::string(set);
    }

  private:
    // Returns the mask with its ranks in the other order.
    static constexpr std::uint64_t upside_down(std::uint64_t mask) noexcept {
        mask = mask >> 32 | mask << 32;
        mask = (mask >> 16 & 0x0000ffff0000ffff) | (mask & 0x0000ffff0000ffff) << 16;
        return (mask >> 8 & 0x00ff00ff00ff00ff) | (mask & 0x00ff00ff00ff00ff) << 8;
    }

    std::uint64_t bits_ = 0;
};

namespace constants {
inline constexpr const char *STARTPOS = KS_START_FEN;
inline constexpr int MAX_MOVES = KS_MOVES_MAX;
inline constexpr Bitboard DEFAULT_CHECKMASK = ~Bitboard();
} // namespace constants

// ---- Moves ----------------------------------------------------------------------------------------------

// A move does not know double pushes: Board::move finds ours.
class Move {
  public:
    static constexpr std::uint16_t NO_MOVE = 0, NULL_MOVE = 65;
    static constexpr std::uint16_t NORMAL = 0, PROMOTION = 1 << 14, ENPASSANT = 2 << 14, CASTLING = 3 << 14;

    Move() = default;
    constexpr Move(std::uint16_t move) noexcept : move_(move), score_(0) {
    }
    // Takes our move.
    constexpr Move(kingscan::Move move) noexcept
        : move_(static_cast<std::uint16_t>(bits_of(move.kind()) | Square(move.from()).index() << 6 |
                                           Square(move.to()).index())),
          score_(0) {
    }
    template <std::uint16_t Type = NORMAL>
    static constexpr Move make(Square from, Square to, PieceType type = PieceType::KNIGHT) noexcept {
        return Move(static_cast<std::uint16_t>(Type | (type - PieceType::KNIGHT) << 12 | from.index() << 6 |
                                               to.index()));
    }
    constexpr Square from() const noexcept {
        return Square(move_ >> 6 & 63);
    }
    constexpr Square to() const noexcept {
        return Square(move_ & 63);
    }
    constexpr std::uint16_t typeOf() const noexcept {
        return move_ & CASTLING;
    }
    // The move is a promotion (precondition).
    constexpr PieceType promotionType() const noexcept {
        return static_cast<PieceType::underlying>((move_ >> 12 & 3) + PieceType::KNIGHT);
    }
    constexpr std::uint16_t move() const noexcept {
        return move_;
    }
    constexpr void setScore(std::int16_t score) noexcept {
        score_ = score;
    }
    constexpr std::int16_t score() const noexcept {
        return score_;
    }
    friend constexpr bool operator==(Move one, Move other) noexcept {
        return one.move_ == other.move_;
    }
    friend constexpr bool operator!=(Move one, Move other) noexcept {
        return one.move_ != other.move_;
    }

  private:
    static constexpr int bits_of(MoveKind kind) noexcept {
        return kind >= MoveKind::to_knight    ? PROMOTION | (static_cast<int>(kind) & 3) << 12
               : kind == MoveKind::castling   ? CASTLING
               : kind == MoveKind::en_passant ? ENPASSANT
                                              : NORMAL;
    }

    std::uint16_t move_;
    std::int16_t score_;
};

class Movelist {
  public:
    using value_type = Move;
    using size_type = int;
    using iterator = Move *;
    using const_iterator = const Move *;

    int size() const noexcept {
        return size_;
    }
    bool empty() const noexcept {
        return size_ == 0;
    }
    void clear() noexcept {
        size_ = 0;
    }
    // There is room for 256 moves (precondition).
    void add(Move move) noexcept {
        moves_[static_cast<unsigned>(size_++)] = move;
    }
    // Returns the index of a move, or -1.
    int find(Move move) const noexcept {
        const Move *const found = std::find(begin(), end(), move);
        return found == end() ? -1 : static_cast<int>(found - begin());
    }
    Move &operator[](int index) noexcept {
        return moves_[static_cast<unsigned>(index)];
    }
    const Move &operator[](int index) const noexcept {
        return moves_[static_cast<unsigned>(index)];
    }
    Move &front() noexcept {
        return moves_[0];
    }
    const Move &front() const noexcept {
        return moves_[0];
    }
    Move &back() noexcept {
        return end()[-1];
    }
    const Move &back() const noexcept {
        return end()[-1];
    }
    Move *begin() noexcept {
        return moves_.data();
    }
    const Move *begin() const noexcept {
        return moves_.data();
    }
    Move *end() noexcept {
        return begin() + size_;
    }
    const Move *end() const noexcept {
        return begin() + size_;
    }
    Move &at(int index) = delete;             // moves[index]
    const Move &at(int index) const = delete; // moves[index]

  private:
    std::array<Move, KS_MOVES_MAX> moves_;
    int size_ = 0;
};

// ---- Boards ---------------------------------------------------------------------------------------------

// What a game is for the side to move.
enum class GameResult { WIN, LOSE, DRAW, NONE };
enum class GameResultReason {
    CHECKMATE,
    STALEMATE,
    INSUFFICIENT_MATERIAL,
    FIFTY_MOVE_RULE,
    THREEFOLD_REPETITION,
    NONE
};
enum class CheckType { NO_CHECK, DIRECT_CHECK, DISCOVERY_CHECK };

// Theirs; Board::Compact says what takes its place.
using PackedBoard = std::array<std::uint8_t, 24>;

// A position with the moves that led to it.
class Board {
  public:
    class CastlingRights {
      public:
        enum class Side : std::uint8_t { KING_SIDE = KS_KINGSIDE, QUEEN_SIDE = KS_QUEENSIDE };

        explicit CastlingRights(const Position &position) noexcept : position_(position) {
        }
        bool has(Color color, Side wing) const noexcept {
            return rook(color, wing) != no_square;
        }
        bool has(Color color) const noexcept {
            return has(color, Side::KING_SIDE) || has(color, Side::QUEEN_SIDE);
        }
        bool isEmpty() const noexcept {
            return position_.castling_rooks().empty();
        }
        File getRookFile(Color color, Side wing) const noexcept {
            return has(color, wing) ? Square(rook(color, wing)).file() : File();
        }
        int hashIndex() const noexcept {
            return has(Color::WHITE, Side::KING_SIDE) + 2 * has(Color::WHITE, Side::QUEEN_SIDE) +
                   4 * has(Color::BLACK, Side::KING_SIDE) + 8 * has(Color::BLACK, Side::QUEEN_SIDE);
        }
        bool operator==(const CastlingRights &other) const noexcept {
            return position_.castling_rooks() == other.position_.castling_rooks();
        }
        void setCastlingRight(Color color, Side wing, File rook) = delete; // setFen(fen)

      private:
        kingscan::Square rook(Color color, Side wing) const noexcept {
            return position_.castling_rook(color.side(), static_cast<Wing>(wing));
        }
        Position position_;
    };

    struct Compact {
        template <typename... Any> static void encode(Any...) = delete; // getFen(), or a DataWriter
        template <typename... Any> static void decode(Any...) = delete; // setFen(fen), or a Data
    };

    // Throws kingscan::Error when the text is no position.
    explicit Board(std::string_view fen = constants::STARTPOS, bool chess960 = false)
        : position_(fen, KS_FEN_LENIENT), keys_{position_.key()}, chess960_(chess960) {
    }
    explicit Board(const Position &position) : position_(position), keys_{position.key()} {
    }
    static Board fromFen(std::string_view fen) {
        return Board(fen);
    }
    static Board fromXfen(std::string_view fen) {
        return Board(fen);
    }
    static Board fromEpd(std::string_view epd) {
        return Board(epd);
    }
    // Reads FEN, X-FEN and EPD alike. Returns whether the text is a position; the board is unchanged if not.
    bool setFen(std::string_view fen) {
        const Result<Position> read = Position::read(fen, KS_FEN_LENIENT);
        if (!read)
            return false;
        position_ = *read;
        undos_.clear();
        keys_.assign(1, position_.key());
        return true;
    }
    bool setXfen(std::string_view fen) {
        return setFen(fen);
    }
    bool setEpd(std::string_view epd) {
        return setFen(epd);
    }
    std::string getFen(bool counters = true) const {
        const std::string castling = getCastleString();
        return fields(castling.empty() ? "-" : castling, counters);
    }
    std::string getXfen(bool counters = true) const {
        return fields("", counters);
    }
    std::string getEpd() const {
        return getFen(false) + " hmvc " + std::to_string(halfMoveClock()) + "; fmvn " +
               std::to_string(fullMoveNumber()) + ";";
    }
    // Says how castling is written; all boards know the rules of Chess960.
    void set960(bool chess960) noexcept {
        chess960_ = chess960;
    }
    bool chess960() const noexcept {
        return chess960_;
    }
    // Returns our position and our move; the move is one that the board can make.
    const Position &position() const noexcept {
        return position_;
    }
    kingscan::Move move(Move move) const noexcept {
        const kingscan::Square from = move.from().square(), to = move.to().square();
        const bool pawn = type_of(position_[from]) == kingscan::PieceType::pawn;
        const bool two = (from ^ to) == 16;
        const MoveKind kind = move.typeOf() == Move::PROMOTION
                                  ? static_cast<MoveKind>(KS_MOVE_TO_KNIGHT + (move.move() >> 12 & 3))
                              : move.typeOf() == Move::CASTLING  ? MoveKind::castling
                              : move.typeOf() == Move::ENPASSANT ? MoveKind::en_passant
                              : pawn && two                      ? MoveKind::double_push
                                                                 : MoveKind::plain;
        return kingscan::Move(from, to, kind);
    }

    // ---- Moves made ----
    // The move is legal (precondition). En passant is there whenever a pawn may take so, as with EXACT.
    template <bool Exact = false> void makeMove(Move made) {
        undos_.push_back(position_.make(move(made)));
        keys_.push_back(position_.key());
    }
    // A move has been made (precondition). Takes back the last.
    void unmakeMove(Move) noexcept {
        position_.unmake(undos_.back());
        undos_.pop_back();
        keys_.pop_back();
    }
    void makeNullMove() {
        undos_.push_back(position_.make_null_move());
        keys_.push_back(position_.key());
    }
    void unmakeNullMove() noexcept {
        unmakeMove(Move::NULL_MOVE);
    }
    bool isLegal(Move asked) const noexcept {
        return position_.is_legal(move(asked));
    }
    bool isCapture(Move asked) const noexcept {
        return asked.typeOf() == Move::ENPASSANT ||
               (asked.typeOf() != Move::CASTLING && at(asked.to()) != Piece::NONE);
    }
    template <typename Kind = Piece> Kind getCapturing(Move asked) const noexcept {
        const Piece taken = position_.captured(move(asked));
        if constexpr (std::is_same_v<Kind, PieceType>)
            return taken.type();
        else
            return taken;
    }
    CheckType givesCheck(Move asked) const noexcept {
        if (!position_.gives_check(move(asked)))
            return CheckType::NO_CHECK;
        const bool direct = position_.after(move(asked)).checkers().contains(asked.to().square());
        return direct ? CheckType::DIRECT_CHECK : CheckType::DISCOVERY_CHECK;
    }

    // ---- Facts ----
    Color sideToMove() const noexcept {
        return Color(position_.side_to_move());
    }
    template <typename Kind = Piece> Kind at(Square square) const noexcept {
        const Piece piece(position_[square.square()]);
        if constexpr (std::is_same_v<Kind, PieceType>)
            return piece.type();
        else
            return piece;
    }
    Bitboard pieces(PieceType type, Color color) const noexcept {
        return Bitboard(position_.squares_of(piece(color.side(), type.type())));
    }
    template <typename... Types, std::enable_if_t<(std::is_convertible_v<Types, PieceType> && ...), int> = 0>
    Bitboard pieces(Types... types) const noexcept {
        return ((pieces(PieceType(types), Color::WHITE) | pieces(PieceType(types), Color::BLACK)) | ...);
    }
    Bitboard us(Color color) const noexcept {
        return Bitboard(position_.pieces_of(color.side()));
    }
    Bitboard them(Color color) const noexcept {
        return us(~color);
    }
    Bitboard occ() const noexcept {
        return Bitboard(position_.occupied());
    }
    Bitboard all() const noexcept {
        return occ();
    }
    Square kingSq(Color color) const noexcept {
        return Square(position_.king(color.side()));
    }
    CastlingRights castlingRights() const noexcept {
        return CastlingRights(position_);
    }
    std::string getCastleString() const {
        std::string text;
        for (const Side side : {Side::white, Side::black})
            for (const Wing wing : {Wing::kingside, Wing::queenside})
                if (const kingscan::Square rook = position_.castling_rook(side, wing); rook != no_square) {
                    const char file = static_cast<char>('a' + file_of(rook));
                    const char letter = chess960_ ? file : wing == Wing::kingside ? 'k' : 'q';
                    text += static_cast<char>(side == Side::white ? letter - 32 : letter);
                }
        return text;
    }
    // Returns NO_SQ when no pawn may take en passant.
    Square enpassantSq() const noexcept {
        return Square(position_.capturable_en_passant());
    }
    std::uint32_t halfMoveClock() const noexcept {
        return position_.halfmove_clock();
    }
    std::uint32_t fullMoveNumber() const noexcept {
        return position_.fullmove_number();
    }
    std::uint64_t hash() const noexcept {
        return position_.key();
    }
    std::uint64_t zobrist() const noexcept {
        return ks_position_key(&position_.raw());
    }
    template <bool Exact = true> std::uint64_t zobristAfter(Move made) const noexcept {
        return position_.after(move(made)).key();
    }
    bool hasNonPawnMaterial(Color color) const noexcept {
        const Bitboard few = pieces(PieceType::PAWN, PieceType::KING);
        return !(us(color) & ~few).empty();
    }
    bool operator==(const Board &other) const noexcept {
        return position_ == other.position_ && halfMoveClock() == other.halfMoveClock() &&
               fullMoveNumber() == other.fullMoveNumber() && chess960_ == other.chess960_;
    }

    // ---- Checks and ends ----
    bool inCheck() const noexcept {
        return position_.in_check();
    }
    bool isAttacked(Square square, Color color) const noexcept {
        return !position_.attackers(square.square(), color.side()).empty();
    }
    bool isRepetition(int count = 2) const noexcept {
        return position_.repetitions(keys_.data(), keys_.size()) >= static_cast<unsigned>(count);
    }
    bool isHalfMoveDraw() const noexcept {
        return halfMoveClock() >= 100;
    }
    std::pair<GameResultReason, GameResult> getHalfMoveDrawType() const noexcept {
        if (position_.verdict() == Verdict::checkmate)
            return {GameResultReason::CHECKMATE, GameResult::LOSE};
        return {GameResultReason::FIFTY_MOVE_RULE, GameResult::DRAW};
    }
    // Knows any number of bishops on squares of one color, where theirs knows two.
    bool isInsufficientMaterial() const noexcept {
        return !position_.can_mate(Side::white) && !position_.can_mate(Side::black);
    }
    std::pair<GameResultReason, GameResult> isGameOver() const noexcept {
        if (isHalfMoveDraw())
            return getHalfMoveDrawType();
        if (isInsufficientMaterial())
            return {GameResultReason::INSUFFICIENT_MATERIAL, GameResult::DRAW};
        if (isRepetition())
            return {GameResultReason::THREEFOLD_REPETITION, GameResult::DRAW};
        const Verdict verdict = position_.verdict();
        if (verdict == Verdict::checkmate)
            return {GameResultReason::CHECKMATE, GameResult::LOSE};
        if (verdict == Verdict::stalemate)
            return {GameResultReason::STALEMATE, GameResult::DRAW};
        return {GameResultReason::NONE, GameResult::NONE};
    }

    // ---- Missing ----
    Bitboard getCastlingPath(Color, bool) const = delete; // squares_between of position()
    void placePiece(Piece, Square) = delete;              // setFen(fen), or Position::from_board
    void removePiece(Piece, Square) = delete;             // setFen(fen), or Position::from_board

    // Draws the board.
    friend std::ostream &operator<<(std::ostream &out, const Board &board) {
        for (int i = 0; i < 64; i++)
            out << ' ' << std::string(board.at(Square(i ^ 56))) << (i % 8 == 7 ? "\n" : "");
        return out << "\n\nSide to move: " << static_cast<int>(board.sideToMove())
                   << "\nCastling rights: " << board.getCastleString()
                   << "\nHalfmoves: " << board.halfMoveClock() << "\nFullmoves: " << board.fullMoveNumber()
                   << "\nEP: " << board.enpassantSq().index() << "\nHash: " << board.hash() << "\n\n"
                   << std::flush;
    }

  private:
    // Whether a pawn attacks the square that a pawn has passed, even a pinned one. What was read may be
    // another.
    bool has_attacked_passed_square() const noexcept {
        const kingscan::Square passed = position_.en_passant();
        const Side side = position_.side_to_move();
        const auto pawn = side == Side::white ? kingscan::Piece::white_pawn : kingscan::Piece::black_pawn;
        return passed != no_square &&
               !(position_.attackers(passed, side) & position_.squares_of(pawn)).empty();
    }

    // Returns the FEN with other words for castling, unless these are "".
    std::string fields(const std::string &castling, bool counters) const {
        std::string fen = has_attacked_passed_square() ? position_.x_fen() : position_.fen();
        const std::size_t third = fen.find(' ') + 3, fourth = fen.find(' ', third) + 1;
        if (!counters)
            fen.resize(fen.find(' ', fourth));
        if (!castling.empty())
            fen.replace(third, fourth - 1 - third, castling);
        return fen;
    }

    Position position_;
    std::vector<Undo> undos_;
    std::vector<std::uint64_t> keys_; // of all positions, this one included
    bool chess960_ = false;
};

// ---- Lists of moves -------------------------------------------------------------------------------------

enum PieceGenType { PAWN = 1, KNIGHT = 2, BISHOP = 4, ROOK = 8, QUEEN = 16, KING = 32 };

namespace movegen {
enum class MoveGenType : std::uint8_t { ALL, CAPTURE, QUIET };
inline constexpr int every_piece = 63;

// Replaces the list by the legal moves of a kind. pieces: of PieceGenType, or-ed.
template <MoveGenType Type = MoveGenType::ALL>
void legalmoves(Movelist &list, const Board &board, int pieces = every_piece) noexcept {
    const Position &position = board.position();
    const MoveList moves = Type == MoveGenType::CAPTURE ? position.captures()
                           : Type == MoveGenType::QUIET ? position.quiet_moves()
                                                        : position.legal_moves();
    list.clear();
    for (const kingscan::Move move : moves)
        if (pieces == every_piece || (pieces >> PieceType(type_of(position[move.from()])) & 1) != 0)
            list.add(Move(move));
}

template <MoveGenType Type = MoveGenType::ALL>
bool anylegalmoves(const Board &board, int pieces = every_piece) noexcept {
    if (Type == MoveGenType::ALL && pieces == every_piece)
        return board.position().has_legal_move();
    Movelist list;
    legalmoves<Type>(list, board, pieces);
    return !list.empty();
}

inline bool isLegal(const Board &board, Move move) noexcept {
    return board.isLegal(move);
}
} // namespace movegen

// ---- Attacks --------------------------------------------------------------------------------------------

namespace attacks {
inline constexpr Bitboard MASK_RANK[8] = {0xff,         0xff00,         0xff0000,         0xff000000,
                                          0xff00000000, 0xff0000000000, 0xff000000000000, 0xff00000000000000};
inline constexpr Bitboard MASK_FILE[8] = {0x101010101010101,  0x202020202020202,  0x404040404040404,
                                          0x808080808080808,  0x1010101010101010, 0x2020202020202020,
                                          0x4040404040404040, 0x8080808080808080};

inline Bitboard pawn(Color color, Square square) noexcept {
    return Bitboard(pawn_attacks(square.square(), color.side()));
}
inline Bitboard knight(Square square) noexcept {
    return Bitboard(knight_attacks(square.square()));
}
inline Bitboard king(Square square) noexcept {
    return Bitboard(king_attacks(square.square()));
}
inline Bitboard bishop(Square square, Bitboard occupied) noexcept {
    return Bitboard(bishop_attacks(square.square(), occupied.squares()));
}
inline Bitboard rook(Square square, Bitboard occupied) noexcept {
    return Bitboard(rook_attacks(square.square(), occupied.squares()));
}
inline Bitboard queen(Square square, Bitboard occupied) noexcept {
    return Bitboard(queen_attacks(square.square(), occupied.squares()));
}
template <PieceType::underlying Type> Bitboard slider(Square square, Bitboard occupied) noexcept {
    static_assert(Type == PieceType::BISHOP || Type == PieceType::ROOK || Type == PieceType::QUEEN);
    return Type == PieceType::BISHOP ? bishop(square, occupied)
           : Type == PieceType::ROOK ? rook(square, occupied)
                                     : queen(square, occupied);
}
inline Bitboard attackers(const Board &board, Color color, Square square) noexcept {
    return Bitboard(board.position().attackers(square.square(), color.side()));
}

// Moves each square one step; what leaves the board is gone.
template <Direction Way> constexpr Bitboard shift(Bitboard set) noexcept {
    constexpr int step = static_cast<int>(Way), file = (step + 17) % 8; // 0 to the west, 2 to the east
    if (file == 0)
        set &= ~Bitboard(File::FILE_A);
    if (file == 2)
        set &= ~Bitboard(File::FILE_H);
    return step > 0 ? set << step : set >> -step;
}
// Left and right as white sees them.
template <Color::underlying Of> constexpr Bitboard pawnLeftAttacks(Bitboard pawns) noexcept {
    return Of == Color::WHITE ? shift<Direction::NORTH_WEST>(pawns) : shift<Direction::SOUTH_EAST>(pawns);
}
template <Color::underlying Of> constexpr Bitboard pawnRightAttacks(Bitboard pawns) noexcept {
    return Of == Color::WHITE ? shift<Direction::NORTH_EAST>(pawns) : shift<Direction::SOUTH_WEST>(pawns);
}
} // namespace attacks

// ---- Notation -------------------------------------------------------------------------------------------

namespace uci {
// The sentence of the error is that of kingscan::Error.
class SanParseError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};
class AmbiguousMoveError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

// chess960: castling goes to the rook.
inline std::string moveToUci(Move move, bool chess960 = false) {
    Square to = move.to();
    if (move.typeOf() == Move::CASTLING && !chess960)
        to = Square(to > move.from() ? File::FILE_G : File::FILE_C, move.from().rank());
    std::string text = std::string(move.from()) + std::string(to);
    if (move.typeOf() == Move::PROMOTION)
        text += std::string(move.promotionType());
    return text;
}

constexpr bool isUciMove(std::string_view text) noexcept {
    return (text.size() == 4 || (text.size() == 5 && std::string_view("nbrq").find(text[4]) != text.npos)) &&
           Square::is_valid_string_sq(text.substr(0, 2)) && Square::is_valid_string_sq(text.substr(2, 2));
}

// Returns NO_MOVE for a text that is no move; does not ask whether the move is legal: Board::isLegal does.
inline Move uciToMove(const Board &board, std::string_view text) noexcept {
    if (!isUciMove(text))
        return Move::NO_MOVE;
    const Square from(text.substr(0, 2)), to(text.substr(2, 2));
    const Piece piece = board.at(from);
    const bool rook = board.at(to) == Piece(PieceType::ROOK, piece.color());
    if (piece == PieceType::KING && rook)
        return Move::make<Move::CASTLING>(from, to);
    if (piece == PieceType::KING && !board.chess960() && Square::value_distance(from, to) == 2)
        return Move::make<Move::CASTLING>(from, Square(to > from ? File::FILE_H : File::FILE_A, from.rank()));
    if (piece == PieceType::PAWN && to == board.enpassantSq())
        return Move::make<Move::ENPASSANT>(from, to);
    if (text.size() == 5 && piece == PieceType::PAWN && Square::back_rank(to, ~piece.color()))
        return Move::make<Move::PROMOTION>(from, to, PieceType(text.substr(4)));
    return text.size() == 4 ? Move::make(from, to) : Move(Move::NO_MOVE);
}

// The move is legal (precondition of both).
inline std::string moveToSan(const Board &board, Move move) {
    return board.move(move).san(board.position());
}
inline std::string moveToLan(const Board &board, Move move) {
    const std::string san = moveToSan(board, move);
    if (move.typeOf() == Move::CASTLING)
        return san;
    const std::string piece = board.at<PieceType>(move.from()) == PieceType::PAWN ? "" : san.substr(0, 1);
    const std::string end = san.substr(san.rfind(std::string(move.to())));
    return piece + std::string(move.from()) + (board.isCapture(move) ? "x" : "") + end;
}

// Returns NO_MOVE for an empty text. Throws an AmbiguousMoveError for a text that several pieces fit, and a
// SanParseError for any other that is no legal move.
inline Move parseSan(const Board &board, std::string_view san) {
    if (san.empty())
        return Move::NO_MOVE;
    const Result<kingscan::Move> read = board.position().read_move(san);
    if (read)
        return Move(*read);
#ifdef __cpp_exceptions
    if (read.error().code() == KS_ERROR_AMBIGUOUS)
        throw AmbiguousMoveError(read.error().what());
    throw SanParseError(read.error().what());
#else
    std::abort();
#endif
}

// Replaces the list by the legal moves of the same kind of piece that capture, too, or do not, too.
inline Move parseSan(const Board &board, std::string_view san, Movelist &moves) {
    const Move move = parseSan(board, san);
    if (move == Move::NO_MOVE)
        return move;
    const int pieces = 1 << static_cast<int>(board.at<PieceType>(move.from()));
    if (board.isCapture(move))
        movegen::legalmoves<movegen::MoveGenType::CAPTURE>(moves, board, pieces);
    else
        movegen::legalmoves<movegen::MoveGenType::QUIET>(moves, board, pieces);
    return move;
}
} // namespace uci

// ---- Games in PGN ---------------------------------------------------------------------------------------

namespace pgn {
class Visitor {
  public:
    virtual ~Visitor() = default;

    // Leaves out the rest of the game, but for endPgn.
    void skipPgn(bool skip) noexcept {
        skip_ = skip;
    }
    bool skip() const noexcept {
        return skip_;
    }
    virtual void startPgn() = 0;
    virtual void header(std::string_view key, std::string_view value) = 0;
    virtual void startMoves() = 0;
    // comment: all comments behind the move, or "". A comment before the first move comes with the move "".
    virtual void move(std::string_view move, std::string_view comment) = 0;
    virtual void endPgn() = 0;

  private:
    bool skip_ = false;
};

// The first error in a text, and false when there is none.
class StreamParserError {
  public:
    // Theirs, and Other, which error() describes: of tags, too, since it does not tell which mark is missing.
    enum Code {
        None,
        ExceededMaxStringLength,
        InvalidHeaderMissingClosingBracket,
        InvalidHeaderMissingClosingQuote,
        NotEnoughData,
        Other
    };

    StreamParserError() = default;
    StreamParserError(Code code) : code_(code) {
    }
    explicit StreamParserError(const std::optional<Error> &error)
        : error_(error), code_(error ? Other : None) {
    }
    bool hasError() const noexcept {
        return code_ != None;
    }
    friend bool operator==(const StreamParserError &a, Code b) noexcept {
        return a.code_ == b;
    }
    friend bool operator!=(const StreamParserError &a, Code b) noexcept {
        return a.code_ != b;
    }
    operator bool() const noexcept {
        return hasError();
    }
    std::string message() const {
        return error_ ? error_->what() : code_ == NotEnoughData ? "Not enough data" : "No error";
    }
    Code code() const noexcept {
        return code_;
    }
    // Returns the sentence, its place and its number among enum ks_error_code.
    const std::optional<Error> &error() const noexcept {
        return error_;
    }

  private:
    std::optional<Error> error_;
    Code code_ = None;
};

// The number is the size of a buffer in theirs, and means nothing here.
template <std::size_t = 0> class StreamParser {
  public:
    explicit StreamParser(std::istream &stream) : stream_(stream) {
    }
    // Reads all games.
    StreamParserError readGames(Visitor &visitor) {
        if (stream_.peek() == std::istream::traits_type::eof())
            return StreamParserError::NotEnoughData;
        Pgn games(stream_, KS_PGN_COMMENTS | KS_PGN_NULL_MOVES);
        std::optional<Error> first;
        for (const Pgn::Game game : games) {
            visitor.skipPgn(false);
            visitor.startPgn();
            for (const ks_pgn_tag &tag : game.tags())
                if (!visitor.skip())
                    visitor.header(tag.name, tag.value);
            if (!visitor.skip())
                visitor.startMoves();
            if (!visitor.skip())
                read_moves(game, visitor);
            visitor.skipPgn(false);
            visitor.endPgn();
            if (!first)
                first = game.error();
        }
        return StreamParserError(first ? first : games.error());
    }

  private:
    // Gives each move when its comments have been read.
    static void read_moves(const Pgn::Game &game, Visitor &visitor) {
        std::string move, comment;
        const auto give = [&] {
            if (!visitor.skip() && !(move.empty() && comment.empty()))
                visitor.move(move, comment);
            comment.clear();
        };
        for (const Pgn::Item &item : game.items()) {
            const bool moves = item.kind() == Pgn::Kind::move || item.kind() == Pgn::Kind::null_move;
            if (moves) {
                give();
                move = item.text();
            } else if (item.kind() == Pgn::Kind::comment || item.kind() == Pgn::Kind::comment_goes_on) {
                comment += item.text();
            }
        }
        give();
    }

    std::istream &stream_;
};
} // namespace pgn

} // namespace kingscan::chess_library

#endif
