export const FILE_NAMES: readonly ["a", "b", "c", "d", "e", "f", "g", "h"];
export const RANK_NAMES: readonly ["1", "2", "3", "4", "5", "6", "7", "8"];
export const COLORS: readonly ["white", "black"];
export const ROLES: readonly ["pawn", "knight", "bishop", "rook", "queen", "king"];
export const ROLE_CHARS: readonly ["q", "n", "r", "b", "p", "k"];
export const CASTLING_SIDES: readonly ["a", "h"];
export const RULES: readonly ["chess", "antichess", "kingofthehill", "3check", "atomic", "horde", "racingkings", "crazyhouse"];

export type FileName = (typeof FILE_NAMES)[number];
export type RankName = (typeof RANK_NAMES)[number];
export type Color = (typeof COLORS)[number];
export type Role = (typeof ROLES)[number];
export type RoleChar = (typeof ROLE_CHARS)[number];
export type CastlingSide = (typeof CASTLING_SIDES)[number];
export type Rules = (typeof RULES)[number];
/** a1 is 0, b1 is 1, and h8 is 63. */
export type Square = number;
export type SquareName = `${FileName}${RankName}`;
export type BySquare<T> = T[];
export type ByColor<T> = Record<Color, T>;
export type ByRole<T> = Record<Role, T>;
export type ByCastlingSide<T> = Record<CastlingSide, T>;

export interface Piece {
    role: Role;
    color: Color;
    promoted?: boolean;
}
export interface NormalMove {
    from: Square;
    to: Square;
    promotion?: Role;
}
export interface DropMove {
    role: Role;
    to: Square;
}
export type Move = NormalMove | DropMove;
export interface Outcome {
    /** undefined: a draw. */
    winner: Color | undefined;
}
export function isDrop(move: Move): move is DropMove;
export function isNormal(move: Move): move is NormalMove;
