import type { SquareSet } from "./squareSet.js";
import type { ByColor, ByRole, Color, Piece, Role, Square } from "./types.js";

/** A board as sets of squares. Whoever changes one keeps the others in step. */
export class Board implements Iterable<[Square, Piece]>, ByColor<SquareSet>, ByRole<SquareSet> {
    private constructor();
    occupied: SquareSet;
    promoted: SquareSet;
    white: SquareSet;
    black: SquareSet;
    pawn: SquareSet;
    knight: SquareSet;
    bishop: SquareSet;
    rook: SquareSet;
    queen: SquareSet;
    king: SquareSet;
    static default(): Board;
    static empty(): Board;
    /** The pieces stand as at the start of a game. */
    reset(): void;
    clear(): void;
    clone(): Board;
    getColor(square: Square): Color | undefined;
    getRole(square: Square): Role | undefined;
    get(square: Square): Piece | undefined;
    /** Removes a piece and returns it. */
    take(square: Square): Piece | undefined;
    /** Puts a piece on a square, and returns the one before. */
    set(square: Square, piece: Piece): Piece | undefined;
    has(square: Square): boolean;
    [Symbol.iterator](): Iterator<[Square, Piece]>;
    pieces(color: Color, role: Role): SquareSet;
    rooksAndQueens(): SquareSet;
    bishopsAndQueens(): SquareSet;
    steppers(): SquareSet;
    sliders(): SquareSet;
    /** undefined: the side has no king, or several. */
    kingOf(color: Color): Square | undefined;
}
export function boardEquals(left: Board, right: Board): boolean;
