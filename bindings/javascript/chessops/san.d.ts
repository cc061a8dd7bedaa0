import type { Position } from "./chess.js";
import type { Move } from "./types.js";

/** Throws a MoveError of `kingscan` when the move is illegal. */
export function makeSan(pos: Position, move: Move): string;
export function makeSanAndPlay(pos: Position, move: Move): string;
/** The moves with their numbers: "1. e4 e5 2. Nf3". */
export function makeSanVariation(pos: Position, variation: Move[]): string;
/** undefined: no legal move, or more than one. */
export function parseSan(pos: Position, san: string): Move | undefined;
