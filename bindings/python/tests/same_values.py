"""Compares kingscan.chess with python-chess: the same calls on the same boards have to give the same values.

against_python_chess.py runs it. Boards are those of games, boards whose pieces, rights and turn are changed by chance,
of chess and of Chess960, and boards of games of each variant.
"""
import copy
import pickle
import random

QUESTIONS = """board_fen castling_shredder_fen castling_xfen checkers checkers_mask chess960_pos clean_castling_rights
can_claim_draw can_claim_fifty_moves can_claim_threefold_repetition epd fen has_chess960_castling_rights
has_legal_en_passant has_pseudo_legal_en_passant is_check is_checkmate is_fifty_moves is_fivefold_repetition
is_game_over is_insufficient_material is_repetition is_seventyfive_moves is_stalemate is_valid is_variant_draw
is_variant_end is_variant_loss is_variant_win mirror outcome piece_count piece_map ply result root shredder_fen status
unicode was_into_check generate_castling_moves generate_legal_captures generate_legal_ep generate_legal_moves
generate_pseudo_legal_captures generate_pseudo_legal_ep generate_pseudo_legal_moves __repr__ __str__""".split()
OF_COLOR = """has_castling_rights has_insufficient_material has_kingside_castling_rights
has_queenside_castling_rights king""".split()
OF_SQUARE = "attacks attacks_mask color_at piece_at piece_type_at".split()
OF_COLOR_AND_SQUARE = "attackers attackers_mask is_attacked_by is_pinned pin pin_mask".split()
OF_MOVE = """gives_check gives_checkmate is_capture is_castling is_en_passant is_into_check is_irreversible
is_kingside_castling is_legal is_pseudo_legal is_queenside_castling is_zeroing lan san uci xboard""".split()
ATTRIBUTES = """bishops castling_rights chess960 ep_square fullmove_number halfmove_clock kings knights occupied pawns
promoted queens rooks turn""".split()


def plain(value):
    """A value that both modules share: texts, numbers, and lists and dicts of them."""
    kind = type(value).__name__
    if kind in ("Move", "Piece", "SquareSet", "CrazyhousePocket"):
        return repr(value)
    if kind == "Outcome":
        return value.termination.name, value.winner
    if kind.endswith("Board"):
        return value.fen()
    if kind == "Status":
        return int(value)
    if isinstance(value, dict):
        return [(plain(key), plain(it)) for key, it in value.items()]
    if isinstance(value, (bool, int, str, float, type(None))):
        return value
    return [plain(it) for it in value]


def answer(call, *arguments, **keywords):
    """The value of a call; the name of the exception that it raises. The texts of errors may differ."""
    try:
        return plain(call(*arguments, **keywords))
    except (ValueError, AssertionError, IndexError) as error:
        return type(error).__name__


def facts(chess, board, seed):
    """Yields a name and a value for each question, with squares and moves by chance."""
    chance = random.Random(seed)
    for name in ATTRIBUTES:
        yield name, getattr(board, name)
    yield "occupied_co", list(board.occupied_co)
    for name in QUESTIONS:
        yield name, answer(getattr(board, name))
    squares = [chance.randrange(64) for _ in range(3)]
    masks = [chance.getrandbits(64) for _ in range(2)]
    for name in OF_COLOR + OF_COLOR_AND_SQUARE:
        for color in chess.COLORS:
            for rest in [(square,) for square in squares] if name in OF_COLOR_AND_SQUARE else [()]:
                yield (name, color, *rest), answer(getattr(board, name), color, *rest)
    yield "attackers past others", answer(board.attackers, chess.WHITE, squares[0], masks[0])
    for name in OF_SQUARE:
        for square in squares:
            yield (name, square), answer(getattr(board, name), square)
    for (
        name
    ) in "generate_legal_moves generate_pseudo_legal_moves generate_legal_captures generate_castling_moves".split():
        yield (name, masks), answer(getattr(board, name), *masks)
    for en_passant in "xfen", "fen":
        yield en_passant, answer(board.fen, en_passant=en_passant, promoted=True)
    yield "moves", answer(
        lambda: [board.legal_moves.count(), board.pseudo_legal_moves.count(), bool(board.legal_moves)]
    )
    yield "sets", answer(lambda: board.pieces(chess.ROOK, chess.WHITE) | board.pieces(chess.PAWN, chess.BLACK))
    yield "equal", board == board.copy() == copy.deepcopy(board) == pickle.loads(pickle.dumps(board))
    yield "transformed", answer(board.transform, chess.flip_horizontal)
    yield from facts_of_moves(chess, board, chance)


