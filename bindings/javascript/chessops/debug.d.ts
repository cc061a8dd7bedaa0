import type { Board } from "./board.js";
import type { Position } from "./chess.js";
import type { SquareSet } from "./squareSet.js";
import type { Piece, Square } from "./types.js";

export function squareSet(set: SquareSet): string;
export function piece(piece: Piece): string;
export function board(board: Board): string;
export function square(square: Square): string;
export function dests(dests: Map<Square, SquareSet>): string;
/** The number of sequences of `depth` legal moves. log: prints what is behind each move. */
export function perft(pos: Position, depth: number, log?: boolean): number;
