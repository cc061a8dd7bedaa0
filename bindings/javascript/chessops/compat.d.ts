import type { Position } from "./chess.js";
import type { Move, Rules, SquareName } from "./types.js";

export interface ChessgroundDestsOpts {
    /** Castling goes to the rook's square alone. */
    chess960?: boolean;
}
export function chessgroundDests(pos: Position, options?: ChessgroundDestsOpts): Map<SquareName, SquareName[]>;
export function chessgroundMove(move: Move): SquareName[];
/** The two characters by which lichess names a move in a tree. */
export function scalachessCharPair(move: Move): string;
export type LichessVariant = "standard" | "antichess" | "kingOfTheHill" | "threeCheck" | "atomic" | "horde" | "racingKings" | "crazyhouse";
export function lichessRules(variant: LichessVariant | "chess960" | "fromPosition"): Rules;
export function lichessVariant(rules: Rules): LichessVariant;