def facts_of_moves(chess, board, chance):
    """Yields the same of moves, legal and pseudo-legal ones and others, and of their texts."""
    pseudo, legal = list(board.generate_pseudo_legal_moves()), list(board.legal_moves)
    chosen = chance.sample(pseudo, min(3, len(pseudo))) + chance.sample(legal, min(3, len(legal)))
    for move in chosen:
        for name in OF_MOVE:
            if not (name == "is_into_check" and move.drop):  # python-chess knows no drop that ends a check
                yield (name, move.uci()), answer(getattr(board, name), move)
        yield ("made", move.uci()), made(board, move)
    for san in [board.san(move) for move in legal[:8]] + [board.lan(move) for move in legal[-4:]]:
        for text in san, san.rstrip("+#"), san.replace("x", ""), san[1:], san + "=Q":
            yield ("parse_san", text), answer(board.parse_san, text)
    other = chess.Move(chance.randrange(64), chance.randrange(64), chance.choice([None, None, chess.QUEEN, chess.KING]))
    for name in "is_legal", "is_pseudo_legal":
        yield (name, other.uci()), answer(getattr(board, name), other)
    for move in [other] + chosen[:2]:
        yield ("parse_uci", move.uci()), answer(board.parse_uci, move.uci())
        yield ("find_move", move.uci()), answer(board.find_move, move.from_square, move.to_square)
    if legal and board.uci_variant != "crazyhouse":  # whose epd() leaves operations out in python-chess
        yield "epd", answer(board.epd, bm=legal[:3], pv=legal[:1], ce=-3, id='a "b"', acs=0.5, noop=None)


def made(board, move):
    """The board after a move, and the same after it is taken back."""
    before = board.fen(), board.promoted
    board.push(move)
    after = board.fen(en_passant="fen"), board.promoted, board.castling_rights, plain(board.peek()), board.status()
    after += plain(board.outcome()), len(board.move_stack)
    return *after, plain(board.pop()), (board.fen(), board.promoted) == before


def change(chess, board, seed):
    """Changes pieces, rights, the en-passant square and the turn by chance: mostly, the board breaks the rules."""
    chance = random.Random(seed)
    for _ in range(chance.randrange(4)):
        piece = chess.Piece(chance.choice(chess.PIECE_TYPES), chance.choice(chess.COLORS))
        board.set_piece_at(chance.randrange(64), chance.choice([None, piece]), promoted=chance.random() < 0.1)
    if chance.random() < 0.5:
        board.turn = not board.turn
    if chance.random() < 0.3:
        board.ep_square = chance.choice([None, *range(16, 24), *range(40, 48)])
    if chance.random() < 0.3:
        board.castling_rights = chance.choice([board.rooks, chance.getrandbits(64), chess.BB_CORNERS, 0])
    if chance.random() < 0.2:
        board.chess960 = True
    board.halfmove_clock = chance.choice([board.halfmove_clock, 99, 100, 150])
    board.clear_stack()  # which python-chess would make anew from the board before


def differences_of_boards(theirs, ours, left, right, seed):
    """The first difference between python-chess's board and ours."""
    for (name, expected), (same, found) in zip(facts(theirs, left, seed), facts(ours, right, seed)):
        if found != expected or name != same:
            yield left.fen(en_passant="fen"), name, found, expected
            return  # moves that are chosen by chance may differ from here on


def differences_of_games(theirs, ours, kinds, games, plies):
    """Games by chance; kinds: the same class of both modules. One position in three is compared."""
    for seed in range(games):
        left, right = kinds[0](), kinds[1]()
        chance = random.Random(seed)
        for ply in range(plies):
            moves = list(left.legal_moves)
            if not moves:
                break
            move = chance.choice(moves)
            left.push(move)
            right.push(ours.Move.from_uci(move.uci()))
            if chance.random() < 0.3 or ply == plies - 1:
                yield from differences_of_boards(theirs, ours, left, right, seed + ply)


def differences_of_values(theirs, ours, fens, games=20):
    """All that differs between python-chess and kingscan.chess. fens: positions of chess."""
    for seed, fen in enumerate(fens):
        left, right = theirs.Board(fen), ours.Board(fen)
        yield from differences_of_boards(theirs, ours, left, right, seed)
        change(theirs, left, seed)
        change(ours, right, seed)
        yield from differences_of_boards(theirs, ours, left, right, seed)
    starts = [
        (lambda kind=kind, n=n: kind.from_chess960_pos(n)) for n in (7, 518, 800) for kind in (theirs.Board, ours.Board)
    ]
    kinds = [*zip(starts[::2], starts[1::2])]
    kinds += [(kind, ours.variant.find_variant(kind.uci_variant)) for kind in theirs.variant.VARIANTS]
    for pair in kinds:
        yield from differences_of_games(theirs, ours, pair, games, 120)
