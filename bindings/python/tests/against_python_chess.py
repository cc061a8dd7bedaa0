"""Compares the Python module with python-chess. (bench.py times both.)

    PYTHONPATH=build/python/site python3 bindings/python/tests/against_python_chess.py FILE [POSITIONS]

FILE has a FEN a line; from its positions come as many as are wanted (50,000), by random moves that python-chess makes.
Compared are verdicts, checkers, legal moves in UCI and SAN, captures and checks among them, attackers, pins, outcomes,
the FEN after a move, mirrored positions, refusals of random moves, and draws in games that are made to repeat; and for
one position in VALUES_OF all that kingscan.chess answers (same_values.py).
Prints each difference; the exit status is 1 when there was one, 77 without python-chess.
"""
import itertools
import random
import sys

import kingscan
import kingscan.chess
import kingscan.chess.variant
import same_values

try:
    import chess
    import chess.pgn
    import chess.polyglot
    import chess.svg
    import chess.variant
except ImportError:
    print("python-chess is missing")
    sys.exit(77)

GAMES, PLIES = 200, 240  # that repeat positions
VALUES_OF, GAMES_OF_VALUES = 50, 4  # kingscan.chess answers a hundred questions of a position


def positions_from(path, wanted):
    """FENs: each line's, then those after one random move, after two, and so on."""
    random.seed(1997)
    lines = [line.strip() for line in open(path, encoding="utf-8") if line.strip() and not line.startswith("#")]
    boards = [chess.Board(" ".join(line.split()[:4]) + " 0 1") for line in lines]
    fens = []
    while boards and len(fens) < wanted:
        fens += [board.fen() for board in boards[: wanted - len(fens)]]
        boards = [board for board in boards if moved(board)]
    return fens


def moved(board):
    moves = list(board.legal_moves)
    if moves:
        board.push(random.choice(moves))
    return bool(moves)


def verdict_of(board):
    """Kingscan's word for the verdict, by python-chess."""
    if board.is_checkmate():
        return "checkmate"
    if board.is_stalemate():
        return "stalemate"
    return ("safe", "check", "double-check")[min(2, len(board.checkers()))]


def facts_of(board):
    checkers = {chess.square_name(square) for square in board.checkers()}
    return (
        verdict_of(board),
        checkers,
        {move.uci() for move in board.legal_moves},
        {board.san(move) for move in board.legal_moves},
    )


def differences(fens):
    for fen, (verdict, checkers) in zip(fens, kingscan.check(fens)):
        board, position = chess.Board(fen), kingscan.Position(fen)
        expected = facts_of(board)
        found = str(verdict), set(checkers), set(position.legal_moves()), set(position.legal_moves(san=True))
        if found != expected:
            yield fen, found, expected
        if (str(position.verdict), set(position.checkers)) != expected[:2]:
            yield fen, position.verdict, expected[:2]
        yield from differences_of_questions(fen, board, position)
        yield from differences_of_moves(fen, board, position)


def outcome_of(board):
    """The outcome by python-chess, in Kingscan's words."""
    outcome = board.outcome()
    if outcome is None:
        return None
    words = outcome.termination.name.lower().replace("_", "-").replace("seventyfive", "seventy-five")
    return words, {True: "white", False: "black", None: None}[outcome.winner]


def names(squares):
    return {chess.square_name(square) for square in squares}


