"""Crazyhouse: pieces that were captured come back."""
from collections.abc import Hashable, Iterable, Iterator
from itertools import chain
from typing import Any, Optional

from .._kingscan import ChessMove as Move
from .fen import EnPassantSpec
from .masks import BB_ALL, BB_BACKRANKS, BB_EMPTY, BB_SQUARES, between, msb, popcount, scan_forward
from .squares import BLACK, KING, PAWN, PIECE_SYMBOLS, PIECE_TYPES, QUEEN, ROOK, WHITE, Bitboard, Color, PieceType
from .squareset import SquareSet
from .status import Status
from .variant_board import PairBoard

_MATERIAL = Status.TOO_MANY_WHITE_PIECES | Status.TOO_MANY_BLACK_PIECES
_PAWNS = Status.TOO_MANY_WHITE_PAWNS | Status.TOO_MANY_BLACK_PAWNS


class CrazyhousePocket:
    """The pieces that a side can drop. symbols: such as "ppn"; raises ValueError for other letters."""

    def __init__(self, symbols: Iterable[str] = "") -> None:
        self._counts = dict.fromkeys(PIECE_TYPES, 0)
        for symbol in symbols:
            self.add(PIECE_SYMBOLS.index(symbol))

    def reset(self) -> None:
        """Takes all pieces out."""
        self._counts = dict.fromkeys(PIECE_TYPES, 0)

    def add(self, piece_type: PieceType) -> None:
        """Puts a piece in."""
        self._counts[piece_type] += 1

    def remove(self, piece_type: PieceType) -> None:
        """Takes a piece out. Raises AssertionError when there is none."""
        assert self._counts[piece_type], f"cannot remove {PIECE_SYMBOLS[piece_type]} from {self!r}"
        self._counts[piece_type] -= 1

    def count(self, piece_type: PieceType) -> int:
        """How many pieces of a kind there are."""
        return self._counts[piece_type]

    def copy(self) -> "CrazyhousePocket":
        """The same pocket, as another object."""
        return type(self)(str(self))

    def __str__(self) -> str:
        return "".join(PIECE_SYMBOLS[kind] * self._counts[kind] for kind in PIECE_TYPES[::-1])  # type: ignore[operator]

    def __len__(self) -> int:
        return sum(self._counts.values())

    def __repr__(self) -> str:
        return f"CrazyhousePocket({str(self)!r})"


