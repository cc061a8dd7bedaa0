import type { SquareSet } from "./squareSet.js";
import type { Color, Piece, Square } from "./types.js";

export function kingAttacks(square: Square): SquareSet;
export function knightAttacks(square: Square): SquareSet;
export function pawnAttacks(color: Color, square: Square): SquareSet;
export function bishopAttacks(square: Square, occupied: SquareSet): SquareSet;
export function rookAttacks(square: Square, occupied: SquareSet): SquareSet;
export function queenAttacks(square: Square, occupied: SquareSet): SquareSet;
export function attacks(piece: Piece, square: Square, occupied: SquareSet): SquareSet;
/** The whole rank, file or diagonal of two squares; empty when they have none in common. */
export function ray(a: Square, b: Square): SquareSet;
/** The squares between two on one line, without the two. */
export function between(a: Square, b: Square): SquareSet;
