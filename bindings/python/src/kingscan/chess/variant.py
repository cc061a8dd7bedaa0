"""The boards of variants: AtomicBoard and so on, and find_variant().

Three-check, King of the Hill, Racing Kings and the moves of Crazyhouse on the board are the library's. The moves of the
others come from short generators on masks, which are correct and slow: kingscan.Position(variant="atomic") is faster.
"""
from collections.abc import Hashable, Iterable, Iterator
from typing import Any, Optional

from .._kingscan import ChessMove as Move
from .board import Board
from .crazyhouse import CrazyhouseBoard, CrazyhousePocket as CrazyhousePocket  # noqa: F401
from .fen import EnPassantSpec
from .masks import (
    BB_ALL,
    BB_CENTER,
    BB_DARK_SQUARES,
    BB_EMPTY,
    BB_KING_ATTACKS,
    BB_LIGHT_SQUARES,
    BB_RANK_1,
    BB_RANK_8,
    BB_SQUARES,
    msb,
    popcount,
    scan_forward,
)
from .squares import (
    BISHOP,
    BLACK,
    COLORS,
    KING,
    KNIGHT,
    QUEEN,
    ROOK,
    WHITE,
    Bitboard,
    Color,
    PieceType,
    Square,
)
from .squareset import SquareSet
from .status import Status
from .variant_board import PairBoard, VariantBoard

_CHECKS = Status.TOO_MANY_CHECKERS | Status.IMPOSSIBLE_CHECK


# ---- Suicide chess, Giveaway, Antichess ----


