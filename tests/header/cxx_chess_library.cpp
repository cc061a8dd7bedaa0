// A caller of kingscan/chess_library.hpp, written in the words of chess-library, with answers that are known.
// Prints "ok", or the lines of the checks that failed.
#include "kingscan/chess_library.hpp"

#include <cstdio>
#include <sstream>
#include <string>

namespace chess = kingscan::chess_library;
using namespace chess;

static int failures = 0;

#define CHECK(condition) check(condition, __LINE__)

static void check(bool condition, int line) {
    if (!condition)
        failures += std::printf("line %d\n", line) > 0;
}

template <typename Value> static std::string text(const Value &value) {
    std::ostringstream out;
    out << value;
    return out.str();
}

static const char kiwipete[] = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

// ---- Squares, pieces and sets ----

static void squares() {
    const Square e4("e4");
    CHECK(e4 == Square::SQ_E4 && e4.index() == 28 && e4.square() == kingscan::e4 &&
          Square(kingscan::e4) == e4);
    CHECK(e4.file() == File::FILE_E && e4.rank() == Rank::RANK_4 && Square(Rank::RANK_4, File::FILE_E) == 28);
    CHECK(e4.is_light() && Square(0).is_dark() && !Square("j1").is_valid() &&
          Square().square() == kingscan::no_square);
    CHECK(Square::distance(e4, Square::SQ_A8) == 4 && Square::value_distance(27, e4) == 1);
    CHECK(text(Square::SQ_A8) == "a8" && text(Square::NO_SQ) == text(Square()));
    CHECK(e4.relative_square(Color::BLACK) == Square::SQ_E5 && e4.ep_square() == Square::SQ_E3);
    CHECK(Square(e4).flip() == Square::SQ_E5 && e4 + Direction::NORTH_WEST == Square::SQ_D5);
    CHECK(Square::castling_king_square(false, Color::BLACK) == Square::SQ_C8 &&
          Square::back_rank(60, ~Color::WHITE));
    CHECK(make_direction(Direction::NORTH, Color::BLACK) == Direction::SOUTH && text(e4) == "e4");
    CHECK(PieceType("n") == PieceType::KNIGHT && PieceType("K").type() == kingscan::PieceType::king &&
          PieceType(kingscan::PieceType::none) == PieceType::NONE && text(PieceType()) == " ");
    CHECK(Piece("q") == Piece::BLACKQUEEN && Piece(Color::BLACK, PieceType::ROOK).color() == Color::BLACK &&
          Piece(Piece::BLACKROOK) == PieceType::ROOK && Piece() == Piece(PieceType::NONE, Color::WHITE) &&
          std::string(Piece(Piece::WHITEKING)) == "K" && int{Piece(Piece::BLACKKING)} == 11);
    CHECK(Color("b").longStr() == "Black" && text(Color()) == "NONE" && ~Color(0) == Color::BLACK);
}

static void sets() {
    Bitboard set = Bitboard(File::FILE_A) & Bitboard(Rank::RANK_8);
    CHECK(set.getBits() == std::uint64_t{1} << 56 && set.squares() == kingscan::Squares(kingscan::a8));
    set |= Bitboard::fromSquare(Square::SQ_B1);
    CHECK(set.count() == 2 && set.lsb() == 1 && set.msb() == 56 && set.check(1) && !set.check(0));
    CHECK(std::string(set).substr(0, 9) == "10000000\n" && text(set).find("01000000\n") == 63);
    CHECK(set.pop() == 1 && set.pop() == 56 && set.empty() && !set && set == 0);
    CHECK(attacks::shift<Direction::EAST>(Bitboard(File::FILE_H)).empty());
    CHECK(attacks::shift<Direction::SOUTH_WEST>(Bitboard(Rank::RANK_2)) == 0x7f);
    CHECK(attacks::pawnLeftAttacks<Color::BLACK>(0x100) == 0x02 &&
          attacks::pawnRightAttacks<Color::WHITE>(1) == 0x200);
    CHECK(attacks::pawn(Color::WHITE, Square::SQ_A2) == 1 << 17 && attacks::knight(0) == 0x20400);
    CHECK(attacks::king(Square::SQ_H1).count() == 3 && attacks::rook(0, 0x2).count() == 8);
    CHECK(attacks::queen(0, 0) == (attacks::slider<PieceType::BISHOP>(0, 0) | attacks::rook(0, 0)));
    CHECK((set.set(3) << 8) == 0x800 && (~set).count() == 63 && set.clear(3).empty());
}

// ---- Moves ----

static unsigned long perft(Board &board, int depth) {
    Movelist moves;
    movegen::legalmoves(moves, board);
    if (depth == 1)
        return static_cast<unsigned long>(moves.size());
    unsigned long nodes = 0;
    for (const Move move : moves) {
        board.makeMove(move);
        nodes += perft(board, depth - 1);
        board.unmakeMove(move);
    }
    return nodes;
}

