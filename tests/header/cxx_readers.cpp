// A caller of the readers and writers of kingscan.hpp, of its variants, and of its hashes: every member, with
// answers that are known. Prints "ok", or the lines of the checks that failed.
#include "kingscan.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <set>
#include <sstream>
#include <string>
#include <type_traits>
#include <unordered_map>
#include <unordered_set>
#include <vector>

using namespace kingscan;

static int failures = 0;

#define CHECK(condition) check(condition, __LINE__)

static void check(bool condition, int line) {
    if (!condition)
        failures += std::printf("line %d\n", line) > 0;
}

static_assert(!std::is_copy_constructible_v<Pgn> && std::is_nothrow_move_constructible_v<Pgn> &&
                  std::is_nothrow_move_constructible_v<Data> &&
                  std::is_nothrow_move_constructible_v<Variants> &&
                  std::is_nothrow_move_constructible_v<DataWriter>,
              "a reader has one owner");
static_assert(!std::is_constructible_v<Pgn, std::string> && std::is_constructible_v<Pgn, std::string &>,
              "a text that goes away at once is refused");

template <typename Value> static std::string written(const Value &value) {
    std::ostringstream out;
    out << value;
    return out.str();
}

// ---- Maps and streams ----

static void maps() {
    std::unordered_map<Position, unsigned> seen;
    Position position = Position::start();
    for (const char *const text : {"Nf3", "Nf6", "Ng1", "Ng8", "e4"}) {
        seen[position]++;
        position = position.after(position.read_move(text).value());
    }
    CHECK(seen.size() == 4 && seen[Position::start()] == 2 && seen.count(position) == 0);
    // The clocks do not count, and rights do.
    CHECK(Position("4k3/8/8/8/8/8/8/4K2R w K - 0 1") == Position("4k3/8/8/8/8/8/8/4K2R w K - 7 9"));
    CHECK(Position("4k3/8/8/8/8/8/8/4K2R w K - 0 1") != Position("4k3/8/8/8/8/8/8/4K2R w - - 0 1"));
    CHECK(Position("4k3/8/8/8/8/8/8/4K2R w K - 0 1") != Position("4k3/8/8/8/8/8/8/4K2R b K - 0 1"));
    std::unordered_set<Move> moves;
    for (const Move move : Position::start().legal_moves())
        moves.insert(move);
    CHECK(moves.size() == 20 && moves.count(Move(e2, e4, MoveKind::double_push)) == 1);
    CHECK(std::unordered_set<Squares>({Squares(e4), Squares(d4), Squares(e4)}).size() == 2);
    CHECK(std::unordered_set<Square>({e4, d4, e4}).size() == 2);

    CHECK(written(Verdict::double_check) == "double-check" && written(Piece::black_queen) == "q");
    CHECK(written(Draw::threefold) == "threefold-repetition" && written(Draw::none) == "none");
    CHECK(written(Outcome::white_wins) + written(Outcome::black_wins) + written(Outcome::drawn) +
              written(Outcome::undecided) ==
          "1-00-11/2-1/2*");
    CHECK(written(Position::read("8").error()) == Position::read("8").error().what());
}

// ---- Games ----

static const char three_games[] =
    "[White \"A\"]\n[Black \"B\"]\n[Result \"0-1\"]\n\n"
    "1. f3 {[%clk 0:03:00]} e5 2. g4 $4 (2. e4 Nf6) Qh4# 0-1\n\n"
    "[White \"C\"]\n\n1. e4 Ke6 2. d4 *\n\n"
    "[White \"D\"]\n[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@e6 *\n";

static std::string moves_of(const Pgn::Game &game) {
    std::string moves;
    std::optional<Position> before = game.position();
    for (const Pgn::Item &played : game.moves()) {
        CHECK(played.kind() == Pgn::Kind::move && played.depth() == 0);
        moves += played.move().san(*before) + " ";
        CHECK(played.checkers().empty() != (played.text().back() == '#'));
        before = game.position();
    }
    return moves;
}