class SuicideBoard(VariantBoard):
    """Captures are compulsory, and a side without pieces wins. A stalemate is won by the side with fewer pieces."""

    aliases = ["Suicide", "Suicide chess"]
    uci_variant = xboard_variant = "suicide"
    tbw_suffix, tbz_suffix = ".stbw", ".stbz"
    tbw_magic, tbz_magic = b"\x7b\xf6\x93\x15", b"\xe4\xcf\xe7\x23"
    pawnless_tbw_suffix, pawnless_tbz_suffix = ".gtbw", ".gtbz"
    pawnless_tbw_magic, pawnless_tbz_magic = b"\xbc\x55\xbc\x21", b"\xd6\xf5\x1b\x50"
    connected_kings = True
    one_king = False
    captures_compulsory = True

    # ---- Kings are pieces as others ----

    def pin_mask(self, color: Color, square: Square) -> Bitboard:
        """All squares: nothing is pinned."""
        return BB_ALL

    def pin(self, color: Color, square: Square) -> SquareSet:
        """All squares: nothing is pinned."""
        return SquareSet(BB_ALL)

    def is_pinned(self, color: Color, square: Square) -> bool:
        """Nothing is pinned."""
        return False

    def checkers_mask(self) -> Bitboard:
        """No squares: there is no check."""
        return BB_EMPTY

    def gives_check(self, move: Move) -> bool:
        """There is no check."""
        return False

    def is_into_check(self, move: Move) -> bool:
        """There is no check."""
        return False

    def was_into_check(self) -> bool:
        """There is no check."""
        return False

    def _attacked_for_king(self, path: Bitboard, occupied: Bitboard) -> bool:
        return False

    def __init__(self, fen: Optional[str] = Board.starting_fen, chess960: bool = False) -> None:
        self._promotes_kings = True
        super().__init__(fen, chess960=chess960)

    def _effective_promoted(self) -> Bitboard:
        return self.promoted & self.kings if self.castling_rights else BB_EMPTY

    def _promotions(self) -> tuple[PieceType, ...]:
        return KING, QUEEN, ROOK, BISHOP, KNIGHT

    # ---- Moves and ends ----

    def _is_stuck(self) -> bool:
        """Whether the side to move has pieces, and no move. A side that may castle has other moves."""
        own = self.occupied_co[self.turn]
        if not own or any(True for _ in self.generate_pseudo_legal_moves(BB_ALL & ~self.kings)):
            return False
        return not any(self.attacks_mask(king) & ~own for king in scan_forward(self.kings & own))

    def is_variant_end(self) -> bool:
        """Whether a side has no pieces. A stalemate ends the game, too: is_variant_win() and so on."""
        return not all(self.occupied_co)

    def is_variant_win(self) -> bool:
        """Whether the side to move has no pieces, or no move and fewer pieces."""
        return not self.occupied_co[self.turn] or (self._is_stuck() and self._balance() < 0)

    def is_variant_loss(self) -> bool:
        """Whether the side to move has no move, and more pieces."""
        return self._is_stuck() and self._balance() > 0

    def is_variant_draw(self) -> bool:
        """Whether the side to move has no move, and as many pieces."""
        return self._is_stuck() and self._balance() == 0

    def _balance(self) -> int:
        """How many pieces more the side to move has."""
        return popcount(self.occupied_co[self.turn]) - popcount(self.occupied_co[not self.turn])

    def has_insufficient_material(self, color: Color) -> bool:
        """Whether a side cannot win with these pieces; of a few endings alone."""
        own, others = self.occupied_co[color], self.occupied_co[not color]
        if not own or not others:
            return bool(own)
        if self.occupied == self.bishops:  # whether some bishop can never be captured
            on_light, on_dark = own & BB_LIGHT_SQUARES, own & BB_DARK_SQUARES
            return bool(on_light and not others & BB_LIGHT_SQUARES or on_dark and not others & BB_DARK_SQUARES)
        if self.occupied == self.knights and popcount(self.knights) == 2:  # who has to move to the other loses
            is_same_color = popcount(self.occupied & BB_LIGHT_SQUARES) != 1
            return (self.turn == color) != is_same_color
        return False

    def generate_legal_moves(self, from_mask: Bitboard = BB_ALL, to_mask: Bitboard = BB_ALL) -> Iterator[Move]:
        """The legal moves from one of these squares to one of those: captures, or all when there are none."""
        if self.is_variant_end():
            return
        captures = list(self.generate_pseudo_legal_captures())
        moves: Iterable[Move] = captures or self.generate_pseudo_legal_moves(from_mask, to_mask)
        for move in moves:
            if BB_SQUARES[move.from_square] & from_mask and (BB_SQUARES[move.to_square] & to_mask or not captures):
                yield move

    def is_legal(self, move: Move) -> bool:
        """Whether a move is legal. Null moves are not."""
        return super().is_legal(move) and (
            self.is_capture(move) or not any(True for _ in self.generate_pseudo_legal_captures())
        )

    def status(self) -> Status:
        """Flags for all that is wrong with the position; STATUS_VALID for nothing."""
        kings = Status.NO_WHITE_KING | Status.NO_BLACK_KING | Status.TOO_MANY_KINGS
        return super().status() & ~(kings | Status.OPPOSITE_CHECK)


class GiveawayBoard(SuicideBoard):
    """Suicide chess in which a stalemated side wins."""

    aliases = ["Giveaway", "Giveaway chess", "Give away", "Give away chess"]
    uci_variant = xboard_variant = "giveaway"
    tbw_suffix, tbz_suffix = SuicideBoard.pawnless_tbw_suffix, SuicideBoard.pawnless_tbz_suffix
    tbw_magic, tbz_magic = SuicideBoard.pawnless_tbw_magic, SuicideBoard.pawnless_tbz_magic
    pawnless_tbw_suffix, pawnless_tbz_suffix = SuicideBoard.tbw_suffix, SuicideBoard.tbz_suffix
    pawnless_tbw_magic, pawnless_tbz_magic = SuicideBoard.tbw_magic, SuicideBoard.tbz_magic

    def is_variant_win(self) -> bool:
        """Whether the side to move has no pieces, or no move."""
        return not self.occupied_co[self.turn] or self._is_stuck()

    def is_variant_loss(self) -> bool:
        """Nobody loses with the own move."""
        return False

    def is_variant_draw(self) -> bool:
        return False


class AntichessBoard(GiveawayBoard):
    """Giveaway without castling."""

    aliases = ["Antichess", "Anti chess", "Anti"]
    uci_variant = "antichess"  # and of XBoard's, giveaway
    starting_fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1"

    def __init__(self, fen: Optional[str] = starting_fen, chess960: bool = False) -> None:
        super().__init__(fen, chess960=chess960)


