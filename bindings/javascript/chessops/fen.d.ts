import type { Board } from "./board.js";
import type { Result } from "./result.js";
import type { Material, MaterialSide, RemainingChecks, Setup } from "./setup.js";
import type { SquareSet } from "./squareSet.js";
import type { Piece } from "./types.js";

export const INITIAL_BOARD_FEN: string;
export const INITIAL_EPD: string;
export const INITIAL_FEN: string;
export const EMPTY_BOARD_FEN: string;
export const EMPTY_EPD: string;
export const EMPTY_FEN: string;
/** The messages of a FenError. */
export const InvalidFen: {
    readonly Fen: "ERR_FEN";
    readonly Board: "ERR_BOARD";
    readonly Pockets: "ERR_POCKETS";
    readonly Turn: "ERR_TURN";
    readonly Castling: "ERR_CASTLING";
    readonly EpSquare: "ERR_EP_SQUARE";
    readonly RemainingChecks: "ERR_REMAINING_CHECKS";
    readonly Halfmoves: "ERR_HALFMOVES";
    readonly Fullmoves: "ERR_FULLMOVES";
};
export type InvalidFen = (typeof InvalidFen)[keyof typeof InvalidFen];
export class FenError extends Error {}
export interface FenOpts {
    /** Without the two numbers at the end. */
    epd?: boolean;
}
export function parseFen(fen: string): Result<Setup, FenError>;
export function parseBoardFen(text: string): Result<Board, FenError>;
export function parsePockets(text: string): Result<Material, FenError>;
export function parseCastlingFen(board: Board, text: string): Result<SquareSet, FenError>;
export function parseRemainingChecks(text: string): Result<RemainingChecks, FenError>;
export function parsePiece(text: string): Piece | undefined;
export function makeFen(setup: Setup, options?: FenOpts): string;
export function makeBoardFen(board: Board): string;
export function makePocket(material: MaterialSide): string;
export function makePockets(pockets: Material): string;
export function makeCastlingFen(board: Board, castlingRights: SquareSet): string;
export function makeRemainingChecks(checks: RemainingChecks): string;
export function makePiece(piece: Piece): string;
