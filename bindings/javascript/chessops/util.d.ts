import type { CastlingSide, Color, Move, Role, RoleChar, Square, SquareName } from "./types.js";

export function defined<T>(value: T | undefined): value is T;
export function opposite(color: Color): Color;
export function squareRank(square: Square): number;
export function squareFile(square: Square): number;
/** undefined: not on the board. */
export function squareFromCoords(file: number, rank: number): Square | undefined;
export function roleToChar(role: Role): RoleChar;
export function charToRole(letter: RoleChar | Uppercase<RoleChar>): Role;
export function charToRole(letter: string): Role | undefined;
export function parseSquare(name: SquareName): Square;
export function parseSquare(name: string): Square | undefined;
export function makeSquare(square: Square): SquareName;
/** A move such as "e2e4", "a7a8q" or "Q@f7"; undefined when the text is none. */
export function parseUci(text: string): Move | undefined;
export function makeUci(move: Move): string;
export function moveEquals(left: Move, right: Move): boolean;
/** Where the king stands after castling. */
export function kingCastlesTo(color: Color, side: CastlingSide): Square;
export function rookCastlesTo(color: Color, side: CastlingSide): Square;