# ---- Atomic chess ----


class AtomicBoard(VariantBoard):
    """A capture removes both pieces, and all but pawns around them. A side that loses its king so loses the game."""

    aliases = ["Atomic", "Atom", "Atomic chess"]
    uci_variant = xboard_variant = "atomic"
    tbw_suffix, tbz_suffix = ".atbw", ".atbz"
    tbw_magic, tbz_magic = b"\x55\x8d\xa4\x49", b"\x91\xa9\x5e\xeb"
    connected_kings = True

    def is_variant_end(self) -> bool:
        return not all(self.kings & own for own in self.occupied_co)

    def is_variant_win(self) -> bool:
        return self._has_lost(not self.turn) and not self._has_lost(self.turn)

    def is_variant_loss(self) -> bool:
        return self._has_lost(self.turn) and not self._has_lost(not self.turn)

    def _has_lost(self, color: Color) -> bool:
        return not self.kings & self.occupied_co[color]

    def has_insufficient_material(self, color: Color) -> bool:
        """Whether a side cannot win, by the pieces and the colours of the bishops' squares."""
        own, others = self.occupied_co[color], self.occupied_co[not color]
        if not others & self.kings:
            return False
        if not own & ~self.kings:
            return True
        if others & ~self.kings:  # an enemy piece beside the king can explode with it
            if self.occupied == self.bishops | self.kings:
                if not own & self.bishops & BB_DARK_SQUARES:
                    return not others & self.bishops & BB_LIGHT_SQUARES
                return not own & self.bishops & BB_LIGHT_SQUARES and not others & self.bishops & BB_DARK_SQUARES
            return False
        if self.queens or self.pawns:
            return False
        if popcount(self.knights | self.bishops | self.rooks) == 1:
            return True
        return self.occupied == self.knights | self.kings and popcount(self.knights) <= 2

    # ---- Kings that touch are in no check ----

    def _kings_touch(self) -> bool:
        others = scan_forward(self.kings & self.occupied_co[not self.turn])
        return any(self.kings & self.occupied_co[self.turn] & BB_KING_ATTACKS[other] for other in others)

    def _attacked_for_king(self, path: Bitboard, occupied: Bitboard) -> bool:
        for other in scan_forward(self.kings & self.occupied_co[not self.turn]):
            path &= ~BB_KING_ATTACKS[other]
        return super()._attacked_for_king(path, occupied)

    def checkers_mask(self) -> Bitboard:
        """The pieces that give check, as a mask."""
        return BB_EMPTY if self._kings_touch() else super().checkers_mask()

    def was_into_check(self) -> bool:
        """Whether the side that has moved is in check."""
        return not self._kings_touch() and super().was_into_check()

    # ---- Moves ----

    def push(self, move: Move) -> None:
        """Makes a move, which is at least pseudo-legal, or a null move. A capture explodes."""
        target = BB_SQUARES[move.to_square]
        is_capture = not move.drop and bool(target & self.occupied_co[not self.turn] or self.is_en_passant(move))
        super().push(move)
        if is_capture and move:
            self._explode(move.to_square)

    def _explode(self, center: Square) -> None:
        """Takes off the piece that has captured, and what stands around it, but no pawns."""
        gone = BB_KING_ATTACKS[center] & self.occupied & ~self.pawns | BB_SQUARES[center]
        for square in scan_forward(gone):
            self._remove_piece_at(square)
        self.castling_rights &= ~gone
        for color, backrank in ((WHITE, BB_RANK_1), (BLACK, BB_RANK_8)):
            if self._has_lost(color):
                self.castling_rights &= ~backrank

    def is_into_check(self, move: Move) -> bool:
        """Whether a pseudo-legal move leaves its own king in check."""
        self.push(move)
        try:
            return self.was_into_check()
        finally:
            self.pop()

    def is_legal(self, move: Move) -> bool:
        """Whether a move is legal. Null moves are not."""
        if self.is_variant_end() or not self.is_pseudo_legal(move):
            return False
        self.push(move)
        try:
            return (
                bool(self.kings) and not self.is_variant_win() and (self.is_variant_loss() or not self.was_into_check())
            )
        finally:
            self.pop()

    def generate_legal_moves(self, from_mask: Bitboard = BB_ALL, to_mask: Bitboard = BB_ALL) -> Iterator[Move]:
        """The legal moves from one of these squares to one of those."""
        return filter(self.is_legal, self.generate_pseudo_legal_moves(from_mask, to_mask))

    def is_stalemate(self) -> bool:
        """Whether the side to move has no legal move, and is not in check."""
        return not self.is_variant_loss() and super().is_stalemate()

    def status(self) -> Status:
        """Flags for all that is wrong with the position; STATUS_VALID for nothing."""
        status = super().status()
        exploded = Status.NO_WHITE_KING if self.turn else Status.NO_BLACK_KING
        status &= ~(Status.OPPOSITE_CHECK | exploded)
        if popcount(self.checkers_mask()) <= 14:
            status &= ~Status.TOO_MANY_CHECKERS
        return status if self._valid_ep_square() is not None else status & ~Status.IMPOSSIBLE_CHECK


