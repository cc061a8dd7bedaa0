"""Games that are read, changed and written, and those that a position has made."""
import copy
import io
import pickle
import tempfile
import unittest
from pathlib import Path

import kingscan
from common import ROOT
from kingscan import Game, MoveError, Position, Variation, VariationMove

TEXT = (
    b'[Event "x"]\n[Site "?"]\n[Date "????.??.??"]\n[Round "?"]\n[White "A"]\n[Black "B"]\n[Result "1-0"]\n\n'
    b"{ s } 1. e4 $6 { a [%clk 0:03:00] b } ({ v } 1. d4 $5 { q r } 1... d5 $1 (1...\n"
    b"Nf6 { deep } 2. c4) 2. c4) (1. c4) 1... e5 2. -- (2. Nf3 -- 3. d4) 2... Nf6 3.\nBb5 1-0"
)


def read(text, **options):
    return list(kingscan.games(io.BytesIO(text), **options))


def whole(text):
    (game,) = read(text, comments=True, variations=True, null_moves=True)
    return game


def moves_of(game, **options):
    """The moves that pgn() writes, in one line."""
    return game.pgn(**options).partition("\n\n")[2].replace("\n", " ")


def made(sans, tags=None, **settings):
    position = Position(**settings)
    for san in sans.split():
        position.push(san)
    return Game(position, tags)


