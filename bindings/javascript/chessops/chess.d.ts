import type { Board } from "./board.js";
import type { Result } from "./result.js";
import type { Material, RemainingChecks, Setup } from "./setup.js";
import type { SquareSet } from "./squareSet.js";
import type { ByCastlingSide, ByColor, CastlingSide, Color, Move, Outcome, Rules, Square } from "./types.js";

/** The messages of a PositionError. */
export const IllegalSetup: {
    readonly Empty: "ERR_EMPTY";
    readonly OppositeCheck: "ERR_OPPOSITE_CHECK";
    readonly PawnsOnBackrank: "ERR_PAWNS_ON_BACKRANK";
    readonly Kings: "ERR_KINGS";
    readonly Variant: "ERR_VARIANT";
};
export type IllegalSetup = (typeof IllegalSetup)[keyof typeof IllegalSetup];
export class PositionError extends Error {}

/** The rooks that may castle, and the squares that have to be empty then. */
export class Castles {
    private constructor();
    castlingRights: SquareSet;
    rook: ByColor<ByCastlingSide<Square | undefined>>;
    path: ByColor<ByCastlingSide<SquareSet>>;
    static default(): Castles;
    static empty(): Castles;
    static fromSetup(setup: Setup): Castles;
    clone(): Castles;
    discardRook(square: Square): void;
    discardColor(color: Color): void;
}
export interface Context {
    king: Square | undefined;
    /** Single pieces of either side between the king and a piece that would attack it. */
    blockers: SquareSet;
    checkers: SquareSet;
    variantEnd: boolean;
    mustCapture: boolean;
}
/** A position, whose fields may be changed. A `ctx` saves no time here, and may be left out. */
export abstract class Position {
    protected constructor(rules: Rules);
    readonly rules: Rules;
    board: Board;
    pockets: Material | undefined;
    turn: Color;
    castles: Castles;
    epSquare: Square | undefined;
    remainingChecks: RemainingChecks | undefined;
    halfmoves: number;
    fullmoves: number;
    reset(): void;
    protected setupUnchecked(setup: Setup): void;
    protected validate(): Result<undefined, PositionError>;
    clone(): Position;
    toSetup(): Setup;
    kingAttackers(square: Square, attacker: Color, occupied: SquareSet): SquareSet;
    ctx(): Context;
    dropDests(ctx?: Context): SquareSet;
    /** Castling goes to the rook's square. */
    dests(square: Square, ctx?: Context): SquareSet;
    allDests(ctx?: Context): Map<Square, SquareSet>;
    hasDests(ctx?: Context): boolean;
    isLegal(move: Move, ctx?: Context): boolean;
    /** Throws a MoveError of `kingscan` when the move is illegal: it says why. */
    play(move: Move): void;
    isVariantEnd(): boolean;
    variantOutcome(ctx?: Context): Outcome | undefined;
    hasInsufficientMaterial(color: Color): boolean;
    isInsufficientMaterial(): boolean;
    isCheck(): boolean;
    isEnd(ctx?: Context): boolean;
    isCheckmate(ctx?: Context): boolean;
    isStalemate(ctx?: Context): boolean;
    outcome(ctx?: Context): Outcome | undefined;
}
export class Chess extends Position {
    private constructor();
    static default(): Chess;
    static fromSetup(setup: Setup): Result<Chess, PositionError>;
    clone(): Chess;
}
/** Where a piece may go when nobody minds the king's safety; castling is legal. */
export function pseudoDests(pos: Position, square: Square, ctx: Context): SquareSet;
export function equalsIgnoreMoves(left: Position, right: Position): boolean;
export function castlingSide(pos: Position, move: Move): CastlingSide | undefined;
/** Castling as the king's move becomes the king's move onto the rook. */
export function normalizeMove(pos: Position, move: Move): Move;
export function isStandardMaterialSide(board: Board, color: Color): boolean;
export function isStandardMaterial(pos: Chess): boolean;
export function isImpossibleCheck(pos: Position): boolean;
