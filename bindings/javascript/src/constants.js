/* Constants and a question that chess.js has too, with the values of this package: a side is "white" or "black". */
import { FenError } from "./errors.js";
import { Position } from "./position.js";

export const WHITE = "white";
export const BLACK = "black";
export const [PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING] = "pnbrqk";
export const SQUARES = Object.freeze([..."87654321"].flatMap((rank) => [..."abcdefgh"].map((file) => file + rank)));
export const DEFAULT_POSITION = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/* Says whether a text is a whole FEN, by the strict rules: { ok }, or { ok: false, error } with a sentence. */
export function validateFen(fen) {
    try {
        new Position(String(fen), { strict: true });
        return { ok: true };
    } catch (error) {
        if (error instanceof FenError) return { ok: false, error: error.message };
        throw error;
    }
}