static void lists() {
    Board board(kiwipete);
    const Board before = board;
    CHECK(perft(board, 3) == 97862 && board == before && board.hash() == board.zobrist());
    Board passing("8/5k2/8/2Pp4/2B5/1K6/8/8 w - d6 0 1"),
        promoting("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1");
    CHECK(perft(passing, 1) == 15 && perft(promoting, 3) == 9483);
    Movelist moves;
    movegen::legalmoves<movegen::MoveGenType::CAPTURE>(moves, board);
    CHECK(moves.size() == 8 && board.isCapture(moves[0]) && moves.find(moves.back()) == 7);
    movegen::legalmoves<movegen::MoveGenType::QUIET>(moves, board, PieceGenType::KING);
    CHECK(moves.size() == 4 && moves.find(Move::NO_MOVE) == -1);
    movegen::legalmoves(moves, board, PieceGenType::KNIGHT | PieceGenType::PAWN);
    CHECK(moves.size() == 19 && movegen::anylegalmoves(board));
    CHECK(!movegen::anylegalmoves<movegen::MoveGenType::CAPTURE>(board, PieceGenType::ROOK));
}

static void moves() {
    const Board board("r3k2r/1P6/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1");
    const Move castling = uci::uciToMove(board, "e1g1"), passing = uci::uciToMove(board, "e5d6");
    const Move promotion = uci::parseSan(board, "bxa8=R+");
    CHECK(castling == Move::make<Move::CASTLING>(Square::SQ_E1, Square::SQ_H1) &&
          castling.typeOf() == Move::CASTLING);
    CHECK(uci::moveToUci(castling) == "e1g1" && uci::moveToUci(castling, true) == "e1h1");
    CHECK(passing.typeOf() == Move::ENPASSANT && board.getCapturing(passing) == Piece::BLACKPAWN);
    CHECK(promotion.promotionType() == PieceType::ROOK && uci::uciToMove(board, "b7a8r") == promotion);
    CHECK(promotion.move() == 0x6c78 && board.givesCheck(promotion) == CheckType::DIRECT_CHECK);
    CHECK(uci::moveToSan(board, promotion) == "bxa8=R+" && uci::moveToLan(board, promotion) == "b7xa8=R+");
    CHECK(uci::moveToLan(board, castling) == "O-O" && board.isLegal(castling));
    CHECK(uci::uciToMove(board, "e1") == Move::NO_MOVE && !uci::isUciMove("e7e8k") &&
          uci::isUciMove("e7e8q"));
    CHECK(!board.isLegal(uci::uciToMove(board, "e1e3")) && uci::parseSan(board, "") == Move::NO_MOVE);
    CHECK(Board("4k3/8/8/8/4N3/8/8/4RK2 w - - 0 1").givesCheck(Move::make(Square::SQ_E4, Square::SQ_C3)) ==
          CheckType::DISCOVERY_CHECK);
    Movelist list;
    CHECK(uci::parseSan(board, "bxa8=R+", list) == promotion && list.size() == 5 && list.find(passing) >= 0);
    CHECK(uci::parseSan(board, "O-O", list) == castling && list.find(castling) >= 0 &&
          list.find(passing) < 0);
    CHECK(attacks::MASK_RANK[1] == Bitboard(Rank(Rank::RANK_2)) &&
          attacks::MASK_FILE[7] == Bitboard(File(File::FILE_H)));
#ifdef __cpp_exceptions
    try {
        uci::parseSan(board, "Qh9");
        CHECK(false);
    } catch (const uci::SanParseError &error) {
        CHECK(std::string(error.what()).find("h9") != std::string::npos);
    }
    try {
        uci::parseSan(Board("4k3/8/8/8/8/N6N/8/N3K2N w - - 0 1"), "Nc2");
        CHECK(false);
    } catch (const uci::AmbiguousMoveError &error) {
        CHECK(std::string(error.what()).find("c2") != std::string::npos);
    }
#endif
}

// ---- Boards ----

static void texts() {
    Board board;
    board.makeMove(Move::make(Square::SQ_E2, Square::SQ_E4));
    CHECK(board.getFen() == "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1" &&
          board.enpassantSq() == Square::NO_SQ && board.sideToMove() == Color::BLACK);
    const std::string passed = "4k3/8/8/3p4/8/8/8/4K3 w - d6 0 1",
                      pinned = "7k/8/8/K2pP2r/8/8/8/8 w - d6 0 1";
    CHECK(Board(passed).getFen() == "4k3/8/8/3p4/8/8/8/4K3 w - - 0 1" && Board(pinned).getFen() == pinned);
    CHECK(!board.setFen("not a fen") && board.fullMoveNumber() == 1 &&
          board.setEpd("4k3/8/8/8/8/8/8/R3K2R w KQ -"));
    CHECK(board.getEpd() == "4k3/8/8/8/8/8/8/R3K2R w KQ - hmvc 0; fmvn 1;" &&
          board.getCastleString() == "KQ");
    board.set960(true);
    CHECK(board.getFen(false) == "4k3/8/8/8/8/8/8/R3K2R w HA -" &&
          board.getXfen(false) == "4k3/8/8/8/8/8/8/R3K2R w KQ -");
    const Board::CastlingRights rights = board.castlingRights();
    CHECK(rights.has(Color::WHITE) && !rights.has(Color::BLACK) && rights.hashIndex() == 3 &&
          rights.getRookFile(Color::WHITE, Board::CastlingRights::Side::KING_SIDE) == File::FILE_H);
    CHECK(Board("4k3/8/8/8/8/8/8/4K3 w - - 5 9").getFen() == "4k3/8/8/8/8/8/8/4K3 w - - 5 9");
    CHECK(text(Board()).find(" R N B Q K B N R\n\n\nSide to move: 0\nCastling rights: KQkq\n") == 7 * 17);
}

