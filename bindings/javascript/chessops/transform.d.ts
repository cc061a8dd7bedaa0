import type { Board } from "./board.js";
import type { Setup } from "./setup.js";
import type { SquareSet } from "./squareSet.js";

export function flipVertical(set: SquareSet): SquareSet;
export function flipHorizontal(set: SquareSet): SquareSet;
export function flipDiagonal(set: SquareSet): SquareSet;
export function rotate180(set: SquareSet): SquareSet;
/** What leaves the board comes in again on the other side. */
export function shiftLeft(set: SquareSet): SquareSet;
export function shiftRight(set: SquareSet): SquareSet;
export function shiftDown(set: SquareSet): SquareSet;
export function shiftUp(set: SquareSet): SquareSet;
export function transformBoard(board: Board, change: (set: SquareSet) => SquareSet): Board;
export function transformSetup(setup: Setup, change: (set: SquareSet) => SquareSet): Setup;