class Written(unittest.TestCase):
    def test_what_is_read_is_written(self):
        game = whole(TEXT)
        self.assertEqual(str(game), TEXT.decode())
        again = whole(game.pgn().encode())
        for name in "tags moves comment comments nags sidelines squares result start".split():
            self.assertEqual(getattr(again, name), getattr(game, name), name)
        (plain,) = read(TEXT, null_moves=True)
        self.assertEqual(moves_of(plain), "1. e4 e5 2. -- Nf6 3. Bb5 1-0")

    def test_parts_are_left_out(self):
        game = whole(TEXT)
        self.assertEqual(moves_of(game, comments=False, variations=False), "1. e4 e5 2. -- Nf6 3. Bb5 1-0")
        self.assertEqual(
            moves_of(game, comments=False),
            "1. e4 (1. d4 d5 (1... Nf6 2. c4) 2. c4) (1. c4) 1... e5 2. -- (2. Nf3 -- 3. d4) 2... Nf6 3. Bb5 1-0",
        )
        self.assertEqual(
            moves_of(game, variations=False),
            "{ s } 1. e4 $6 { a [%clk 0:03:00] b } 1... e5 2. -- Nf6 3. Bb5 1-0",
        )

    def test_changes_are_written(self):
        game = made("e4 c5", {"White": 'A "B"', "Round": "3", "Result": "0-1"})
        expected = '[Event "?"]\n[Site "?"]\n[Date "????.??.??"]\n[Round "3"]\n[White "A \\"B\\""]\n[Black "?"]\n'
        self.assertEqual(game.pgn(), expected + '[Result "0-1"]\n\n1. e4 c5 0-1')
        game.comment, game.comments[0], game.nags[1] = "first", "best", (1, 3)
        other = Variation("or", (VariationMove("c7c6", "", None, (), ()), VariationMove("d2d4", "", "x", (5,), ())))
        game.sidelines, game.result = ((), (other,)), "*"
        expected = "{ first } 1. e4 { best } 1... c5 $1 $3 ({ or } 1... c6 2. d4 $5 { x }) *"
        self.assertEqual(moves_of(game), expected)
        self.assertEqual([move.san for move in whole(str(game).encode()).sidelines[1][0].moves], ["c6", "d4"])

    def test_a_position_becomes_a_game(self):
        game = made("f3 e5 g4 Qh4")
        self.assertEqual((moves_of(game), game.tags["Result"]), ("1. f3 e5 2. g4 Qh4# 0-1", "0-1"))
        self.assertEqual([str(verdict) for verdict, _ in game.results], ["safe", "safe", "safe", "checkmate"])
        self.assertEqual((game.position().is_checkmate(), game.results.errors), (True, []))
        house = made("e4 d5 exd5 Qxd5 P@e6", variant="crazyhouse")
        self.assertEqual((house.tags["Variant"], moves_of(house)), ("crazyhouse", "1. e4 d5 2. exd5 Qxd5 3. P@e6 *"))
        again = whole(str(house).encode())
        self.assertEqual((again.moves, again.variant, again.position()), (house.moves, "crazyhouse", house.position()))
        passed = Position()
        passed.push_null()
        self.assertEqual(moves_of(Game(passed)), "1. -- *")
        later = made("Kd7 e4", fen="4k3/8/8/8/8/8/4P3/4K3 b - - 0 7")
        self.assertEqual((later.tags["SetUp"], later.tags["FEN"]), ("1", later.start))
        self.assertEqual(moves_of(later), "7... Kd7 8. e4 *")
        chess960 = made("O-O", fen="rk5r/8/8/8/8/8/8/RK5R w KQkq - 0 1", chess960=True)
        self.assertEqual((chess960.moves, chess960.tags["Variant"], chess960.chess960), (["b1h1"], "Chess960", True))
        self.assertEqual(whole(str(chess960).encode()).moves, chess960.moves)
        self.assertEqual((moves_of(Game(Position())), Game(Position(), {"Event": "e"}).tags["Event"]), ("*", "e"))

    def test_games_of_larger_boards(self):
        """With variations, and by the variants of a file."""
        for variant, text in (
            ("xiangqi", "1. h3e3 (1. b1c3 {known} 1... h8e8) 1... h10g8 *"),
            ("shogi", "1. g3g4 (1. c3c4 c7c6) 1... c7c6 *"),
        ):
            game = whole(f'[Variant "{variant}"]\n\n{text}'.encode())
            self.assertEqual((game.results.errors, len(game.sidelines[0])), ([], 1))
            self.assertEqual(whole(game.pgn().encode()).sidelines, game.sidelines)
        with tempfile.TemporaryDirectory() as folder:
            mine = Path(folder, "mine.ini")
            mine.write_text("[tiny]\nmaxFile = d\nmaxRank = 4\nking = k\nrook = r\nstartFen = 2K1/R3/4/1k2 w - - 0 1\n")
            game = made("Rb3+ Ka2", variant="tiny", variants=mine)
            (again,) = kingscan.games(io.BytesIO(str(game).encode()), variants=mine)
            self.assertEqual((again.moves, again.variant), (["a3b3", "b1a2"], "tiny"))

    def test_what_cannot_be_written_is_refused(self):
        for tags, said in (
            ({"Result": "2-0"}, "expected 1-0, 0-1, 1/2-1/2 or ., found '2-0'"),
            ({"a b": "x"}, "expected a name without blanks"),
            ({'a"': "x"}, "expected a name without blanks"),
            ({"": "x"}, "expected a name without blanks"),
            ({"Event": "a\0b"}, "null byte"),
            ({"FEN": "x"}, "^tags: expected no FEN, which the position says"),
        ):
            self.assertRaisesRegex(ValueError, said, Game, Position(), tags)
        self.assertRaisesRegex(TypeError, "^the tag Round: expected a str, found 3$", Game, Position(), {"Round": 3})
        for name, value in ("FEN", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"), ("Variant", "Atomic"):
            game = made("e4")
            game.tags[name] = value
            for use in str, Game.position:
                self.assertRaisesRegex(ValueError, rf"^tags: {name} .* take Game\(position\)", use, game)
        game = made("e4")
        game.comments.append("of the whole")
        self.assertRaisesRegex(ValueError, "^comments: expected one for each move; game.comment is", str, game)
        game = made("e4")
        game.moves[0] = "e2e5"
        self.assertRaisesRegex(MoveError, "a pawn on e2|the pawn on e2", str, game)
        game.result = "2-0"
        self.assertRaisesRegex(ValueError, "^result: expected 1-0, .* found '2-0'$", str, game)
        (broken,) = read(b'[FEN "x"]\n\n1. e4 *')
        self.assertRaisesRegex(ValueError, "no first position", str, broken)

    def test_bytes_that_are_no_utf8_come_back(self):
        text = b'[White "\xe9"]\n\n1. e4 {\xff x} *'
        written = str(whole(text)).encode("utf-8", "surrogateescape")
        self.assertIn(b'[White "\xe9"]', written)
        self.assertIn(b"{ \xff x }", written)

    def test_copies(self):
        for game in whole(TEXT), made("e4 e5"):
            for again in pickle.loads(pickle.dumps(game)), copy.deepcopy(game):
                self.assertEqual((str(again), again.position()), (str(game), game.position()))


class Files(unittest.TestCase):
    def test_files_opened_as_text(self):
        path = ROOT / "examples/games.pgn"
        with open(path, encoding="utf-8") as file:
            found = [str(game) for game in kingscan.games(file)]
        self.assertEqual(found, [str(game) for game in kingscan.games(path)])
        self.assertGreater(len(found), 2)
        long = "1. e4 {" + "\u00e9" * 300000 + "} *"
        (game,) = kingscan.games(io.StringIO(long), comments=True)
        self.assertEqual(len(game.comments[0]), 300000)


if __name__ == "__main__":
    unittest.main()