class CrazyhouseBoard(PairBoard):
    """A piece that was captured may be dropped in place of a move. pockets[color]: the CrazyhousePocket."""

    aliases = ["Crazyhouse", "Crazy House", "House", "ZH"]
    uci_variant = xboard_variant = "crazyhouse"
    starting_fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1"

    def __init__(self, fen: Optional[str] = starting_fen, chess960: bool = False) -> None:
        super().__init__(fen, chess960)

    def _new_pair(self) -> list[CrazyhousePocket]:
        return [CrazyhousePocket(), CrazyhousePocket()]

    def _copy_pair(self, pair: list[CrazyhousePocket]) -> list[CrazyhousePocket]:
        return [pocket.copy() for pocket in pair]

    @property
    def pockets(self) -> list[CrazyhousePocket]:
        """The pieces that each colour can drop."""
        return self._pair

    # ---- Moves ----

    def push(self, move: Move) -> None:
        """Makes a move or a drop, which is at least pseudo-legal, or a null move."""
        captured = self._captured(move) if move else None
        super().push(move)
        pocket = self._pair[not self.turn]
        if move.drop:
            pocket.remove(move.drop)
        elif captured:
            pocket.add(captured)

    def _captured(self, move: Move) -> Optional[PieceType]:
        """The kind of piece that a move captures; pieces that were pawns become pawns again."""
        target = BB_SQUARES[move.to_square]
        if target & self.occupied_co[not self.turn]:
            return PAWN if target & self.promoted else self.piece_type_at(move.to_square)
        passed = move.to_square + (-8 if self.turn else 8)
        return self.piece_type_at(passed) if self.is_en_passant(move) else None

    def generate_legal_moves(self, from_mask: Bitboard = BB_ALL, to_mask: Bitboard = BB_ALL) -> Iterator[Move]:
        """The legal moves from one of these squares to one of those, and the drops on squares that are in both."""
        moves = self._legal(from_mask, to_mask)
        moves = self._generate_by_masks(from_mask, to_mask) if moves is None else moves
        return chain(moves, self.generate_legal_drops(from_mask & to_mask))

    def generate_pseudo_legal_drops(self, to_mask: Bitboard = BB_ALL) -> Iterator[Move]:
        """The drops on empty squares, of which the own king may be in check."""
        for kind in PIECE_TYPES if self._pair[self.turn] else ():
            if self._pair[self.turn].count(kind):
                allowed = ~BB_BACKRANKS if kind == PAWN else BB_ALL
                for square in scan_forward(to_mask & ~self.occupied & allowed):
                    yield Move(square, square, drop=kind)

    def generate_legal_drops(self, to_mask: Bitboard = BB_ALL) -> Iterator[Move]:
        """The legal drops."""
        return self.generate_pseudo_legal_drops(to_mask & self.legal_drop_squares_mask())

    def legal_drop_squares_mask(self) -> Bitboard:
        """The same as legal_drop_squares(), as a mask."""
        king, checkers = self.king(self.turn), self.checkers_mask()
        if king is None or not checkers:
            return ~self.occupied & BB_ALL
        return between(king, msb(checkers)) & ~self.occupied if popcount(checkers) == 1 else BB_EMPTY

    def legal_drop_squares(self) -> SquareSet:
        """The squares on which a piece may be dropped, if there is one."""
        return SquareSet(self.legal_drop_squares_mask())

    def is_pseudo_legal(self, move: Move) -> bool:
        """Whether the piece moves so, or can be dropped there, even if its king is left in check."""
        if not move.drop or move.from_square != move.to_square:
            return not move.drop and super().is_pseudo_legal(move)
        is_allowed = move.drop != KING and not (move.drop == PAWN and BB_SQUARES[move.to_square] & BB_BACKRANKS)
        is_free = not self.occupied & BB_SQUARES[move.to_square]
        return is_allowed and is_free and bool(self._pair[self.turn].count(move.drop))

    def is_legal(self, move: Move) -> bool:
        """Whether a move is legal. Null moves are not."""
        if not move.drop:
            return super().is_legal(move)
        return self.is_pseudo_legal(move) and bool(self.legal_drop_squares_mask() & BB_SQUARES[move.to_square])

    def parse_san(self, san: str) -> Move:
        """The legal move of a SAN, as Board.parse_san() reads it, or a drop such as "N@f3" and "@e4"."""
        if "@" not in san or san == "@@@@":
            return super().parse_san(san)
        uci = san.rstrip("+#")
        return self.parse_uci("P" + uci if uci.startswith("@") else uci)

    # ---- Ends and faults ----

    def is_irreversible(self, move: Move) -> bool:
        """Whether a pseudo-legal move gives up castling: pieces come back."""
        return self._reduces_castling_rights(move)

    def _is_halfmoves(self, least: int) -> bool:
        return False

    def has_insufficient_material(self, color: Color) -> bool:
        """Whether nobody can mate: three pieces with the pockets, none of which is or was a pawn, rook or queen."""
        counts = (pocket.count(kind) for pocket in self._pair for kind in (PAWN, ROOK, QUEEN))
        strong = self.promoted or self.pawns or self.rooks or self.queens or any(counts)
        return not strong and popcount(self.occupied) + sum(map(len, self._pair)) <= 3

    def status(self) -> Status:
        """Flags for all that is wrong with the position; STATUS_VALID for nothing."""
        status = super().status()
        if popcount(self.pawns) + sum(pocket.count(PAWN) for pocket in self._pair) <= 16:
            status &= ~_PAWNS
        if popcount(self.occupied) + sum(map(len, self._pair)) <= 32:
            status &= ~_MATERIAL
        return status

    # ---- FEN, and what positions share ----

    def set_fen(self, fen: str) -> None:
        """Sets all of a position. The pockets stand in brackets behind the pieces, or after a slash."""
        pieces, _, rest = fen.strip().partition(" ")
        board, pocket = pieces, ""
        if pieces.endswith("]") and pieces.count("[") == 1:
            board, _, pocket = pieces[:-1].partition("[")
        elif pieces.count("/") == 8:
            board, _, pocket = pieces.rpartition("/")
        white = CrazyhousePocket(letter.lower() for letter in pocket if letter.isupper())
        black = CrazyhousePocket(letter for letter in pocket if not letter.isupper())
        super().set_fen(f"{board} {rest}")
        self._pair = [black, white]

    def epd(
        self,
        *,
        shredder: bool = False,
        en_passant: EnPassantSpec = "legal",
        promoted: Optional[bool] = None,
        **operations: Any,
    ) -> str:
        """The position without clocks, and operations such as bm=move, id="mate"."""
        position = super().epd(shredder=shredder, en_passant=en_passant, promoted=promoted, **operations)
        board, _, rest = position.partition(" ")
        return f"{board}[{str(self._pair[WHITE]).upper()}{self._pair[BLACK]}] {rest}"

    def _effective_promoted(self) -> Bitboard:
        return self.promoted & ~self.pawns & ~self.kings

    def _transposition_key(self) -> Hashable:
        return super()._transposition_key(), self.promoted, *map(str, self._pair)