def differences_of_questions(fen, board, position):
    expected = board.is_check(), board.is_checkmate(), board.is_stalemate(), outcome_of(board)
    outcome = position.outcome()
    found = position.is_check(), position.is_checkmate(), position.is_stalemate(), outcome and tuple(outcome)
    if found != expected:
        yield fen, found, expected
    for move in board.legal_moves:
        ours = kingscan.Move(move.uci())
        for name in "is_capture gives_check san lan is_castling is_en_passant".split():
            found, expected = getattr(position, name)(ours), getattr(board, name)(move)
            if found != expected:
                yield fen, move, name, found, expected
    yield from differences_of_texts(fen, board, position)
    square = random.randrange(64)
    name = chess.square_name(square)
    piece = board.piece_at(square)
    for color in chess.WHITE, chess.BLACK:
        expected = names(board.attackers(color, square)), board.is_pinned(color, square), piece and piece.symbol()
        pinned = piece is not None and piece.color == color and position.is_pinned(color, name)
        if piece is None or piece.color != color:
            expected = (expected[0], False, expected[2])
        if (set(position.attackers(color, name)), pinned, position.piece_at(name)) != expected:
            yield fen, name, expected
    lacks = [board.has_insufficient_material(color) for color in chess.COLORS]
    if [position.has_insufficient_material(color) for color in ("white", "black")] != lacks:
        yield fen, "has_insufficient_material", lacks
    if set(position.attacks(name)) != names(board.attacks(square)):
        yield fen, name, position.attacks(name), names(board.attacks(square))
    pins = {
        chess.square_name(s) for s in chess.SquareSet(board.occupied_co[board.turn]) if board.is_pinned(board.turn, s)
    }
    if set(position.pins) != pins:
        yield fen, position.pins, pins


def differences_of_texts(fen, board, position):
    expected = (
        board.board_fen(),
        board.fen(en_passant="xfen"),
        board.mirror().fen(en_passant="legal"),
        board.ply(),
        board.result(),
        board.is_valid(),
    )
    found = (
        position.board_fen(),
        position.x_fen(),
        position.mirror().fen(),
        position.ply(),
        position.result(),
        position.status() is None,
    )
    if found != expected:
        yield fen, found, expected


def differences_of_moves(fen, board, position):
    random_move = chess.Move(random.randrange(64), random.randrange(64))
    legal = random_move in board.legal_moves
    if random_move and (position.explain(random_move.uci()) is None) != legal:
        yield fen, position.explain(random_move.uci()), random_move.uci()
    moves = list(board.legal_moves)
    if moves:
        move = random.choice(moves)
        position.push(move.uci())
        board.push(move)
        found, expected = (position.fen(), position.x_fen()), (board.fen(), board.fen(en_passant="xfen"))
        if found != expected:
            yield fen, found, expected
        position.pop()


def draw_of(board):
    """Kingscan's word for the draw, by python-chess."""
    if board.is_checkmate():
        return None
    tests = {
        "stalemate": board.is_stalemate,
        "insufficient-material": board.is_insufficient_material,
        "seventy-five-moves": board.is_seventyfive_moves,
        "fivefold-repetition": board.is_fivefold_repetition,
        "fifty-moves": board.is_fifty_moves,
        "threefold-repetition": lambda: board.is_repetition(3),
    }
    return next((draw for draw, holds in tests.items() if holds()), None)


def differences_of_draws(games, plies):
    """Games of kings and one or two other pieces; most of their moves go back."""
    for _ in range(games):
        board = chess.Board(random.choice(("4k3/8/8/3n4/8/8/4B3/4K3", "4k3/8/8/8/3p4/8/4P3/R3K3")) + " w Q - 0 1")
        position = kingscan.Position(board.fen())
        for _ in range(plies):
            moves = list(board.legal_moves)
            back = [chess.Move(m.to_square, m.from_square) for m in board.move_stack[-2:-1]]
            if not moves:
                break
            move = back[0] if back and back[0] in moves and random.random() < 0.8 else random.choice(moves)
            board.push(move)
            position.push(move.uci())
            found = position.draw, position.result(claim_draw=True)
            expected = draw_of(board), board.result(claim_draw=True)
            found, expected = (*found, position.can_claim_draw()), (*expected, board.can_claim_draw())
            if found != expected:
                yield f"{board.fen()} after {len(board.move_stack)} plies", found, expected
            if board.is_insufficient_material():
                break  # which stays so, and python-chess takes long to look for claims


def main():
    wanted = int(sys.argv[2]) if len(sys.argv) > 2 else 50000
    fens = positions_from(sys.argv[1], wanted)
    all_differences = itertools.chain(
        differences(fens),
        differences_of_draws(GAMES, PLIES),
        same_values.differences_of_values(chess, kingscan.chess, fens[::VALUES_OF], GAMES_OF_VALUES),
    )
    found = list(itertools.islice(all_differences, 20))
    for difference in found:
        print(*difference, sep="\n    ")
    print(f"{len(fens)} positions, {len(found) or 'no'} differences")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
