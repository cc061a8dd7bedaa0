// A caller of kingscan.hpp: every member of it, with answers that are known. Prints "ok", or the lines of the
// checks that failed.
#include "kingscan.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iomanip>
#include <new>
#include <sstream>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

using kingscan::Draw;
using kingscan::Error;
using kingscan::Game;
using kingscan::Move;
using kingscan::MoveKind;
using kingscan::MoveList;
using kingscan::Piece;
using kingscan::PieceType;
using kingscan::Position;
using kingscan::Result;
using kingscan::Side;
using kingscan::Squares;
using kingscan::Verdict;
using kingscan::Wing;

static int failures = 0;

#define CHECK(condition) check(condition, __LINE__)

static void check(bool condition, int line) {
    if (!condition)
        failures += std::printf("line %d\n", line) > 0;
}

// ---- Memory ----

static unsigned allocations = 0;

void *operator new(std::size_t size) {
    allocations++;
    return std::malloc(size); // the test has no use for what happens without memory
}

void operator delete(void *memory) noexcept {
    std::free(memory);
}

void operator delete(void *memory, std::size_t) noexcept {
    std::free(memory);
}

// ---- What the compiler knows ----

static_assert(kingscan::e4 == 36 && kingscan::a8 == 0 && kingscan::h1 == 63, "squares");
static_assert(kingscan::square(4, 4) == kingscan::e4 && kingscan::file_of(kingscan::c7) == 2 &&
                  kingscan::row_of(kingscan::c7) == 1,
              "files and rows");
static_assert(kingscan::square("e4") == kingscan::e4 && kingscan::square("a8") == kingscan::a8 &&
                  kingscan::square("h1") == kingscan::h1 && kingscan::square("-") == kingscan::no_square &&
                  kingscan::square("i4") == kingscan::no_square &&
                  kingscan::square("e9") == kingscan::no_square &&
                  kingscan::square("e0") == kingscan::no_square &&
                  kingscan::square("E4") == kingscan::no_square &&
                  kingscan::square("e44") == kingscan::no_square &&
                  kingscan::square("") == kingscan::no_square,
              "names of squares");
static_assert(~Side::white == Side::black && ~Side::black == Side::white, "sides");
static_assert(kingscan::piece(Side::black, PieceType::king) == Piece::black_king &&
                  kingscan::piece(Side::white, PieceType::pawn) == Piece::white_pawn &&
                  kingscan::type_of(Piece::black_queen) == PieceType::queen &&
                  kingscan::side_of(Piece::black_queen) == Side::black &&
                  kingscan::side_of(Piece::white_queen) == Side::white,
              "pieces");
static_assert((Squares(kingscan::a8) | Squares(kingscan::h1)).raw() == (std::uint64_t{1} << 63 | 1) &&
                  (~Squares()).size() == 64 && Squares().empty() && !Squares(kingscan::b8).empty() &&
                  (Squares(6) & Squares(3)) == Squares(kingscan::b8) && Squares(6) != Squares(2) &&
                  Squares(6).contains(kingscan::c8) && !Squares(6).contains(kingscan::a8) &&
                  !(~Squares()).contains(kingscan::no_square),
              "sets of squares");
static constexpr Move promotion(kingscan::b7, kingscan::a8, MoveKind::to_rook);
static_assert(promotion.from() == kingscan::b7 && promotion.to() == kingscan::a8 &&
                  promotion.kind() == MoveKind::to_rook && promotion.promotion() == PieceType::rook &&
                  Move(kingscan::e2, kingscan::e4, MoveKind::double_push).promotion() == PieceType::none,
              "moves");
static_assert(Move(kingscan::b7, kingscan::b8, MoveKind::to_knight).promotion() == PieceType::knight &&
                  Move(kingscan::b7, kingscan::b8, MoveKind::to_queen).promotion() == PieceType::queen,
              "promotions");
static_assert(Move(promotion.raw()) == promotion && promotion != Move{} && promotion && !Move{}, "no move");
static_assert(!std::is_copy_constructible_v<MoveList> && !std::is_copy_constructible_v<Game> &&
                  std::is_nothrow_move_constructible_v<Game> && std::is_trivially_copyable_v<Position> &&
                  std::is_trivially_default_constructible_v<Move> && sizeof(Move) == 2,
              "costs");

