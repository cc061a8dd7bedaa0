"""kingscan.chess: python-chess's values, with answers known from the rules of chess and from published counts.

    PYTHONPATH=build/python/site python3 bindings/python/tests/test_chess.py

against_python_chess.py compares the same with python-chess.
"""
import contextlib
import copy
import pickle
import subprocess
import sys
import time
import unittest

import kingscan
import kingscan.chess as chess
import kingscan.chess.variant
from common import KIWIPETE

MATE = "r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4"


def perft(board, depth):
    if depth == 0:
        return 1
    nodes = 0
    for move in board.legal_moves:
        board.push(move)
        nodes += perft(board, depth - 1)
        board.pop()
    return nodes


class Values(unittest.TestCase):
    def test_squares_go_from_a1(self):
        self.assertEqual((chess.A1, chess.H1, chess.A2, chess.E4, chess.H8), (0, 7, 8, 28, 63))
        self.assertEqual(chess.parse_square("e4"), chess.square(4, 3))
        self.assertEqual(chess.square_name(chess.square_mirror(chess.E4)), "e5")
        self.assertEqual(chess.SQUARES_180[chess.A1], chess.A8)
        with self.assertRaisesRegex(ValueError, "found 'i1'"):
            chess.parse_square("i1")

    def test_distances(self):
        self.assertEqual(chess.square_distance(chess.A1, chess.C8), 7)
        self.assertEqual(chess.square_manhattan_distance(chess.A1, chess.C8), 9)
        known = {("a1", "b2"): 4, ("d4", "e5"): 2, ("a1", "c3"): 4, ("a1", "b3"): 1, ("a1", "h8"): 6, ("a1", "a2"): 3}
        for (a, b), moves in known.items():
            self.assertEqual(chess.square_knight_distance(chess.parse_square(a), chess.parse_square(b)), moves)

    def test_masks(self):
        self.assertEqual(chess.BB_RANK_1, 0xFF)
        self.assertEqual(chess.BB_FILE_A, sum(1 << 8 * rank for rank in range(8)))
        self.assertEqual((chess.lsb(0b1100), chess.msb(0b1100), chess.popcount(0b1100)), (2, 3, 2))
        self.assertEqual(list(chess.scan_reversed(0b1101)), [3, 2, 0])
        self.assertEqual(chess.shift_right(chess.BB_H4 | chess.BB_A1), chess.BB_B1)
        self.assertEqual(chess.flip_vertical(chess.BB_A1), chess.BB_A8)
        self.assertEqual(chess.flip_diagonal(chess.BB_H1), chess.BB_A8)
        self.assertEqual(chess.between(chess.A1, chess.D4), chess.BB_B2 | chess.BB_C3)
        self.assertEqual(chess.ray(chess.B1, chess.F1), chess.BB_RANK_1)
        self.assertEqual(chess.BB_KNIGHT_ATTACKS[chess.A1], chess.BB_B3 | chess.BB_C2)
        on_rank = chess.BB_RANK_ATTACKS[chess.D1][chess.BB_RANK_MASKS[chess.D1] & chess.BB_F1]
        self.assertEqual(on_rank, chess.BB_RANK_1 & ~(chess.BB_D1 | chess.BB_G1 | chess.BB_H1))

    def test_pieces(self):
        piece = chess.Piece.from_symbol("n")
        self.assertEqual((piece.piece_type, piece.color), (chess.KNIGHT, chess.BLACK))
        self.assertEqual(piece, chess.Piece(chess.KNIGHT, False))
        self.assertEqual(repr(piece), "Piece.from_symbol('n')")
        self.assertEqual(piece.unicode_symbol(), "♞")
        self.assertEqual(pickle.loads(pickle.dumps(piece)), piece)
        piece.color = chess.WHITE
        self.assertEqual(str(piece), "N")
        with self.assertRaisesRegex(ValueError, "found 'x'"):
            chess.Piece.from_symbol("x")

    def test_moves(self):
        move = chess.Move.from_uci("e7e8q")
        self.assertEqual((move.from_square, move.to_square, move.promotion, move.drop), (52, 60, 5, None))
        self.assertEqual(move, chess.Move(chess.E7, chess.E8, promotion=chess.QUEEN))
        self.assertEqual(len({move, copy.copy(move), chess.Move(52, 60)}), 2)
        self.assertEqual(pickle.loads(pickle.dumps(move)), move)
        self.assertEqual(repr(chess.Move.null()), "Move.from_uci('0000')")
        self.assertFalse(chess.Move.null())
        self.assertEqual(chess.Move.from_uci("N@f3").drop, chess.KNIGHT)
        for text in "e2", "e2e2", "e2e9", "e7e8x", "X@e4", "e2e4\0":
            with self.assertRaises(chess.InvalidMoveError, msg=text):
                chess.Move.from_uci(text)

    def test_parts_that_cannot_be_set(self):
        piece, squares = chess.Piece(chess.QUEEN, chess.WHITE), chess.SquareSet(chess.BB_RANK_1)
        for name in "piece_type", "color":
            with self.assertRaisesRegex(AttributeError, "keeps its parts"):
                delattr(piece, name)
        with self.assertRaises(TypeError):
            squares.mask = 1.5
        self.assertEqual((piece.symbol(), squares.mask), ("Q", chess.BB_RANK_1))
        for color in 2, -3, 10**30, -(10**30):
            with self.assertRaisesRegex(IndexError, "WHITE or BLACK"):
                chess.Board().occupied_co[color]

    def test_moves_of_a_list_can_be_changed(self):
        board = chess.Board("8/4P3/8/8/8/8/8/K1k5 w - - 0 1")
        first, again = next(iter(board.legal_moves)), next(iter(board.legal_moves))
        first.to_square = chess.H8
        self.assertNotEqual(first, again)
        board.push(again)
        copied = board.copy()
        copied.peek().to_square = chess.H8
        self.assertEqual(board.peek(), again)

    def test_square_sets(self):
        squares = chess.SquareSet(chess.BB_RANK_1)
        squares.remove(chess.A1)
        squares |= [chess.E4]
        self.assertEqual(squares, {*range(1, 8), chess.E4})
        self.assertEqual(hex(squares), "0x100000fe")
        self.assertEqual(repr(squares), "SquareSet(0x0000_0000_1000_00fe)")
        self.assertEqual((squares & 6, squares - [1], squares ^ 2, ~squares & 1), (6, 0x100000FC, 0x100000FC, 1))
        self.assertEqual(list(chess.SquareSet(5).carry_rippler()), [0, 1, 4, 5])
        self.assertEqual(pickle.loads(pickle.dumps(squares)), squares)
        with self.assertRaises(KeyError):
            squares.remove(chess.A8)
        subsets = squares.carry_rippler()
        next(subsets)
        squares.mask = chess.BB_A1
        self.assertEqual(sum(1 for _ in subsets), 255)