# ---- King of the Hill, Racing Kings ----


class KingOfTheHillBoard(VariantBoard):
    """A king on one of the four squares in the middle wins, too."""

    aliases = ["King of the Hill", "KOTH", "kingOfTheHill"]
    uci_variant = xboard_variant = "kingofthehill"
    _has_moves_of_chess = True

    def is_variant_end(self) -> bool:
        return bool(self.kings & BB_CENTER)

    def is_variant_win(self) -> bool:
        return bool(self.kings & self.occupied_co[self.turn] & BB_CENTER)

    def is_variant_loss(self) -> bool:
        return bool(self.kings & self.occupied_co[not self.turn] & BB_CENTER)

    def has_insufficient_material(self, color: Color) -> bool:
        """A king alone can win."""
        return False


class RacingKingsBoard(VariantBoard):
    """The first king on the eighth rank wins; black has one move after white. No move may give check."""

    aliases = ["Racing Kings", "Racing", "Race", "racingkings"]
    uci_variant = xboard_variant = "racingkings"
    starting_fen = "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1"
    _most = {KNIGHT: 2, BISHOP: 2, ROOK: 2, QUEEN: 1}  # of a side's pieces

    def __init__(self, fen: Optional[str] = starting_fen, chess960: bool = False) -> None:
        super().__init__(fen, chess960=chess960)

    def is_legal(self, move: Move) -> bool:
        """Whether a move is legal. Null moves are not."""
        return super().is_legal(move) and not self.gives_check(move)

    def generate_legal_moves(self, from_mask: Bitboard = BB_ALL, to_mask: Bitboard = BB_ALL) -> Iterator[Move]:
        """The legal moves from one of these squares to one of those."""
        if self.is_variant_end():
            return iter(())
        moves = self._legal(from_mask, to_mask)
        moves = self._generate_by_masks(from_mask, to_mask) if moves is None else moves
        return (move for move in moves if not self.gives_check(move))

    def is_variant_end(self) -> bool:
        if not self.kings & BB_RANK_8:
            return False
        black = self.kings & self.occupied_co[BLACK]
        if self.turn or not black or black & BB_RANK_8:
            return True
        targets = BB_KING_ATTACKS[msb(black)] & BB_RANK_8 & ~self.occupied_co[BLACK]
        return all(self.attackers_mask(WHITE, target) for target in scan_forward(targets))

    def _arrived(self, color: Color) -> bool:
        return bool(self.kings & BB_RANK_8 & self.occupied_co[color])

    def is_variant_draw(self) -> bool:
        return self._arrived(WHITE) and self._arrived(BLACK)

    def is_variant_win(self) -> bool:
        return self.is_variant_end() and self._arrived(self.turn) and not self._arrived(not self.turn)

    def is_variant_loss(self) -> bool:
        return self.is_variant_end() and not self._arrived(self.turn)

    def has_insufficient_material(self, color: Color) -> bool:
        """A king alone can win."""
        return False

    def status(self) -> Status:
        """Flags for all that is wrong with the position; STATUS_VALID for nothing."""
        status = super().status()
        if self.is_check():
            status |= Status.RACE_CHECK | _CHECKS
        if not self.turn and all(self._arrived(color) for color in COLORS):
            status |= Status.RACE_OVER
        counts = (popcount(self.pieces_mask(kind, color)) > n for color in COLORS for kind, n in self._most.items())
        return status | Status.RACE_MATERIAL if self.pawns or any(counts) else status