// ---- Facts ----

static const char castling[] = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 3 7";

static void facts() {
    const Position position(castling);
    CHECK(position.side_to_move() == Side::white);
    CHECK(position[kingscan::e5] == Piece::white_knight && position[kingscan::e4] == Piece::white_pawn &&
          position[kingscan::d4] == Piece::none && position[kingscan::g7] == Piece::black_bishop);
    CHECK(kingscan::letter(position[kingscan::g7]) == 'b' && std::strcmp(name(kingscan::g7), "g7") == 0);
    CHECK(position.occupied().size() == 32 && position.pieces_of(Side::black).size() == 16);
    CHECK(position.squares_of(Piece::white_knight) == (Squares(kingscan::c3) | Squares(kingscan::e5)));
    CHECK(position.king(Side::white) == kingscan::e1 && position.king(Side::black) == kingscan::e8);
    CHECK(position.castling_rooks().size() == 4);
    CHECK(position.castling_rook(Side::black, Wing::kingside) == kingscan::h8 &&
          position.castling_rook(Side::white, Wing::queenside) == kingscan::a1);
    CHECK(position.halfmove_clock() == 3 && position.fullmove_number() == 7);
    CHECK(position.key() == ks_position_key(&position.raw()));
    CHECK(Position::start().polyglot_key() == 0x463b96181691fc9c);
    CHECK(position.fen() == castling && position.x_fen() == castling);
    std::string squares;
    for (const kingscan::Square square : position.squares_of(Piece::black_rook))
        squares += name(square);
    CHECK(squares == "a8h8" && position.squares_of(Piece::black_rook).first() == kingscan::a8);
    CHECK(Squares().first() == kingscan::no_square);
    std::ostringstream sides;
    sides << Side::white << Side::black;
    CHECK(sides.str() == "wb");
    Squares some = kingscan::e4;
    some |= kingscan::a8;
    some |= kingscan::h1;
    some &= ~Squares(kingscan::h1);
    std::ostringstream names;
    names << some << ';' << Squares();
    CHECK(names.str() == "a8 e4;" && (some ^ kingscan::e4) == Squares(kingscan::a8));
    CHECK(some.pop() == kingscan::a8 && some.pop() == kingscan::e4 && some.pop() == kingscan::no_square &&
          some.empty());

    const Position pinned("k7/8/8/8/8/8/3b3r/4K3 w - - 0 1");
    CHECK(pinned.in_check() && pinned.checkers() == Squares(kingscan::d2));
    CHECK(pinned.attackers(kingscan::d2, Side::white) == Squares(kingscan::e1));
    CHECK(pinned.king_lines().checkers == Squares(kingscan::d2).raw());
    CHECK(!position.in_check() && position.checkers().empty());

    const Position passed("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"), idle("4k3/8/8/3p4/8/8/8/4K3 w - d6 0 1");
    CHECK(passed.en_passant() == kingscan::d6 && passed.capturable_en_passant() == kingscan::d6);
    CHECK(idle.en_passant() == kingscan::d6 && idle.capturable_en_passant() == kingscan::no_square);
    CHECK(idle.fen() == "4k3/8/8/3p4/8/8/8/4K3 w - - 0 1");
    CHECK(idle.x_fen() == "4k3/8/8/3p4/8/8/8/4K3 w - d6 0 1");
}

// ---- Moves ----

