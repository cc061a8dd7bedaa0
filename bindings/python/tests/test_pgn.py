"""Games that are made, changed and written, node by node, as with chess.pgn."""
import copy
import gc
import io
import math
import pickle
import tempfile
import unittest

import kingscan
import kingscan.engine
from kingscan.engine import Cp, Mate, MateGiven, PovScore
from kingscan.svg import Arrow
from kingscan import Game, Move, MoveError, Position

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


class Written(unittest.TestCase):
    def test_what_is_read_is_written(self):
        game = whole(TEXT)
        self.assertEqual(str(game), TEXT.decode())
        again = whole(str(game).encode())
        for name in "tags moves comment comments nags sidelines squares result start".split():
            self.assertEqual(getattr(again, name), getattr(game, name), name)
        (plain,) = read(TEXT, null_moves=True)
        self.assertEqual(str(plain).splitlines()[-1], "1. e4 e5 2. -- Nf6 3. Bb5 1-0")

    def test_a_new_game(self):
        game = Game()
        game.headers["White"], game.headers["Round"] = 'A "B"', "3"
        node = game.add_variation(Move("e2e4"), comment="best")
        node = node.add_variation("c5", nags=[1, 14])
        node.nags.add(3)
        node.nags.add(1)
        node.nags.discard(14)
        game.headers["Result"] = "0-1"
        self.assertEqual((game.result, game.end() == node, set(node.nags), len(node.nags)), ("0-1", True, {1, 3}, 2))
        expected = '[Event "?"]\n[Site "?"]\n[Date "????.??.??"]\n[Round "3"]\n[White "A \\"B\\""]\n[Black "?"]\n'
        expected += '[Result "0-1"]\n\n1. e4 { best } 1... c5 $1 $3 0-1'
        self.assertEqual(str(game), expected)
        self.assertEqual([len(column) for column in (game.comments, game.nags, game.sidelines)], [2] * 3)
        self.assertEqual((str(Game()).split("\n\n")[1], Game().moves, Game().errors), ("*", [], []))
        self.assertEqual(str(Game({"Event": "e"})).splitlines()[0], '[Event "e"]')

    def test_starts(self):
        game = Game()
        game.setup("4k3/8/8/8/8/8/4P3/4K3 b - - 0 7")
        game.add_line(["Kd7", "e4", Move("d7c6")], comment="end", nags=[2])
        self.assertEqual((game.headers["SetUp"], game.headers["FEN"]), ("1", game.start))
        self.assertEqual(str(game).split("\n\n")[1], "7... Kd7 8. e4 Kc6 $2 { end } *")
        self.assertEqual(str(game.mainline_moves()), "7... Kd7 8. e4 Kc6 $2 { end }")
        self.assertRaisesRegex(ValueError, "expected a game without moves", game.setup, Position())
        named = Game({"FEN": "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"})
        self.assertEqual((named.board().fen(), named.add_variation("e4").san()), (named.headers["FEN"], "e4"))
        chess960 = Position("rk5r/8/8/8/8/8/8/RK5R w KQkq - 0 1", chess960=True)
        game = Game.from_board(chess960)
        game.add_variation("O-O")
        self.assertEqual((game.moves, game.tags["Variant"], game.chess960), (["b1h1"], "Chess960", True))
        self.assertEqual(whole(str(game).encode()).moves, game.moves)

    def test_a_position_becomes_a_game(self):
        position = Position()
        for san in "f3 e5 g4 Qh4".split():
            position.push(san)
        game = Game.from_board(position)
        self.assertEqual(str(game).split("\n\n")[1], "1. f3 e5 2. g4 Qh4# 0-1")
        self.assertEqual((position.is_checkmate(), game.end().board()), (True, position))
        house = Position(variant="crazyhouse")
        for san in "e4 d5 exd5 Qxd5 P@e6".split():
            house.push(san)
        game = Game.from_board(house)
        self.assertEqual(
            (game.tags["Variant"], str(game).split("\n\n")[1]), ("crazyhouse", "1. e4 d5 2. exd5 Qxd5 3. P@e6 *")
        )
        again = whole(str(game).encode())
        self.assertEqual((again.moves, again.variant, again.end().board()), (game.moves, "crazyhouse", house))
        passed = Position()
        passed.push_null()
        self.assertEqual(str(Game.from_board(passed)).split("\n\n")[1], "1. -- *")

    def test_what_cannot_be_written_is_refused(self):
        for tags, said in (
            ({"Result": "2-0"}, "expected the Result 1-0, 0-1, 1/2-1/2 or ., found '2-0'"),
            ({"a b": "x"}, "expected a name without blanks"),
            ({'a"': "x"}, "expected a name without blanks"),
            ({"": "x"}, "expected a name without blanks"),
            ({"Event": "a\0b"}, "null byte"),
        ):
            self.assertRaisesRegex(ValueError, said, str, Game(tags))
        self.assertRaisesRegex(TypeError, "^the tag Round: expected a str, found 3$", str, Game({"Round": 3}))
        for name, value in ("FEN", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"), ("Variant", "Atomic"):
            game = Game()
            game.tags[name] = value
            for use in str, Game.board, lambda game: game.add_variation("e4"):
                self.assertRaisesRegex(ValueError, f"^tags: {name} .* take game.setup", use, game)
        game = Game()
        game.comments.append("of the whole")
        self.assertRaisesRegex(ValueError, "^comments: expected one for each move; game.comment is", str, game)
        game = Game()
        for column, item in (game.moves, "e2e5"), (game.comments, None), (game.nags, ()), (game.lines, []):
            column.append(item)
        self.assertRaisesRegex(MoveError, "a pawn on e2|the pawn on e2", str, game)
        (broken,) = read(b'[FEN "x"]\n\n1. e4 *')
        self.assertRaisesRegex(ValueError, "no first position", str, broken)

    def test_bytes_that_are_no_utf8_come_back(self):
        text = b'[White "\xe9"]\n\n1. e4 {\xff x} *'
        written = str(whole(text)).encode("utf-8", "surrogateescape")
        self.assertIn(b'[White "\xe9"]', written)
        self.assertIn(b"{ \xff x }", written)


class Nodes(unittest.TestCase):
    def test_the_line(self):
        game = whole(TEXT)
        nodes = game.mainline()
        self.assertEqual([str(node.move) for node in nodes], game.moves)
        self.assertEqual([node.uci() for node in nodes], game.moves)
        self.assertEqual([node.san() for node in nodes], ["e4", "e5", "--", "Nf6", "Bb5"])
        self.assertEqual([node.comment for node in nodes], ["a [%clk 0:03:00] b", "", "", "", ""])
        self.assertEqual([node.board().fen() for node in nodes], [p.fen() for p in list(game.positions())[1:]])
        self.assertEqual(
            (nodes[2].ply(), nodes[2].turn(), nodes[2].parent, nodes[0].parent), (3, "black", nodes[1], game)
        )
        self.assertEqual((game.parent, game.move, game.game, nodes[1].game), (None, None, game, game))
        self.assertEqual(
            (game.next(), nodes[-1].next(), nodes[-1].is_end(), game.end()), (nodes[0], None, True, nodes[-1])
        )
        self.assertEqual([node.uci() for node in game.variations], ["e2e4", "d2d4", "c2c4"])
        self.assertEqual(([game.next()], nodes[-1].variations, Game().end().is_end()), ([nodes[0]], [], True))
        self.assertEqual(
            (game.variation(0), game["e4"], Move("e2e4") in game, "d4" in game), (nodes[0], nodes[0], True, True)
        )
        self.assertEqual(str(nodes[0].mainline_moves()), "1... e5 2. -- Nf6 3. Bb5")
        self.assertEqual(nodes[1].mainline_moves()[-1], Move("f1b5"))
        for wrong in 3, -1, "a4", nodes[1]:
            self.assertRaisesRegex(KeyError, "or its number below 3; found", game.variation, wrong)
        self.assertRaises(TypeError, iter, game)
        self.assertEqual(repr(nodes[0]), "<ChildNode of move 1, e2e4>")

    def test_a_node_is_one_object(self):
        game, other = whole(TEXT), whole(TEXT)
        node = game.next()
        self.assertEqual(len({game.next(), node, other.next(), game.next().next(), game}), 4)
        self.assertIs(node.next().parent, node)
        self.assertIs(node.game(), game)
        self.assertIs(node.root(), game)
        again, copied = pickle.loads(pickle.dumps((game, node)))
        self.assertIs(copied, again.next())
        held = len(kingscan.ChildNode._held)
        del copied, again
        gc.collect()
        self.assertEqual(len(kingscan.ChildNode._held), held - 1)
        self.assertFalse(node.starts_variation())

    def test_texts_of_nodes(self):
        game = whole(TEXT)
        self.assertEqual(str(game.mainline()), "1. e4 $6 { a [%clk 0:03:00] b } 1... e5 2. -- Nf6 3. Bb5")
        self.assertEqual(str(game.end()), "3. Bb5")
        self.assertEqual(
            str(game.next().next()),
            "1... e5 2. -- ( 2. Nf3 -- 3. d4 ) 2... Nf6 3. Bb5".replace("( ", "(").replace(" )", ")"),
        )
        self.assertEqual((str(Game().mainline()), str(game.end().mainline_moves())), ("", ""))

    def test_variations_are_nodes(self):
        game = whole(TEXT)
        second = game.variations[1]
        self.assertEqual((second.san(), second.parent, second.ply(), second.turn()), ("d4", game, 1, "black"))
        self.assertEqual((second.starting_comment, second.comment, set(second.nags)), ("v", "q r", {5}))
        self.assertEqual(
            (second.is_mainline(), second.is_main_variation(), second.starts_variation()), (False, False, True)
        )
        reply = second.next()
        self.assertEqual(
            (reply.is_mainline(), reply.is_main_variation(), reply.starts_variation()), (False, True, False)
        )
        self.assertEqual((reply.parent, reply.game, second.end().san()), (second, game, "c4"))
        self.assertEqual([node.comment for node in second.variations], ["", "deep"])
        self.assertIs(second.variations[1].end().parent.parent, second)
        self.assertEqual(str(second.mainline_moves()), "1... d5 $1 2. c4")
        self.assertEqual(str(reply.next()), "2. c4")
        self.assertEqual(second.end().board().fen().split()[0], "rnbqkbnr/ppp1pppp/8/3p4/2PP4/8/PP2PPPP/RNBQKBNR")
        self.assertEqual(str(game), TEXT.decode())
        second.next().nags.add(3)
        second.starting_comment = "w"
        game.variation("c4").set_clock(5)
        self.assertEqual(
            str(game).replace("\n", " ").split("{ s } ")[1].split(" 1... e5")[0],
            "1. e4 $6 { a [%clk 0:03:00] b } ({ w } 1. d4 $5 { q r } 1... d5 $1 $3 (1... Nf6 { deep } 2. c4) 2. c4) "
            "(1. c4 { [%clk 0:00:05] })",
        )
        self.assertEqual((whole(str(game).encode()).sidelines, game.variation(2).clock()), (game.sidelines, 5.0))

    def test_variations_are_made(self):
        game = Game()
        first = game.add_variation("e4")
        first.add_line(["e5", "Nf3"])
        other = first.add_variation("c5", starting_comment="or", comment="sharp", nags=[3])
        other.add_line(["Nf3", "d6"])
        other.add_variation("Nc3")
        self.assertEqual(len(first.variations), 2)
        text = "1. e4 e5 ({ or } 1... c5 $3 { sharp } 2. Nf3 (2. Nc3) 2... d6) 2. Nf3 *"
        self.assertEqual(str(game).split("\n\n")[1], text)
        game.add_main_variation("d4", comment="now")
        self.assertEqual(str(game).split("\n\n")[1].replace("\n", " "), "1. d4 { now } (" + text[:-2] + ") *")
        self.assertEqual((game.moves, first.is_mainline(), other.is_mainline()), (["d2d4"], False, False))
        self.assertEqual((other.parent, other.end().ply()), (first, 4))
        self.assertRaisesRegex(MoveError, "the rook on a8", game.end().add_variation, "Ra5")
        self.assertRaisesRegex(ValueError, "^starting_comment", game.end().add_variation, "a6", starting_comment="x")
        for again in pickle.loads(pickle.dumps(game)), copy.deepcopy(game):
            self.assertEqual((str(again), again[1].variations[1].nags), (str(game), {3}))
        (plain,) = read(TEXT, comments=True, null_moves=True)
        self.assertRaisesRegex(ValueError, r"take games\(path, variations=True\)", plain.add_variation, "d4")
        self.assertEqual(str(plain), str(read(TEXT, comments=True, null_moves=True)[0]))

    def test_variations_change_places(self):
        game = whole(TEXT)
        main, second, third = game.variations
        last, reply, deep = game.end(), second.next(), second.variation(1)
        game.promote_to_main(second)
        self.assertEqual((game.variations, game.moves), ([second, main, third], ["d2d4", "d7d5", "c2c4"]))
        self.assertEqual((second.comment, game.next() is second, second.next() is reply), ("v q r", True, True))
        self.assertEqual((last.ply(), last.is_mainline(), last.parent.parent.parent.parent), (5, False, main))
        self.assertEqual((deep.parent, second.variations, reply.is_mainline()), (second, [reply, deep], True))
        self.assertEqual((main.comment, len(game.clocks), last.move), ("a [%clk 0:03:00] b", 3, Move("f1b5")))
        self.assertEqual(whole(str(game).encode()).sidelines, game.sidelines)
        game.demote(0)
        self.assertEqual((game.variations, game.end()), ([main, second, third], last))
        game.promote("c4")
        self.assertEqual((game.variations, game.moves[0]), ([main, third, second], "e2e4"))
        game.promote(main)
        game.demote(second)
        self.assertEqual(game.variations, [main, third, second])
        game.remove_variation("c4")
        game.remove_variation(main)
        self.assertEqual((game.variations, game.end().san(), last.ply()), ([second], "c4", 5))
        self.assertEqual(
            str(game).split("\n\n")[1], "{ s } 1. d4 $5 { v q r } 1... d5 $1 (1... Nf6 { deep } 2. c4) 2. c4 1-0"
        )
        game.remove_variation(0)
        self.assertEqual((game.moves, game.is_end(), str(game).split("\n\n")[1]), ([], True, "{ s } 1-0"))
        self.assertRaises(KeyError, game.promote, 0)

    def test_scores_and_arrows(self):
        game = Game()
        game.add_line(["e4", "e5"])
        first, last = game.next(), game.end()
        last.comment = "good"
        last.set_eval(PovScore(Cp(25), "black"), depth=12)
        self.assertEqual((last.comment, last.eval_depth(), game.evals[1]), ("good [%eval -0.25,12]", 12, -0.25))
        self.assertEqual(
            (last.eval(), last.eval().black(), str(last.eval().relative)), (PovScore(Cp(-25), True), Cp(25), "-25")
        )
        first.set_eval(PovScore(Mate(-3), "black"))
        self.assertEqual(
            (first.comment, first.eval().relative, repr(first.eval())),
            ("[%eval #3]", Mate(-3), "PovScore(Mate(-3), BLACK)"),
        )
        first.comment = "[%eval #0]"
        self.assertEqual((first.eval().white(), first.eval().is_mate(), first.eval_depth()), (MateGiven, True, None))
        first.set_eval(None)
        self.assertEqual((first.comment, first.eval(), first.arrows()), ("", None, []))
        last.set_arrows([Arrow("g1", "f3", color="red"), ("e4", "e4")])
        self.assertEqual(last.comment, "[%csl Ge4][%cal Rg1f3] good [%eval -0.25,12]")
        self.assertEqual(last.arrows(), [Arrow("e4", "e4"), Arrow("g1", "f3", "red")])
        last.set_arrows([])
        self.assertEqual(last.comment, "good [%eval -0.25,12]")
        scores = [Mate(0), Mate(-1), Mate(-9), Cp(-50), Cp(0), Cp(7), Mate(9), Mate(1), MateGiven]
        self.assertEqual((sorted(scores[::-1]), [-score for score in scores[::-1]][:3]), (scores, scores[:3]))
        self.assertEqual(
            [score.score(mate_score=1000) for score in scores], [-1000, -999, -991, -50, 0, 7, 991, 999, 1000]
        )
        for wrong in ("e9", "e4"), ("e4", "e5", "pink"), ("", ""):
            self.assertRaises(ValueError, Arrow, *wrong)
        self.assertRaises(ValueError, PovScore, Cp(1), 3)
        self.assertRaisesRegex(AttributeError, "runs engines", getattr, kingscan.engine, "SimpleEngine")

    def test_variations_of_first_moves_are_those_of_the_node_before(self):
        game = whole(b"1. e4 (1. d4 (1. c4 c5) (1. b3) 1... d5) (1. a3) *")
        self.assertEqual([node.san() for node in game.variations], ["e4", "d4", "c4", "b3", "a3"])
        self.assertEqual((len(game.variations[1].variations), game[2].end().ply()), (1, 2))
        game.promote_to_main(2)
        self.assertEqual(str(game).split("\n\n")[1], "1. c4 (1. e4) (1. d4 d5) (1. b3) (1. a3) 1... c5 *")

    def test_what_follows_is_found_anew(self):
        game = whole(TEXT)
        self.assertEqual((game.clocks[0], game.next().clock(), game.end().clock()), (180.0, 180.0, None))
        game.next().set_clock(3725.25)
        self.assertEqual((game.next().comment, game.clocks[0]), ("a [%clk 1:02:05.25] b", 3725.25))
        game.end().set_emt(7)
        self.assertEqual((game.end().emt(), game.elapsed[4], math.isnan(game.elapsed[0])), (7.0, 7.0, True))
        game.next().set_clock(None)
        game.next().next().comment = "[%eval -0.25] } x"
        self.assertEqual((game.next().comment, game.next().clock(), game.evals[1]), ("a b", None, -0.25))
        game.next().comments = ["a", "b"]
        self.assertEqual((game.next().comments, game.next().next().next().comments), (("a b",), ()))
        node = game.end().add_variation("a6")
        self.assertEqual((len(game.results), len(game.clocks), node.clock()), (6, 6, None))
        self.assertEqual([str(verdict) for verdict, _ in Game.from_board(node.board()).results], ["safe"] * 6)
        mated = Game()
        mated.add_line("f3 e5 g4 Qh4".split())
        self.assertEqual([str(verdict) for verdict, _ in mated.results], ["safe"] * 3 + ["checkmate"])

    def test_what_was_not_read_is_not_invented(self):
        (game,) = read(TEXT, null_moves=True)
        node = game.end().add_variation("a6")
        for use in (lambda: node.comment, lambda: node.nags, node.clock, lambda: node.set_clock(1)):
            self.assertRaisesRegex(ValueError, r"take games\(path, comments=True\)", use)
        with self.assertRaisesRegex(ValueError, "were not read"):
            node.comment = "x"
        self.assertEqual((game.comments, game.sidelines, game.clocks, len(game.results)), (None, None, None, 6))
        for wrong in 3, None:
            with self.assertRaisesRegex(TypeError, "^comment: expected a str"):
                whole(TEXT).next().comment = wrong
        for wrong in -1, 256, "!":
            self.assertRaisesRegex(ValueError, "^nags: expected numbers", whole(TEXT).next().nags.add, wrong)

    def test_the_result_is_the_last_word(self):
        game = whole(b'[Result "*"]\n\n1. e4 1-0')
        self.assertEqual((game.result, game.tags["Result"]), ("1-0", "*"))
        game.headers["Result"] = "0-1"
        self.assertEqual((game.result, str(game)[-3:]), ("0-1", "0-1"))

    def test_copies(self):
        game = whole(TEXT)
        game.end().add_variation("a6")
        for again in pickle.loads(pickle.dumps(game)), copy.deepcopy(game):
            self.assertEqual((str(again), again.result, again.end().san()), (str(game), "1-0", "a6"))


class Files(unittest.TestCase):
    def test_one_game_after_the_other(self):
        text = TEXT.decode() + '\n\n[White "C"]\n\n1. d4 d5 *\n'
        with tempfile.TemporaryFile("w+", encoding="utf-8") as file:
            file.write(text)
            file.seek(0)
            for source in io.StringIO(text), io.BytesIO(text.encode()), file:
                found = [kingscan.read_game(source) for _ in range(4)]
                self.assertEqual([game and game.headers["White"] for game in found], ["A", "C", None, None])
                self.assertEqual(str(found[0]), str(whole(TEXT)))
        self.assertEqual(len(list(kingscan.games(io.StringIO(text)))), 2)
        self.assertRaises(TypeError, kingscan.read_game, "games.pgn")
        self.assertRaises(ValueError, kingscan.read_game, io.StringIO("no games"))

    def test_long_texts_come_in_parts(self):
        text = ('[White "\u00e9"]\n\n1. e4 {' + "\u265e" * 70000 + "} *\n\n") * 3
        found = list(kingscan.games(io.StringIO(text), comments=True))
        self.assertEqual([(game.tags["White"], len(game.comments[0])) for game in found], [("\u00e9", 70000)] * 3)

    def test_nothing_is_read_behind_a_game(self):
        games = [
            "\ufeff% exported\n\n"
            '[White "a {"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n\n1. e4 {two\n\nlines ; of } *\n\n',
            '\n; for b\n[White "b"]\n\n1. e4 ; not { a comment\n% nor this\n1... e5 1-0\n\n\n',
            "1. d4 {open } d5\n0-1\n\n",
            '[White "d"]\n\n\n',
            '[White "e"]\n\n1. c4 *',
        ]
        for kind in io.StringIO, lambda text: io.BytesIO(text.encode()):
            file, places = kind("".join(games)), []
            read = []
            while (game := kingscan.read_game(file)) is not None:
                read.append(game)
                places.append(file.tell())
            self.assertEqual([game.headers["White"] for game in read], ["a {", "b", "?", "d", "e"])
            self.assertEqual([game.headers["Result"] for game in read], ["*", "1-0", "0-1", "*", "*"])
            self.assertEqual([game.result for game in read], ["*", "1-0", "0-1", "*", "*"])
            self.assertEqual([len(game.moves) for game in read], [1, 2, 2, 0, 1])
            self.assertEqual(read[0].comments, ["two\n\nlines ; of"])
            self.assertEqual(list(read[2].headers)[:7], str(Game()).replace("[", "").split()[0:14:2])
            for n, place in enumerate(places[:-1]):
                file.seek(place)
                self.assertEqual(kingscan.read_game(file).moves, read[n + 1].moves)
            file.seek(0)
            tags = [kingscan.read_headers(file) for _ in range(6)]
            self.assertEqual(
                [None if it is None else it.get("White") or "-" for it in tags], ["a {", "b", "-", "d", "e", None]
            )
            self.assertEqual(
                (tags[5], file.seek(0), [kingscan.skip_game(file) for _ in range(6)][4:]), (None, 0, [True, False])
            )
        for joined in '1. e4 *\n[White "b"]\n\n1. d4 *', '[White "a"]\n\n[White "b"]\n\n1. d4 *':
            self.assertRaisesRegex(
                ValueError, "expected an empty line .* found 2 games", kingscan.read_game, io.StringIO(joined)
            )


class Exporters(unittest.TestCase):
    def test_parts_are_left_out(self):
        game = whole(TEXT)
        self.assertEqual(game.accept(kingscan.StringExporter()), str(game))
        plain = kingscan.pgn.StringExporter(headers=False, comments=False, variations=False)
        self.assertEqual(game.accept(plain), "1. e4 e5 2. -- Nf6 3. Bb5 1-0")
        line = game.accept(kingscan.StringExporter(columns=None, headers=False))
        self.assertEqual(line, str(game).split("\n\n")[1].replace("\n", " "))
        self.assertEqual(
            game.accept(kingscan.StringExporter(columns=None, headers=False, comments=False)).count("{"), 0
        )
        self.assertEqual(game.accept(kingscan.StringExporter(columns=20, headers=False)).replace("\n", " "), line)
        self.assertLess(max(map(len, game.accept(kingscan.StringExporter(columns=20, headers=False)).split("\n"))), 20)
        file = io.StringIO()
        count = game.accept(kingscan.FileExporter(file, comments=False, headers=False))
        self.assertEqual((count, file.getvalue()[-5:]), (len(file.getvalue()), "1-0\n\n"))
        self.assertRaisesRegex(TypeError, "^visitor: expected a StringExporter", game.accept, str)


if __name__ == "__main__":
    unittest.main()