# ---- Horde ----

# What black needs beside a king, one of these, for a mate by white's last pieces. Sets that are not here mate alone.
# Bishops of both on the colour of white's are s, others o. Black's pawns become what is missing. A search of all places
# around a king has found them; a bishop and a knight mate by double check, too.
_HELP_OF_QUEEN = "r ss oo"
_HELP_OF_KNIGHT = "qrs qro rrs rro rso qrn qsn qon rrn rsn ron son qnn rnn snn onn nnn"
_HELP = {
    "": "",
    "q": _HELP_OF_QUEEN,
    "r": "rn",
    "s": "oo",
    "n": _HELP_OF_KNIGHT,
    "p": f"{_HELP_OF_QUEEN} {_HELP_OF_KNIGHT}",
    "rs": "q r o n",
    "so": "s o qn rn",
    "ss": "oo on nn",
    "sn": "o qq qr qn rr rn nn",
    "nn": "s o n",
}


class HordeBoard(VariantBoard):
    """White has pawns alone, which win by mate; black wins by capturing them all."""

    aliases = ["Horde", "Horde chess"]
    uci_variant = xboard_variant = "horde"
    starting_fen = "rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1"

    def __init__(self, fen: Optional[str] = starting_fen, chess960: bool = False) -> None:
        super().__init__(fen, chess960=chess960)

    def is_variant_end(self) -> bool:
        return not all(self.occupied_co)

    def is_variant_draw(self) -> bool:
        return not self.occupied

    def is_variant_loss(self) -> bool:
        return bool(self.occupied) and not self.occupied_co[self.turn]

    def is_variant_win(self) -> bool:
        return bool(self.occupied) and not self.occupied_co[not self.turn]

    def has_insufficient_material(self, color: Color) -> bool:
        """Whether a side cannot win: white with so few pieces that no mate is possible, even with black's help."""
        if not color:
            return False
        same, other = BB_DARK_SQUARES, BB_LIGHT_SQUARES
        if self.occupied_co[WHITE] & self.bishops & BB_LIGHT_SQUARES:
            same, other = other, same
        kinds = {
            "q": self.queens,
            "r": self.rooks,
            "s": self.bishops & same,
            "o": self.bishops & other,
            "n": self.knights,
            "p": self.pawns,
        }
        white, black = ({kind: popcount(kinds[kind] & self.occupied_co[side]) for kind in kinds} for side in COLORS)
        left = "".join(kind * (min(white[kind], 2) if kind in "so" else white[kind]) for kind in kinds)

        def missing(helpers: str) -> int:
            return sum(max(0, helpers.count(kind) - black[kind]) for kind in kinds)

        return left in _HELP and all(missing(helpers) > black["p"] for helpers in _HELP[left].split())

    def status(self) -> Status:
        """Flags for all that is wrong with the position; STATUS_VALID for nothing."""
        status = super().status() & ~Status.NO_WHITE_KING
        if popcount(self.occupied_co[WHITE]) <= 36:
            status &= ~(Status.TOO_MANY_WHITE_PIECES | Status.TOO_MANY_WHITE_PAWNS)
        if not self.pawns & BB_RANK_8 and not self.pawns & self.occupied_co[BLACK] & BB_RANK_1:
            status &= ~Status.PAWNS_ON_BACKRANK
        return status | Status.TOO_MANY_KINGS if self.occupied_co[WHITE] & self.kings else status


# ---- Three-check ----