// Moves made of two squares: the position tells their kind.
static void moves_between_squares() {
    const Position position(castling);
    CHECK(Position().find_move(kingscan::e2, kingscan::e4)->kind() == MoveKind::double_push);
    CHECK(*position.find_move(kingscan::e1, kingscan::g1) == *position.find_move(kingscan::e1, kingscan::h1));
    CHECK(position.find_move(kingscan::e1, kingscan::g1)->kind() == MoveKind::castling);
    CHECK(Position("7k/8/8/3pP3/8/8/8/K7 w - d6 0 1").find_move(kingscan::e5, kingscan::d6)->kind() ==
          MoveKind::en_passant);
    const Position pawn("7k/P7/8/8/8/8/8/K7 w - - 0 1");
    for (const PieceType type : {PieceType::knight, PieceType::bishop, PieceType::rook, PieceType::queen})
        CHECK(pawn.find_move(kingscan::a7, kingscan::a8, type)->promotion() == type);
    CHECK(pawn.find_move(kingscan::a7, kingscan::a8).error().code() == KS_ERROR_PROMOTION_MISSING);
    CHECK(!pawn.find_move(kingscan::a7, kingscan::a8, PieceType::king));
    CHECK(std::strcmp(position.find_move(kingscan::e1, kingscan::e8).error().name(), "piece-rule") == 0);
    static_assert(!std::is_constructible_v<Move, kingscan::Square, kingscan::Square>, "a kind is missing");
}

static void moves() {
    const Position position(castling);
    const MoveList all = position.legal_moves(), captures = position.captures(),
                   quiet = position.quiet_moves();
    CHECK(all.size() == 48 && captures.size() == 8 && quiet.size() == 40 && !all.empty());
    CHECK(position.count_legal_moves() == 48 && position.has_legal_move());
    for (const Move move : all) {
        const bool found = std::find(captures.begin(), captures.end(), move) != captures.end();
        CHECK(position.is_legal(move) && position.is_capture(move) == found);
    }
    for (const Move move : position.legal_moves(kingscan::e1, ~Squares()))
        CHECK(move.from() == kingscan::e1);
    CHECK(position.legal_moves(kingscan::e1, Squares(kingscan::h1)).size() == 1);
    CHECK(position.legal_moves(kingscan::e1, Squares(kingscan::h1))[0].kind() == MoveKind::castling);
    CHECK(!position.is_legal(Move(kingscan::e1, kingscan::e8, MoveKind::plain)));

    MoveList sorted = position.legal_moves();
    std::sort(sorted.begin(), sorted.end(), [](Move one, Move other) { return one.raw() < other.raw(); });
    CHECK(std::is_permutation(sorted.begin(), sorted.end(), all.begin()) &&
          sorted[0].raw() < sorted[1].raw());

    const Move takes = position.read_move("Qxf6").value();
    CHECK(takes.from() == kingscan::f3 && position.captured(takes) == Piece::black_knight);
    CHECK(takes.uci(position) == "f3f6" && takes.san(position) == "Qxf6" && !position.gives_check(takes));
    const Move castles = position.read_move("e1g1").value();
    CHECK(castles.uci(position) == "e1g1" && castles.uci(position, KS_UCI_CHESS960) == "e1h1" &&
          castles.san(position) == "O-O" && castles.to() == kingscan::h1);
    const Position ends("7k/8/6K1/8/8/8/8/R7 w - - 0 1");
    CHECK(position.see(takes) == -600 && position.see_at_least(takes, -600) &&
          !position.see_at_least(takes, -599));
    CHECK(position.see(takes, KS_SEE_PINS | KS_SEE_LEGAL) == -600 && position.see(Move()) == 0);
    CHECK(ends.gives_check(ends.read_move("Ra8").value()));
    CHECK(ends.read_move("a1a8")->san(ends) == "Ra8#");
}

static void moves_made() {
    Position position(castling);
    const std::string before = position.fen();
    const std::uint64_t key = position.key();
    const Move move = position.read_move("e1c1").value();
    const Position after = position.after(move);
    const kingscan::Undo undo = position.make(move);
    CHECK(position.fen() == after.fen() && position.key() == after.key() && after.key() != key);
    CHECK(after.fen() == "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/2KR3R b kq - 4 7");
    position.unmake(undo);
    CHECK(position.fen() == before && position.key() == key);

    const Position passed = position.after_null_move();
    const kingscan::Undo null = position.make_null_move();
    CHECK(position.side_to_move() == Side::black && passed.key() == position.key());
    position.unmake(null);
    CHECK(std::memcmp(&position.raw(), &Position(castling).raw(), sizeof(ks_position)) == 0);
}