template <typename Input> static void read_games(Input &input) {
    const Variants variants = Variants::bundled();
    Pgn pgn(input);
    pgn.use(variants);
    unsigned games = 0;
    for (const Pgn::Game game : pgn)
        switch (games++) {
        case 0:
            CHECK(game.tag("Black") == "B" && !game.tag("Event") && game.tags().size() == 3);
            CHECK(std::strcmp(game.tags()[0].name, "White") == 0 && game.place().line == 1);
            CHECK(moves_of(game) == "f3 e5 g4 Qh4# " && game.verdict() == Verdict::checkmate);
            CHECK(game.result() == Outcome::black_wins && !game.error() && !game.variant());
            break;
        case 1:
            CHECK(moves_of(game) == "e4 " && game.error()->code() == KS_ERROR_PIECE_RULE);
            CHECK(game.result() == Outcome::undecided);
            break;
        default:
            CHECK(!game.position() && std::strcmp(game.variant()->name(), "crazyhouse") == 0);
            std::string last;
            for (const Pgn::Item &played : game.moves())
                last = game.variant_position()->fen() +
                       written(played.variant_move().kind() == VariantMoveKind::drop);
            CHECK(last == "rnb1kbnr/ppp1pppp/4P3/3q4/8/8/PPPP1PPP/RNBQKBNR[p] b KQkq - 0 31");
        }
    CHECK(games == 3 && !pgn.error() && pgn.begin() == pgn.end());
}

static void items() {
    Pgn pgn(three_games, KS_PGN_COMMENTS | KS_PGN_VARIATIONS | KS_PGN_NUMBERS | KS_PGN_COMMANDS);
    const auto game = *pgn.begin();
    std::string kinds;
    for (const Pgn::Item &item : game.items()) {
        kinds += static_cast<char>('0' + static_cast<int>(item.kind()));
        if (item.kind() == Pgn::Kind::comment)
            CHECK(item.text() == "[%clk 0:03:00]" && read_commands(item.text()).clock == 180000);
        if (item.kind() == Pgn::Kind::nag)
            CHECK(item.number() == 4);
        if (item.kind() == Pgn::Kind::move && item.text() == "Nf6")
            CHECK(item.depth() == 1);
    }
    CHECK(kinds == "0200450060");
}

static void scores() {
    Pgn pgn("1. e4 {+0.30/9 1s} e5 {-0.20/9 1s} 1-0", KS_PGN_COMMANDS);
    std::vector<ks_pgn_commands> commands;
    for (const Pgn::Game game : pgn) {
        for (const Pgn::Item &played : game.moves()) {
            CHECK(played.move() != Move{});
            commands.push_back(game.commands());
        }
        commands.push_back(game.commands());
    }
    const std::vector<ks_pgn_entry> entries = find_scores(commands, Side::white);
    CHECK(entries.size() == 3 && entries[0].score == 30 && entries[1].score == -20 && !entries[2].has_score);
    CHECK(!find_scores(commands, Side::white, KS_PGN_SCORES_TCEC)[0].has_score);
}