class ThreeCheckBoard(PairBoard):
    """The third check wins, too. remaining_checks[color]: how many are left."""

    aliases = ["Three-check", "Three check", "Threecheck", "Three check chess", "3-check", "3 check", "3check"]
    uci_variant = xboard_variant = "3check"
    starting_fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1"
    _has_moves_of_chess = True
    _epd_fields = 5

    def __init__(self, fen: Optional[str] = starting_fen, chess960: bool = False) -> None:
        super().__init__(fen, chess960)

    def _new_pair(self) -> list[int]:
        return [3, 3]

    @property
    def remaining_checks(self) -> list[int]:
        """How many checks each colour still has to give."""
        return self._pair

    def push(self, move: Move) -> None:
        """Makes a move, which is at least pseudo-legal, or a null move."""
        super().push(move)
        if self.is_check():
            self._pair[not self.turn] -= 1

    def is_variant_end(self) -> bool:
        return min(self._pair) <= 0

    def is_variant_draw(self) -> bool:
        return max(self._pair) <= 0

    def is_variant_win(self) -> bool:
        return self._pair[self.turn] <= 0 < self._pair[not self.turn]

    def is_variant_loss(self) -> bool:
        return self._pair[not self.turn] <= 0 < self._pair[self.turn]

    def is_irreversible(self, move: Move) -> bool:
        """Whether a pseudo-legal move captures, moves a pawn, gives check, or gives up castling or en passant."""
        return super().is_irreversible(move) or self.gives_check(move)

    def has_insufficient_material(self, color: Color) -> bool:
        """Whether a side has its king alone."""
        return not self.occupied_co[color] & ~self.kings

    def set_epd(self, epd: str) -> dict[str, Any]:
        """Sets a position from EPD: the checks that are left stand behind the en-passant square."""
        fields = epd.split(None, 5)
        if len(fields) > 4 and "+" not in fields[4]:
            raise ValueError(f"three-check epd should have at least 5 parts: {epd!r}")
        return super().set_epd(epd)

    def set_fen(self, fen: str) -> None:
        """Sets all of a position: the checks that are left, as 3+2, or those that were given, as +0+1 at the end."""
        fields = fen.split()
        if len(fields) >= 7 and fields[6].startswith("+"):
            checks = [max(3 - count, 0) for count in _checks(fields.pop(6)[1:])]
        elif len(fields) >= 5 and "+" in fields[4]:
            checks = _checks(fields.pop(4))
        else:
            checks = [3, 3]
        super().set_fen(" ".join(fields))
        self._pair = checks[::-1]

    def epd(
        self,
        *,
        shredder: bool = False,
        en_passant: EnPassantSpec = "legal",
        promoted: Optional[bool] = None,
        **operations: Any,
    ) -> str:
        """The position without clocks, and operations such as bm=move, id="mate"."""
        position = super().epd(shredder=shredder, en_passant=en_passant, promoted=promoted)
        fields = f"{position} {max(self._pair[WHITE], 0)}+{max(self._pair[BLACK], 0)}"
        return f"{fields} {self._epd_operations(operations)}" if operations else fields

    def _transposition_key(self) -> Hashable:
        return super()._transposition_key(), *self._pair


def _checks(text: str) -> list[int]:
    """The numbers of white and black. Raises ValueError for other texts."""
    try:
        white, black = map(int, text.split("+"))
    except ValueError:
        raise ValueError(f"invalid check part in three-check fen: {text!r}") from None
    return [white, black]


VARIANTS: list[type[Board]] = [
    Board,
    SuicideBoard,
    GiveawayBoard,
    AntichessBoard,
    AtomicBoard,
    KingOfTheHillBoard,
    RacingKingsBoard,
    HordeBoard,
    ThreeCheckBoard,
    CrazyhouseBoard,
]


def find_variant(name: str) -> type[Board]:
    """The class of a variant's boards, by its name, such as "atomic" or "Three-check". Raises ValueError for others."""
    for variant in VARIANTS:
        if any(alias.lower() == name.lower() for alias in variant.aliases):
            return variant
    raise ValueError(f"unsupported variant: {name}")