static std::uint64_t perft(const Position &position, unsigned depth) {
    if (depth == 0)
        return 1;
    std::uint64_t nodes = 0;
    for (const Move move : position.legal_moves())
        nodes += perft(position.after(move), depth - 1);
    return nodes;
}

static void counting() {
    const unsigned before = allocations;
    CHECK(perft(Position::start(), 4) == 197281 && Position::start().perft(4) == 197281);
    CHECK(perft(Position(castling), 3) == 97862);
    const Position start = Position::start();
    CHECK(start.read_move("Nf3")->san(start).size() == 3 && start.read_move("e2e4")->uci(start) == "e2e4");
    CHECK(allocations == before);
    const std::vector<Position> many(3, Position::start());
    CHECK(many[2].fen() == kingscan::start_fen);
}

// ---- Streams ----

template <typename Value> static std::string written(const Value &value) {
    std::ostringstream out;
    out << std::setw(6) << std::left << value << '|';
    return out.str();
}

// Squares are numbers, and were written as the character of that number.
static void streams() {
    CHECK(written(kingscan::e4) == "e4    |" && written(kingscan::h1) == "h1    |");
    CHECK(written(kingscan::no_square) == "-     |" && written(Move{}) == "0000  |");
    for (const char *const fen :
         {castling, "1r2k2r/8/8/8/8/8/8/1R2K2R w HBhb - 0 1", "8/P6k/8/8/8/8/p6K/8 b - - 0 1",
          "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "rk5r/8/8/8/8/8/8/RK5R w HAha - 0 1",
          "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1"}) {
        const Position position(fen);
        CHECK(written(position) == position.fen() + '|');
        for (const Move move : position.legal_moves()) {
            const std::string uci = move.uci(position);
            CHECK(written(move) == uci + std::string(6 - uci.size(), ' ') + '|');
        }
    }
}

// ---- Ends ----

static void ends() {
    CHECK(Position::start().verdict() == Verdict::safe && Position().fen() == kingscan::start_fen);
    Position later(kingscan::unset);
    later = Position();
    CHECK(later == Position::start());
    CHECK(Position("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1").verdict() == Verdict::checkmate);
    CHECK(Position("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").verdict() == Verdict::stalemate);
    CHECK(!Position("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").has_legal_move());
    CHECK(Position("k7/8/8/8/8/8/3b3r/4K3 w - - 0 1").verdict() == Verdict::check);
    CHECK(Position("k3r3/8/8/8/8/8/3b4/4K3 w - - 0 1").verdict() == Verdict::double_check);
    const Position bare("7k/8/6K1/8/8/8/8/N7 w - - 0 1");
    CHECK(bare.draw() == Draw::material && !bare.can_mate(Side::white) && !bare.can_mate(Side::black));
    CHECK(Position("7k/8/6K1/8/8/8/8/R7 w - - 100 80").draw() == Draw::fifty_moves);
    CHECK(Position("7k/8/6K1/8/8/8/8/R7 w - - 150 90").draw() == Draw::seventy_five_moves);
    CHECK(Position("7k/8/6K1/8/8/8/8/R7 w - - 0 1").draw() == Draw::none);

    const Position again("7k/8/6K1/8/8/8/8/R7 w - - 8 1");
    const std::uint64_t key = again.key(), keys[] = {key, 1, 2, 3, key, 1, 2, 3, key};
    CHECK(again.draw(Verdict::safe, keys, 9) == Draw::threefold);
    CHECK(again.draw(Verdict::safe, keys, 5) == Draw::none);
    CHECK(again.repetitions(keys, 9) == 2 && again.repetitions(keys, 5) == 1);
}