static void games_written() {
    kingscan::Game game(Position("4k3/8/8/8/8/8/8/4K2R w K - 0 1"));
    CHECK(!game.play(game.position().read_move("O-O").value()));
    CHECK(!game.play(game.position().read_move("Kd7").value()));
    game.go_to(1);
    const std::string text = Pgn::write(game, {{"White", "A \"b\""}}, Outcome::drawn);
    CHECK(game.ply() == 1 && text.find("\n1. O-O Kd7 1/2-1/2\n") != text.npos);
    Pgn pgn(text);
    for (const Pgn::Game again : pgn)
        CHECK(moves_of(again) == "O-O Kd7 " && again.tag("White") == "A \"b\"" &&
              again.tag("FEN") == "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    CHECK(Pgn::write(game).back() == '\n');
}

// ---- Streams that fail ----

#ifdef __cpp_exceptions
// Gives what it is asked for once, and fails then.
class Failing : public std::streambuf {
  protected:
    std::streamsize xsgetn(char *to, std::streamsize count) override {
        if (given_++)
            throw 1; // a stream catches it, and is bad afterwards
        std::memset(to, ' ', static_cast<std::size_t>(count));
        std::memcpy(to, "1. e4 ", 6);
        return count;
    }
    int_type underflow() override {
        throw 1;
    }
    int_type overflow(int_type) override {
        return traits_type::eof();
    }

  private:
    int given_ = 0;
};

static void failing_streams() {
    for (const bool throws : {false, true}) {
        Failing buffer;
        std::iostream stream(&buffer);
        if (throws)
            stream.exceptions(std::ios::badbit | std::ios::failbit | std::ios::eofbit);
        Pgn pgn(static_cast<std::istream &>(stream));
        unsigned moves = 0;
        for (const Pgn::Game game : pgn)
            for (const Pgn::Item &played : game.moves())
                moves += played.move() == Move(e2, e4, MoveKind::double_push);
        CHECK(moves == 1 && pgn.error()->code() == KS_ERROR_PGN_SOURCE);
        DataWriter writer(static_cast<std::ostream &>(stream), KS_DATA_BIN);
        CHECK(!writer.write(Position::start(), Move(e2, e4, MoveKind::double_push), 1, 1, 0));
        CHECK(writer.close()->code() == KS_ERROR_DATA_SINK);
    }
    std::istringstream whole(three_games);
    whole.exceptions(std::ios::badbit | std::ios::failbit | std::ios::eofbit);
    read_games(whole);
    bool thrown = false;
    try {
        Data("nonsense");
    } catch (const Error &error) {
        thrown = error.code() == KS_ERROR_DATA_FORMAT;
    }
    CHECK(thrown);
}
#else
static void failing_streams() {
}
#endif

static void closed_streams() {
    std::istringstream closed;
    closed.setstate(std::ios::failbit); // as a file that does not exist
    Pgn pgn(closed);
    CHECK(pgn.begin() == pgn.end() && pgn.error()->code() == KS_ERROR_PGN_SOURCE);
}

// ---- Data ----

static void entries() {
    std::ostringstream out;
    DataWriter writer(out, KS_DATA_BINPACK);
    Position position = Position::start();
    for (unsigned ply = 0; ply < 3; ply++) {
        const Move move = position.read_move(ply == 0 ? "f3" : ply == 1 ? "e5" : "g4").value();
        CHECK(!writer.write(position, move, 10 + static_cast<int>(ply), ply == 1 ? 1 : -1, ply));
        position = position.after(move);
    }
    CHECK(writer.write(position, Move(a3, a4, MoveKind::plain), 0, 0, 3)->code() == KS_ERROR_DATA_MOVE &&
          !writer.close());

    std::istringstream in(out.str());
    Data data(in);
    CHECK(data.format() == KS_DATA_BINPACK && std::strcmp(name(data.format()), "binpack") == 0);
    std::ostringstream plain;
    DataWriter copies(plain, KS_DATA_PLAIN);
    unsigned found = 0;
    for (const Data::Batch &batch : data) {
        CHECK(!batch.fault() && batch.size() == 3 && batch.raw().count == 3);
        for (const Data::Entry entry : batch) {
            CHECK(entry.score() == 10 + static_cast<int>(found) && entry.ply() == found && !entry.clock());
            CHECK(entry.result() == (found == 1 ? 1 : -1) && !entry.in_check() &&
                  entry.king() == (found == 1 ? e8 : e1));
            CHECK(entry.side_to_move() == (found == 1 ? Side::black : Side::white) &&
                  entry.is_first() == (found == 0));
            CHECK(entry.position()->is_legal(*entry.move()) && entry[e8] == Piece::black_king &&
                  entry.board()[0] == KS_BLACK_ROOK);
            CHECK(entry.place().ply == found && entry.kinds() == (found ? 0U : unsigned{KS_DATA_FIRST}));
            CHECK(!copies.copy(entry, *entry.score()));
            found++;
        }
        CHECK(batch[1].score() == 11);
    }
    CHECK(found == 3 && !copies.close() && plain.str().find("score 12\n") != std::string::npos);
}

static void faults() {
    Data data("4k3/8/8/8/8/8/8/4K3 w - - 0 1\nnonsense\n4k3/8/8/8/8/8/8/4K3 b - - 0 1\n", KS_DATA_FEN);
    unsigned found = 0, wrong = 0;
    for (const Data::Batch &batch : data) {
        for (const Data::Entry entry : batch) {
            CHECK(!entry.score() && !entry.move() && !entry.result());
            found++;
        }
        if (const auto fault = batch.fault()) {
            wrong++;
            CHECK(batch.fault_place().line == 2 && std::strlen(fault->what()) > 0);
        }
    }
    CHECK(found == 2 && wrong == 1);

    Data lines("4k3/8/8/8/8/8/8/4K3 b - - 0 1 | 34 | 1.0\n", KS_DATA_TEXT);
    CHECK(lines.use_pattern("FEN | nothing")->code() == KS_ERROR_DATA_FORMAT);
    CHECK(!lines.use_pattern("FEN | white-score | white-result"));
    for (const Data::Batch &batch : lines)
        CHECK(batch[0].score() == -34 && batch[0].result() == -1);
    CHECK(guess_format("a.binpack.zst") == KS_DATA_BINPACK &&
          guess_format(nullptr, "BINP") == KS_DATA_BINPACK &&
          std::strcmp(name(KS_DATA_UNKNOWN), "unknown") == 0);
}

// ---- Variants ----

static void variants() {
    const Variants variants = Variants::bundled();
    CHECK(variants.size() == variants.count_bundled() && !variants.find("nothing") &&
          variants.remarks().empty());
    CHECK(variants.find("nothing").error().code() == KS_ERROR_VARIANT_UNKNOWN);
    std::set<std::string> names;
    for (const Variant variant : variants)
        names.insert(variant.name());
    CHECK(names.size() == variants.size() && names.count(variants.name(0)) == 1);

    const Variant xiangqi = variants.find("xiangqi").value();
    const VariantPosition start = xiangqi.start();
    CHECK(xiangqi.facts().files == 9 && start.variant() == xiangqi && xiangqi != variants[0]);
    CHECK(start.legal_moves().size() == 44 && start.perft(2) == 1920 && start.side_to_move() == Side::white);
    CHECK(std::strcmp(xiangqi.square_name(89), "i1") == 0 && start[89] == start[81] &&
          xiangqi.rules().size() > 20);
    CHECK(xiangqi.moves_of(0).size() > 10 && xiangqi.piece_type(0).name != nullptr);
    CHECK(xiangqi.rules().find('\0') == std::string::npos);

    const VariantMove move = start.read_move("h3e3").value();
    CHECK(start.uci(move) == "h3e3" && start.san(move) == "Che3" &&
          start.read_move(start.san(move)).value() == move);
    CHECK(move.kind() == VariantMoveKind::plain && move.from() != move.to());
    VariantPosition after = start.after(move);
    CHECK(after != start && after.key() != start.key() && written(after) == after.fen());
    const VariantMove reply = after.legal_moves().front();
    const std::string before = after.fen();
    const ks_variant_undo undo = after.make(reply);
    CHECK(after.fen() != before);
    after.unmake(reply, undo);
    CHECK(after.fen() == before && after.x_fen() == before);
    CHECK(!start.read_move("h3h4i").has_value() && start.verdict() == Verdict::safe && !start.in_check());

    // More squares than a word has bits, and more moves than a list begins with.
    const VariantSquares cannons(ks_variant_squares{{std::uint64_t{1} << 19, 1 | 1 << 6}});
    std::string listed;
    for (const unsigned square : cannons)
        listed += std::to_string(square) + ' ';
    CHECK(listed == "19 64 70 " && cannons.size() == 3 && cannons.contains(70) && !cannons.contains(71) &&
          !cannons.contains(255) && VariantSquares().empty() && cannons != VariantSquares());
    const auto many = variants.find("crazyhouse")->read("4k3/8/8/8/8/8/8/4K2Q[QRBNPqrbnp] w - - 0 1").value();
    const std::vector<VariantMove> drops = many.legal_moves();
    std::vector<ks_variant_move> raw;
    for (const VariantMove drop : drops)
        raw.push_back(drop.raw());
    CHECK(drops.size() > 256 && std::set<ks_variant_move>(raw.begin(), raw.end()).size() == drops.size());
    CHECK(many.draw() == Draw::none && many.outcome() == Outcome::undecided);
    CHECK(many.attackers(7, Side::white) == VariantSquares(ks_variant_squares{{std::uint64_t{1} << 63, 0}}));
    CHECK(!variants.find("crazyhouse")->read("nonsense").has_value());
}

static void variants_of_a_text() {
    const char text[] =
        "[mine:chess]\nstartFen = 4k3/8/8/8/8/8/8/4K2Q w - - 0 1\n[wrong:chess]\nnothing = 1\nboard = 3\n";
    CHECK(!Variants::read("[mine:nothing]\n") && Variants::read("").has_value());
    const Variants variants(text, KS_VARIANTS_EACH);
    CHECK(variants.size() > variants.count_bundled() && !variants.remarks().empty());
    CHECK(variants.find("mine")->start().fen() == "4k3/8/8/8/8/8/8/4K2Q w - - 0 1");
    Result<Variants> read = Variants::read("[mine:chess]\n");
    const Variants moved = std::move(read).value();
    CHECK(moved.size() == moved.count_bundled() + 1);
}

int main() {
    maps();
    std::string text = three_games;
    read_games(text);
    std::istringstream in(text);
    read_games(in);
    items();
    scores();
    games_written();
    failing_streams();
    closed_streams();
    entries();
    faults();
    variants();
    variants_of_a_text();
    if (failures == 0)
        std::puts("ok");
    return failures != 0;
}
