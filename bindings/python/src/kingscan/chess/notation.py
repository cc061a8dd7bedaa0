"""Moves as SAN, long algebraic notation, UCI, and what XBoard writes."""
import re
from collections.abc import Iterable
from typing import Any, Optional

from .._kingscan import AmbiguousMoveError, ChessMove as Move, IllegalMoveError, InvalidMoveError
from .fen import FenBoard
from .masks import BB_ALL, BB_FILES, BB_RANKS, BB_SQUARES, mask_of
from .squares import FILE_NAMES, PAWN, PIECE_SYMBOLS, RANK_NAMES, SQUARE_NAMES, parse_square

SAN_REGEX = re.compile(r"^([NBKRQ])?([a-h])?([1-8])?[\-x]?([a-h][1-8])(=?[nbrqkNBRQK])?[\+#]?\Z")
_NULL = ("--", "Z0", "0000", "@@@@")


class WritingBoard(FenBoard):
    """A board that reads and writes moves."""

    # ---- SAN ----

    def san(self, move: Move) -> str:
        """A legal or null move as SAN. Raises AssertionError when it begins where no piece stands."""
        if self._has_moves_of_chess:
            san: Optional[str] = self._san(move)
            if san is not None:
                return san
        return self._algebraic(move)

    def lan(self, move: Move) -> str:
        """A legal or null move in long algebraic notation, such as Ng1-f3. Raises as san() does."""
        return self._algebraic(move, long=True)

    def san_and_push(self, move: Move) -> str:
        """Makes a move, and returns its SAN."""
        san = self.san(move)
        self.push(move)
        return san

    def variation_san(self, variation: Iterable[Move]) -> str:
        """Moves that follow each other, with numbers: "1. e4 e5". Raises IllegalMoveError when one is illegal."""
        board: Any = self.copy(stack=False)  # type: ignore[call-arg]
        words: list[str] = []
        for move in variation:
            if not board.is_legal(move):
                raise IllegalMoveError(f"illegal move {move} in position {board.fen()}")
            if board.turn or not words:
                words.append(f"{board.fullmove_number}{'.' if board.turn else '...'}")
            words.append(board.san_and_push(move))
        return " ".join(words)

    def _algebraic(self, move: Move, *, long: bool = False) -> str:
        text = self._algebraic_without_suffix(move, long=long)
        self.push(move)
        try:
            return text + self._suffix(move)
        finally:
            self.pop()

    def _suffix(self, move: Move) -> str:
        """The sign of mate or check behind a move that has been made."""
        is_check: bool = self.is_check()
        if move and ((is_check and not self._has_moves()) or self.is_variant_loss() or self.is_variant_win()):
            return "#"
        return "+" if is_check else ""

    def _algebraic_without_suffix(self, move: Move, *, long: bool) -> str:
        if not move:
            return "--"
        if move.drop:
            symbol = PIECE_SYMBOLS[move.drop].upper() if move.drop != PAWN else ""  # type: ignore[union-attr]
            return f"{symbol}@{SQUARE_NAMES[move.to_square]}"
        if self.is_castling(move):
            return "O-O-O" if move.to_square & 7 < move.from_square & 7 else "O-O"
        kind = self.piece_type_at(move.from_square)
        assert kind, f"san() and lan() expect move to be legal or null, but got {move} in {self.fen()}"
        capture = self.is_capture(move)
        text = "" if kind == PAWN else PIECE_SYMBOLS[kind].upper()  # type: ignore[union-attr]
        if long:
            text += SQUARE_NAMES[move.from_square]
        elif kind != PAWN:
            text += self._disambiguation(move, kind)
        elif capture:
            text += FILE_NAMES[move.from_square & 7]
        text += "x" if capture else "-" if long else ""
        text += SQUARE_NAMES[move.to_square]
        if move.promotion:
            text += "=" + PIECE_SYMBOLS[move.promotion].upper()  # type: ignore[union-attr]
        return text

    def _disambiguation(self, move: Move, kind: int) -> str:
        """The file, the rank or both of a piece, where another one of its kind may go to the same square."""
        others = self.pieces_mask(kind, self.turn) & ~BB_SQUARES[move.from_square]
        if not others:
            return ""
        rivals = self.generate_legal_moves(others, BB_SQUARES[move.to_square])
        others = mask_of(rival.from_square for rival in rivals)
        if not others:
            return ""
        file, rank = move.from_square & 7, move.from_square >> 3
        if not others & BB_FILES[file]:
            return FILE_NAMES[file]
        return (FILE_NAMES[file] if others & BB_RANKS[rank] else "") + RANK_NAMES[rank]

    def parse_san(self, san: str) -> Move:
        """The legal move of a SAN, or a null move. Long notation and missing signs are read too.

        Raises InvalidMoveError for what is no SAN, AmbiguousMoveError when several moves are meant, IllegalMoveError
        when none is legal: all are ValueErrors.
        """
        if self._has_moves_of_chess and not self.is_variant_end():
            move: Optional[Move] = self._parse_san(san)
            if move is not None:
                return move
        return self._find_san(san)

    def _find_san(self, san: str) -> Move:
        plain = san[:-1] if san.endswith(("+", "#")) else san
        if plain in ("O-O", "0-0", "O-O-O", "0-0-0"):
            is_wanted = self.is_kingside_castling if len(plain) == 3 else self.is_queenside_castling
            for move in self.generate_castling_moves():
                if is_wanted(move):
                    return move
            raise IllegalMoveError(f"illegal san: {san!r} in {self.fen()}")
        match = SAN_REGEX.match(san)
        if match is None:
            if san in _NULL:
                return Move.null()
            if "," in san:
                raise InvalidMoveError(f"unsupported multi-leg move: {san!r}")
            raise InvalidMoveError(f"invalid san: {san!r}")
        return self._find_matched(san, *match.groups())

    def _find_matched(
        self, san: str, symbol: Optional[str], file: Optional[str], rank: Optional[str], target: str, promoted: Any
    ) -> Move:
        """The move of a SAN's parts."""
        to_square = parse_square(target)
        promotion = PIECE_SYMBOLS.index(promoted[-1].lower()) if promoted else None
        if file and rank and not symbol:  # any piece's move in long form, castling too
            move = self.find_move(parse_square(file + rank), to_square, promotion)
            if move.promotion == promotion:
                return move
            raise IllegalMoveError(f"missing promotion piece type: {san!r} in {self.fen()}")
        from_mask = BB_FILES[FILE_NAMES.index(file)] if file else BB_ALL
        if rank:
            from_mask &= BB_RANKS[RANK_NAMES.index(rank)]
        if symbol:
            from_mask &= self.pieces_mask(PIECE_SYMBOLS.index(symbol.lower()), self.turn)
        else:
            from_mask &= self.pawns & (BB_ALL if file else BB_FILES[to_square & 7])
        to_mask = BB_SQUARES[to_square] & ~self.occupied_co[self.turn]
        moves = [
            it for it in self.generate_legal_moves(from_mask, to_mask) if it.promotion == promotion and not it.drop
        ]
        if len(moves) > 1:
            raise AmbiguousMoveError(f"ambiguous san: {san!r} in {self.fen()}")
        if not moves:
            raise IllegalMoveError(f"illegal san: {san!r} in {self.fen()}")
        return moves[0]

    def push_san(self, san: str) -> Move:
        """Makes the move of a SAN, and returns it. Raises as parse_san() does."""
        move = self.parse_san(san)
        self.push(move)
        return move

    # ---- UCI ----

    def uci(self, move: Move, *, chess960: Optional[bool] = None) -> str:
        """A move in UCI. chess960: castling as the king taking its rook; None: as the board has it."""
        chess960 = self.chess960 if chess960 is None else chess960
        move = self._to_chess960(move)
        return self._from_chess960(chess960, move.from_square, move.to_square, move.promotion, move.drop).uci()

    def parse_uci(self, uci: str) -> Move:
        """The legal move of a text in UCI, or a null move; both forms of castling are read.

        Raises InvalidMoveError for what is no UCI, IllegalMoveError for an illegal move: both are ValueErrors.
        """
        move = Move.from_uci(uci)
        if not move:
            return move
        move = self._to_chess960(move)
        move = self._from_chess960(self.chess960, move.from_square, move.to_square, move.promotion, move.drop)
        if not self.is_legal(move):
            raise IllegalMoveError(f"illegal uci: {uci!r} in {self.fen()}")
        return move

    def push_uci(self, uci: str) -> Move:
        """Makes the move of a text in UCI, and returns it. Raises as parse_uci() does."""
        move = self.parse_uci(uci)
        self.push(move)
        return move

    # ---- XBoard ----

    def xboard(self, move: Move, chess960: Optional[bool] = None) -> str:
        """A move as XBoard writes it: UCI, but castling in Chess960 as O-O."""
        chess960 = self.chess960 if chess960 is None else chess960
        if not chess960 or not self.is_castling(move):
            return move.xboard()
        return "O-O" if self.is_kingside_castling(move) else "O-O-O"

    def parse_xboard(self, xboard: str) -> Move:
        """The legal move of a text of XBoard's. Raises as parse_san() does."""
        return self.parse_san(xboard)

    push_xboard = push_san
