/* Moves: values that never change. Equal moves of chess are the same object. */
import { MADE, needMade } from "./errors.js";
import { ANSWER, readAscii, room, wasm, words } from "./memory.js";

const KINDS = ["plain", "double-push", "en-passant", "castling", "drop", "pass"];

export class Move {
    /* from, to: names of squares; those of a drop are the same, and castling goes to the rook's square. */
    constructor(token, code, uci, parts) {
        needMade(token, "a Move is made by position.parse(text), and legalMoves() lists them");
        this.code = code;
        this.uci = uci;
        Object.assign(this, parts);
        Object.freeze(this);
    }

    toString() {
        return this.uci;
    }

    /* ---- In the words of chess.js ---- */

    get lan() {
        return this.uci;
    }

    isPromotion() {
        return this.promotion !== null;
    }

    isEnPassant() {
        return this.kind === "en-passant";
    }

    isKingsideCastle() {
        return this.kind === "castling" && this.to > this.from;
    }

    isQueensideCastle() {
        return this.kind === "castling" && this.to < this.from;
    }

    isBigPawn() {
        return this.kind === "double-push";
    }

    toJSON() {
        return this.uci;
    }
}

/* A null move: from and to are the square of the king. */
export const nullMove = (king) =>
    new Move(MADE, 0, "0000", { from: king, to: king, kind: "null", promotion: null, drop: null, gated: null, wall: null });

const letterOf = (letter) => (letter === 0 ? null : String.fromCharCode(letter));
const DROP = KINDS.indexOf("drop");

/* Makes the object of a legal move of the seated position at `now`. squares: the names of all squares. */
export function makeMove(now, code, notation, squares) {
    wasm.move_parts(now, code, room.answer);
    const at = (room.answer + ANSWER.parts) >> 2;
    const [from, to, kind, promotion, promoted, gated, wall] = words().subarray(at, at + 7);
    const length = wasm.move_uci(now, code, notation, room.text);
    return new Move(MADE, code, readAscii(room.text, length), {
        from: squares[from],
        to: squares[to],
        kind: KINDS[kind],
        promotion: kind === DROP ? null : promoted ? "+" : (letterOf(promotion)?.toLowerCase() ?? null),
        drop: kind === DROP ? letterOf(promotion) : null,
        gated: letterOf(gated),
        wall: squares[wall] ?? null,
    });
}