static void facts() {
    const Board board(kiwipete);
    CHECK(board.at(Square::SQ_E5) == Piece::WHITEKNIGHT &&
          board.at<PieceType>(Square::SQ_A8) == PieceType::ROOK);
    CHECK(board.pieces(PieceType::PAWN, Color::WHITE).count() == 8 && board.occ() == board.all() &&
          board.pieces(PieceType::ROOK, PieceType::KING).count() == 6);
    CHECK((board.us(Color::WHITE) | board.them(Color::WHITE)) == board.occ() &&
          board.kingSq(Color::BLACK) == Square::SQ_E8);
    CHECK(board.isAttacked(Square::SQ_F6, Color::WHITE) &&
          attacks::attackers(board, Color::WHITE, Square::SQ_F6).count() == 1);
    CHECK(!board.inCheck() && board.hasNonPawnMaterial(Color::BLACK) && !board.isHalfMoveDraw());
    CHECK(!Board("4k3/p7/8/8/8/8/8/4K3 w - - 0 1").hasNonPawnMaterial(Color::BLACK));
}

static void expect_end(const char *fen, GameResultReason reason, GameResult result) {
    const auto end = Board(fen).isGameOver();
    CHECK(end.first == reason && end.second == result);
}

static void ends() {
    expect_end("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", GameResultReason::CHECKMATE,
               GameResult::LOSE);
    expect_end("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", GameResultReason::STALEMATE, GameResult::DRAW);
    expect_end("8/8/4k3/8/8/3BK3/8/8 w - - 0 1", GameResultReason::INSUFFICIENT_MATERIAL, GameResult::DRAW);
    expect_end("8/8/4k3/8/8/3RK3/8/8 w - - 100 90", GameResultReason::FIFTY_MOVE_RULE, GameResult::DRAW);
    expect_end(constants::STARTPOS, GameResultReason::NONE, GameResult::NONE);
    Board board;
    for (int i = 0; i < 2; i++)
        for (const char *move : {"g1f3", "g8f6", "f3g1", "f6g8"}) {
            CHECK(board.isRepetition() == false);
            board.makeMove(uci::uciToMove(board, move));
        }
    CHECK(board.isRepetition() && board.isGameOver().first == GameResultReason::THREEFOLD_REPETITION);
    board.makeNullMove();
    CHECK(board.sideToMove() == Color::BLACK);
    board.unmakeNullMove();
    CHECK(board.isRepetition() && !board.isRepetition(3));
}

// ---- Games ----

// Writes what it is told.
class Scribe : public pgn::Visitor {
  public:
    std::string said;

    void startPgn() override {
        said += '<';
    }
    void header(std::string_view key, std::string_view value) override {
        said += std::string(key) + "=" + std::string(value) + ";";
        skipPgn(value == "skipped");
    }
    void startMoves() override {
        said += '|';
    }
    void move(std::string_view move, std::string_view comment) override {
        said += std::string(move) + "{" + std::string(comment) + "}";
    }
    void endPgn() override {
        said += '>';
    }
};

static void games() {
    std::istringstream good("[White \"A\"]\n\n{first} 1. e4 {the} $1 {best} (1. d4 {no}) e5 *\n\n[White "
                            "\"skipped\"]\n\n1. d4 *\n");
    Scribe scribe;
    pgn::StreamParser parser(good);
    const auto none = parser.readGames(scribe);
    CHECK(!none && none.message() == "No error" &&
          scribe.said == "<White=A;|{first}e4{thebest}e5{}><White=skipped;>");
    std::istringstream bad("1. e4 Ke6 *\n\n1. c4 *\n");
    Scribe other;
    pgn::StreamParser<1024> second(bad);
    const auto error = second.readGames(other);
    CHECK(error.hasError() && error.message().find("king") != std::string::npos &&
          error.code() == pgn::StreamParserError::Other && error.error() && error.error()->code() != KS_OK &&
          other.said == "<|e4{}><|c4{}>");
    std::istringstream empty("");
    CHECK(pgn::StreamParser<>(empty).readGames(other) == pgn::StreamParserError::NotEnoughData &&
          none == pgn::StreamParserError::None);
}

int main() {
    squares();
    sets();
    lists();
    moves();
    texts();
    facts();
    ends();
    games();
    if (failures == 0)
        std::puts("ok");
    return failures != 0;
}