class Boards(unittest.TestCase):
    def test_a_square_without_a_kind_has_a_king(self):
        board = chess.Board(None)
        board.occupied = board.occupied_co[chess.WHITE] = chess.BB_F1
        self.assertEqual(board.piece_map(), {chess.F1: chess.Piece.from_symbol("K")})
        self.assertEqual(str(board).count("K"), 1)

    def test_the_type_below_answers_alone(self):
        program = "from kingscan._kingscan import ChessBoard as B; print(B().piece_at(3), B().attackers(True, 4).mask)"
        ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
        self.assertEqual((ran.stdout, ran.stderr), ("None 0\n", ""))

    def test_perft(self):
        self.assertEqual(perft(chess.Board(), 3), 8902)
        self.assertEqual(perft(chess.Board(KIWIPETE), 2), 2039)
        self.assertEqual(perft(chess.Board("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"), 3), 2812)

    def test_moves_are_those_of_positions(self):
        position, board = kingscan.Position(KIWIPETE), chess.Board(KIWIPETE)
        self.assertEqual(sorted(map(str, board.legal_moves)), sorted(position.legal_moves()))
        self.assertEqual(sorted(map(board.san, board.legal_moves)), sorted(position.legal_moves(san=True)))

    def test_generators_by_masks_find_the_same(self):
        """Those of boards that break the rules, asked of boards that keep them."""
        for fen in (
            KIWIPETE,
            "4k3/3p2p1/8/7B/8/8/8/4K3 b - - 0 1",
            "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1",
            "4k3/P6p/8/8/8/8/p6P/4K2R w K - 0 1",
        ):
            board = chess.Board(fen)
            slow = list(board._generate_by_masks(chess.BB_ALL, chess.BB_ALL))
            self.assertEqual(slow, list(board.legal_moves), fen)

    def test_masks_can_be_assigned(self):
        board = chess.Board()
        self.assertEqual(board.pawns, chess.BB_RANK_2 | chess.BB_RANK_7)
        board.castling_rights = chess.BB_H1
        self.assertEqual(board.castling_xfen(), "K")
        board.occupied_co[chess.WHITE] &= ~chess.BB_E2
        board.pawns &= ~chess.BB_E2
        board.occupied &= ~chess.BB_E2
        self.assertEqual(board.board_fen(), "rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR")
        self.assertEqual(
            len(list(board.legal_moves)), 18 + 4 + 5 + 1 + 1
        )  # pawns and knights, queen, bishop, king, Ne2
        self.assertEqual(board.occupied_co, [chess.BB_RANK_7 | chess.BB_RANK_8, board.occupied_co[True]])

    def test_order_of_moves(self):
        """Pieces from h8 to a1, then castling, pawns that capture, that push, that push twice, and en passant."""
        board = chess.Board("4k3/8/8/Pp5p/6P1/8/8/4K2R w K b6 0 1")
        expected = "h1h5 h1h4 h1h3 h1h2 h1g1 h1f1 e1f2 e1e2 e1d2 e1f1 e1d1 e1g1 g4h5 a5a6 g4g5 a5b6"
        self.assertEqual(" ".join(map(str, board.legal_moves)), expected)

    def test_push_takes_any_move(self):
        board = chess.Board()
        board.push(chess.Move.from_uci("e2e5"))
        board.push(chess.Move.from_uci("d7d5"))
        self.assertEqual(board.ep_square, chess.D6)
        board.push_san("exd6")
        self.assertEqual([move.uci() for move in board.move_stack], ["e2e5", "d7d5", "e5d6"])
        self.assertEqual(board.fen(), "rnbqkbnr/ppp1pppp/3P4/8/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2")
        while board.move_stack:
            board.pop()
        self.assertEqual(board, chess.Board())
        with self.assertRaisesRegex(AssertionError, "got e4e5 in rnbqkbnr"):
            board.push(chess.Move.from_uci("e4e5"))
        self.assertEqual(board.move_stack, [])
        with self.assertRaises(IndexError):
            board.pop()

    def test_faults(self):
        self.assertEqual(chess.Board().status(), chess.STATUS_VALID)
        empty = chess.STATUS_EMPTY | chess.STATUS_NO_WHITE_KING | chess.STATUS_NO_BLACK_KING
        self.assertEqual(chess.Board(None).status(), empty)
        board = chess.Board("P3k3/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
        self.assertEqual(board.status(), chess.STATUS_PAWNS_ON_BACKRANK | chess.STATUS_BAD_CASTLING_RIGHTS)
        self.assertEqual(len(list(board.legal_moves)), 9 + 9 + 5 + 2)  # rooks, king, castling
        self.assertEqual(chess.Board("8/8/8/8/8/8/8/Q7 w - - 0 1").legal_moves.count(), 21)
        self.assertIn(chess.Move.from_uci("a1a8"), chess.Board("k7/8/8/8/8/8/8/QK6 w - - 0 1").legal_moves)

    def test_clocks_of_any_size(self):
        board = chess.Board()
        for number in 10**30, 1 << 62, -(1 << 62), -(10**30):
            with self.assertRaisesRegex(OverflowError, "below 2"):
                board.halfmove_clock = number
        board.halfmove_clock = board.fullmove_number = (1 << 62) - 1
        for _ in range(4):
            board.push(chess.Move.null())
        self.assertEqual((board.halfmove_clock, board.fullmove_number), ((1 << 62) + 3, (1 << 62) + 1))

    def test_texts_that_are_no_fen(self):
        for fen, message in {
            "": "empty fen",
            "8/8/8/8/8/8/8 w - - 0 1": "expected 8 rows",
            "8/8/8/8/8/8/8/9 w - - 0 1": "invalid character",
            "8/8/8/8/8/8/8/44 w - - 0 1": "two subsequent digits",
            "8/8/8/8/8/8/8/~7 w - - 0 1": "'~' not after piece",
            "8/8/8/8/8/8/8/8 x - - 0 1": "turn part",
            "8/8/8/8/8/8/8/8 w KX - 0 1": "castling part",
            "8/8/8/8/8/8/8/8 w - e9 0 1": "en passant part",
            "8/8/8/8/8/8/8/8 w - - -1 1": "negative",
            f"8/8/8/8/8/8/8/8 w - - 0 {10**30}": "too large",
            "8/8/8/8/8/8/8/8 w - - 0 1 2": "more parts",
        }.items():
            with self.assertRaisesRegex(ValueError, message):
                chess.Board(fen)

    def test_ends(self):
        board = chess.Board(MATE)
        self.assertEqual(board.outcome(), chess.Outcome(chess.Termination.CHECKMATE, chess.WHITE))
        self.assertEqual((board.result(), board.is_game_over()), ("1-0", True))
        board = chess.Board("4k3/8/8/8/8/8/8/4KN2 w - - 0 1")
        self.assertEqual(board.outcome().termination, chess.Termination.INSUFFICIENT_MATERIAL)
        board = chess.Board()
        for _ in range(4):
            self.assertFalse(board.is_fivefold_repetition())
            for san in "Nf3 Nf6 Ng1 Ng8".split():
                board.push_san(san)
        self.assertEqual(board.outcome().termination, chess.Termination.FIVEFOLD_REPETITION)
        self.assertTrue(board.is_repetition(5) and not board.is_repetition(6))

    def test_claims(self):
        board = chess.Board()
        for san in "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1".split():
            board.push_san(san)
        self.assertTrue(board.can_claim_threefold_repetition() and not board.is_repetition())
        self.assertEqual(board.result(claim_draw=True), "1/2-1/2")
        board = chess.Board("4k3/8/8/8/8/8/4R3/4K3 w - - 99 90")
        self.assertTrue(board.can_claim_fifty_moves() and not board.is_fifty_moves())

    def test_san(self):
        board = chess.Board("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1")
        self.assertEqual(board.san(chess.Move.from_uci("e1c1")), "O-O-O")
        self.assertEqual(board.san(chess.Move.from_uci("e1h1")), "O-O")
        self.assertEqual(board.parse_san("O-O"), chess.Move.from_uci("e1g1"))
        self.assertEqual(board.parse_san("Ra1-a7"), board.parse_san("Ra7"))
        self.assertEqual(board.lan(board.parse_san("Rh8")), "Rh1-h8+")
        for san, error in {
            "Nx": chess.InvalidMoveError,
            "Rb2": chess.IllegalMoveError,
            "": chess.InvalidMoveError,
        }.items():
            with self.assertRaises(error):
                board.parse_san(san)
        with self.assertRaises(chess.AmbiguousMoveError):
            chess.Board("4k3/8/8/8/8/8/8/R4RK1 w - - 0 1").parse_san("Rd1")
        self.assertEqual(
            chess.Board().variation_san([chess.Move.from_uci("e2e4"), chess.Move.from_uci("e7e5")]), "1. e4 e5"
        )

    def test_chess960(self):
        board = chess.Board.from_chess960_pos(518)
        self.assertEqual((board.chess960, board.chess960_pos()), (True, 518))
        board.set_fen("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1")
        self.assertIn(chess.Move.from_uci("e1h1"), list(board.legal_moves))
        self.assertEqual(board.uci(chess.Move.from_uci("e1h1"), chess960=False), "e1g1")
        self.assertEqual(board.shredder_fen(), "4k3/8/8/8/8/8/8/R3K2R w HA - 0 1")

    def test_epd(self):
        board = chess.Board()
        epd = board.epd(bm=board.parse_san("e4"), id='a "b"', ce=-3, noop=None)
        self.assertTrue(epd.endswith('KQkq - bm e4; id "a \\"b\\""; ce -3; noop;'))
        again, operations = chess.Board.from_epd(epd)
        self.assertEqual(again, board)
        self.assertEqual(operations, {"bm": [chess.Move.from_uci("e2e4")], "id": 'a "b"', "ce": -3, "noop": None})
        with self.assertRaises(ValueError):
            board.set_epd(board.fen())

    def test_long_epd_takes_linear_time(self):
        begin = time.process_time()
        for text in "; " * 400000 + "a", "a" * 40000 + ' id "x"; b':
            with contextlib.suppress(ValueError):
                chess.Board().set_epd("8/8/8/8/8/8/8/8 w - - " + text)
        self.assertLess(time.process_time() - begin, 3)

    def test_copies(self):
        board = chess.Board(KIWIPETE)
        board.push_san("Bxa6")
        for copied in board.copy(), copy.copy(board), copy.deepcopy(board), pickle.loads(pickle.dumps(board)):
            self.assertEqual((copied, copied.move_stack), (board, board.move_stack))
            self.assertEqual(copied.pop(), board.peek())
            self.assertEqual(copied.fen(), KIWIPETE)
        self.assertEqual(board.copy(stack=False).move_stack, [])
        self.assertEqual(board.root().fen(), KIWIPETE)
        with self.assertRaisesRegex(ValueError, "stack: expected"):
            board.copy(stack=-1)

    def test_classes_of_users(self):
        class Counted(chess.Board):
            pushed = 0

            def push(self, move):
                self.pushed += 1
                super().push(move)

        board = Counted()
        board.push_san("e4")
        board.push_uci("e7e5")
        self.assertEqual((board.pushed, type(board.copy())), (2, Counted))

    def test_stacks_with_finalizers(self):
        board, other = chess.Board(), chess.Board()
        seen = []

        class Last:
            def __del__(self):
                seen.append((list(board.move_stack), board.fen()))
                with contextlib.suppress(IndexError):
                    board.pop()

        other.push_san("e4")
        board.push_san("d4")
        board.move_stack[:] = [Last()]
        with self.assertRaisesRegex(TypeError, "expected a Move"):
            board.copy()
        board._assign(other, True)
        self.assertEqual(seen, [(other.move_stack, other.fen())])
        self.assertEqual(board, chess.Board())

    def test_states_that_are_none(self):
        board = chess.Board()
        states = board._get_states()
        board._set_states(states)
        for at in range(len(states)):
            for byte in b"\x80\xff\x7f":
                with contextlib.suppress(ValueError):
                    board._set_states(states[:at] + bytes([byte]) + states[at + 1 :])
                    for _ in range(4):
                        board.push(chess.Move.null())
                    self.assertEqual(chess.Board(board.fen()).turn, board.turn)
                    self.assertIn(board.turn, chess.COLORS)
        for wrong in b"", states[:-1], states + b"0", states[:-16] + b"\7" * 16:
            with self.assertRaisesRegex(ValueError, "has pickled"):
                board._set_states(wrong)


class Variants(unittest.TestCase):
    def test_names(self):
        for variant in chess.variant.VARIANTS:
            self.assertIs(chess.variant.find_variant(variant.uci_variant), variant)
        with self.assertRaisesRegex(ValueError, "unsupported variant: x"):
            chess.variant.find_variant("x")

    def test_moves_are_those_of_positions(self):
        """kingscan.Position plays variants by a table of rules: in suicide chess, kings castle through no attack."""
        for variant in set(chess.variant.VARIANTS) - {chess.variant.SuicideBoard, chess.variant.GiveawayBoard}:
            board = variant()
            position = kingscan.Position(variant=variant.uci_variant)
            for number in range(60):
                texts = sorted(map(str, board.legal_moves))
                self.assertEqual(texts, sorted(position.legal_moves()), (variant, board.fen()))
                if not texts:
                    break
                move = texts[number * 7 % len(texts)]
                board.push_uci(move)
                position.push(move)

    def test_three_check(self):
        board = chess.variant.ThreeCheckBoard("4k3/8/8/8/8/8/8/R3K3 w - - 1+3 0 1")
        board.push_san("Ra8#")
        self.assertEqual((board.remaining_checks, board.is_variant_loss()), ([3, 0], True))
        self.assertEqual(board.outcome().termination, chess.Termination.VARIANT_LOSS)
        self.assertEqual(board.root().remaining_checks[chess.WHITE], 1)
        board.pop()
        self.assertEqual(board.fen(), "4k3/8/8/8/8/8/8/R3K3 w - - 1+3 0 1")

    def test_crazyhouse(self):
        board = chess.variant.CrazyhouseBoard("4k3/8/8/3q~4/8/8/8/3QK3[] w - - 0 1")
        board.push_san("Qxd5")
        self.assertEqual(str(board.pockets[chess.WHITE]), "p")
        board.push_san("Ke7")
        self.assertIn(chess.Move.from_uci("P@a7"), board.legal_moves)
        self.assertNotIn(chess.Move.from_uci("P@a8"), board.legal_moves)
        board.push_san("@a7")
        self.assertEqual(board.board_fen(), "8/P3k3/8/3Q4/8/8/8/4K3")

    def test_atomic(self):
        board = chess.variant.AtomicBoard("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2")
        board.push_san("exd5")
        self.assertEqual(board.board_fen(), "rnbqkbnr/ppp1pppp/8/8/8/8/PPPP1PPP/RNBQKBNR")
        self.assertTrue(chess.variant.AtomicBoard("8/8/8/8/8/8/8/4K3 b - - 0 1").is_variant_loss())

    def test_material_of_a_horde(self):
        """Mates are possible where one is on the board. Others are of too little material."""
        mates = """
            kb6/b7/8/8/8/8/8/7Q 8/8/8/8/8/R7/1n6/kr6 8/8/8/8/8/2B5/b7/kb6 8/8/R7/8/8/2B5/8/kq6 8/8/8/8/8/B2B4/n7/qk6
            8/8/8/8/8/8/nB6/knB5 8/8/8/4B3/8/8/q1N5/kq6 8/8/8/8/8/2N5/1bN5/k7 8/8/8/8/8/1N6/nb6/kb6
            8/8/8/8/8/2N5/1B6/k1B5
        """
        for mate in mates.split():
            board = chess.variant.HordeBoard(f"{mate} b - - 0 1")
            self.assertTrue(board.is_checkmate(), mate)
            self.assertFalse(any(map(board.has_insufficient_material, chess.COLORS)), mate)
        lacking = (
            "Q Qn Qnnq R Rqqrr Rb Rnn B Bn Brrr N Nqqr Nqb Nrrr P Pq Pnn Pqqn RB BB BBq BN BNq BNr NN NNqqrr NNN Bpp"
        )
        for pieces in lacking.split():
            board = chess.variant.HordeBoard(f"8/8/8/{pieces}{8 - len(pieces)}/8/8/8/7k w - - 0 1")
            self.assertEqual(board.has_insufficient_material(chess.WHITE), pieces not in ("NNN", "Bpp"), pieces)
            self.assertFalse(board.has_insufficient_material(chess.BLACK))


if __name__ == "__main__":
    unittest.main()
