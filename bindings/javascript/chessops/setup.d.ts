import type { Board } from "./board.js";
import type { SquareSet } from "./squareSet.js";
import type { ByColor, ByRole, Color, Role, Square } from "./types.js";

/** Numbers of a side's pieces. */
export class MaterialSide implements ByRole<number> {
    private constructor();
    pawn: number;
    knight: number;
    bishop: number;
    rook: number;
    queen: number;
    king: number;
    static empty(): MaterialSide;
    static fromBoard(board: Board, color: Color): MaterialSide;
    clone(): MaterialSide;
    equals(other: MaterialSide): boolean;
    add(other: MaterialSide): MaterialSide;
    subtract(other: MaterialSide): MaterialSide;
    nonEmpty(): boolean;
    isEmpty(): boolean;
    hasPawns(): boolean;
    hasNonPawns(): boolean;
    size(): number;
}
export class Material implements ByColor<MaterialSide> {
    constructor(white: MaterialSide, black: MaterialSide);
    white: MaterialSide;
    black: MaterialSide;
    static empty(): Material;
    static fromBoard(board: Board): Material;
    clone(): Material;
    equals(other: Material): boolean;
    add(other: Material): Material;
    subtract(other: Material): Material;
    count(role: Role): number;
    size(): number;
    isEmpty(): boolean;
    nonEmpty(): boolean;
    hasPawns(): boolean;
    hasNonPawns(): boolean;
}
/** How many checks win, in Three-check. */
export class RemainingChecks implements ByColor<number> {
    constructor(white: number, black: number);
    white: number;
    black: number;
    static default(): RemainingChecks;
    clone(): RemainingChecks;
    equals(other: RemainingChecks): boolean;
}
/** What a FEN holds: it need not be a position. */
export interface Setup {
    board: Board;
    pockets: Material | undefined;
    turn: Color;
    /** The rooks that may castle. */
    castlingRights: SquareSet;
    epSquare: Square | undefined;
    remainingChecks: RemainingChecks | undefined;
    halfmoves: number;
    fullmoves: number;
}
export function defaultSetup(): Setup;
export function emptySetup(): Setup;
export function setupClone(setup: Setup): Setup;
export function setupEquals(left: Setup, right: Setup): boolean;