static void games() {
    Game game;
    CHECK(!game.read_uci("position startpos moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8"));
    CHECK(game.draw() == Draw::threefold && game.repetitions() == 2 && game.size() == 8 && game.ply() == 8);
    game.go_to(1);
    CHECK(game.ply() == 1 && game.position().side_to_move() == Side::black && game.draw() == Draw::none);
    CHECK(game[0].uci(Position::start()) == "g1f3" && !game[8]);
    CHECK(game.play(Move(kingscan::e2, kingscan::e4, MoveKind::plain))->code() == KS_ERROR_MOVE_ILLEGAL &&
          game.size() == 8);
    CHECK(!game.play(game.position().read_move("e5").value()) && game.size() == 2);
    const std::string before = game.position().fen();
    const std::optional<Error> error = game.read_uci("startpos moves e2e4 e2e4");
    CHECK(error && error->code() == KS_ERROR_MOVE_TEXT && game.position().fen() == before);

    Game other(Position("4k3/8/8/8/8/8/8/4K2R w K - 0 1"));
    CHECK(!other.play(other.position().read_move("O-O").value()));
    game = std::move(other);
    CHECK(game.position()[kingscan::g1] == Piece::white_king && ks_game_get_length(game.raw()) == 1);
    CHECK(!game.read_uci("startpos moves f2f3 e7e5 g2g4 d8h4") && game.verdict() == Verdict::checkmate);
    game.go_to(3);
    CHECK(game.verdict() == Verdict::safe);
}

// ---- Errors ----

static void errors() {
    const Result<Position> good = Position::read(kingscan::start_fen);
    CHECK(good && good.has_value() && good->fen() == kingscan::start_fen);
    CHECK((*good).side_to_move() == Side::white && good.value().key() == Position::start().key());
    const Result<Position> bad = Position::read("8/8/8/9/8/8/8/8 w - - 0 1");
    CHECK(!bad && !bad.has_value() && bad.error().code() == KS_ERROR_PLACEMENT_CHARACTER &&
          bad.error().offset() == 6);
    CHECK(std::strlen(bad.error().what()) > 0);
    CHECK(Position::read(std::string_view(castling).substr(0, 57)).has_value() == false);
    CHECK(!Position::read("4k3/8/8/8/8/8/8/4K3 w KQ - 0 1", KS_FEN_RIGHTS));
    CHECK(Position::read("4k3/8/8/8/8/8/8/4K3 w KQ - 0 1")->castling_rooks().empty());

    const Result<Move> illegal = Position::start().read_move("e2e5");
    CHECK(!illegal && std::strcmp(illegal.error().name(), "piece-rule") == 0);

    std::uint8_t board[64] = {};
    board[kingscan::e1] = KS_WHITE_KING, board[kingscan::h1] = KS_WHITE_ROOK,
    board[kingscan::e8] = KS_BLACK_KING;
    CHECK(Position::from_board(board, Side::white, kingscan::h1)->fen() == "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    CHECK(Position::from_board(board, Side::black)->fen() == "4k3/8/8/8/8/8/8/4K2R b - - 0 1");
    board[kingscan::e2] = KS_BLACK_ROOK;
    CHECK(Position::from_board(board, Side::black).error().code() == KS_ERROR_KING_CAPTURABLE);
}

#ifdef __cpp_exceptions
template <typename Function> static bool throws(int code, Function function) {
    try {
        function();
    } catch (const std::exception &error) {
        const Error *const ours = dynamic_cast<const Error *>(&error);
        return ours && ours->code() == code && ours->what() == std::string(error.what());
    }
    return false;
}

static void exceptions() {
    CHECK(throws(KS_ERROR_ROWS_TOO_FEW, [] { Position("8/8 w - -"); }));
    CHECK(throws(KS_ERROR_CASTLING_RIGHT, [] { Position("4k3/8/8/8/8/8/8/4K3 w KQ - 0 1", KS_FEN_RIGHTS); }));
    CHECK(throws(KS_ERROR_ROWS_TOO_FEW, [] { (void)Position::read("8/8 w - -").value(); }));
    const Result<Move> illegal = Position::start().read_move("e2e5");
    CHECK(throws(KS_ERROR_PIECE_RULE, [&] { (void)illegal.value(); }));
}
#else
static void exceptions() {
}
#endif

int main() {
    facts();
    moves_between_squares();
    moves();
    moves_made();
    counting();
    streams();
    ends();
    games();
    errors();
    exceptions();
    if (failures == 0)
        std::puts("ok");
    return failures != 0;
}
