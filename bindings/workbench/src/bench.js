/* Holds what all parts of the page work on: a variant, a position, and the moves made from there. */
import { KingscanError, Position, Variants } from "./kingscan.js";

export const FEN_MAX = 1000;
export const TEXT_MAX = 200000;
const MOVES_MAX = 2000;
export const DEPTH_MAX = 63;

/* Tells "change" whenever one of these is another. */
export class Bench extends EventTarget {
    variants = new Variants();
    text = ""; /* of variants, as pasted */
    remarks = [];
    name = "chess";
    fen = "";
    moves = []; /* in UCI */
    position = null; /* after them; null while there is none */
    error = null; /* why not: { message, offset } */

    get variant() {
        return this.variants.get(this.name) ?? this.variants.get("chess");
    }

    /* Sets what is given, and leaves the rest. A new variant begins at its start. */
    set({ text = this.text, name = this.name, fen, moves }) {
        if (text !== this.text) this.#read(text);
        if (name !== this.name || text !== this.text) fen ??= null;
        this.text = text;
        this.name = this.variants.has(name) ? name : "chess";
        if (fen !== undefined) this.fen = fen === null ? this.startFen() : fen;
        this.moves = moves ?? (fen === undefined ? this.moves : []);
        this.#begin();
        this.dispatchEvent(new Event("change"));
    }

    #read(text) {
        this.remarks = [];
        if (text.length > TEXT_MAX) {
            const message = `this text has ${text.length} characters; up to ${TEXT_MAX} are read`;
            this.remarks = [{ section: "", refused: true, message, offset: 0, line: 1, column: 1 }];
            text = "";
        }
        this.variants = new Variants(text, { each: true });
        this.remarks.push(...this.variants.remarks);
    }

    startFen() {
        return new Position(null, { variant: this.variant }).fen;
    }

    #begin() {
        this.position = null;
        this.error = null;
        try {
            this.position = this.#after(this.moves);
        } catch (error) {
            if (!(error instanceof KingscanError || error instanceof RangeError)) throw error;
            this.error = error;
        }
    }

    /* The position after these moves; throws a KingscanError. */
    #after(moves) {
        if (this.fen.length > FEN_MAX)
            throw new RangeError(`a FEN has up to ${FEN_MAX} characters, this one ${this.fen.length}`);
        if (moves.length > MOVES_MAX)
            throw new RangeError(`up to ${MOVES_MAX} moves are made, these are ${moves.length}`);
        const position = this.#root();
        for (const move of moves) position.push(move);
        return position;
    }

    #root() {
        const options = { variant: this.variant };
        const position = new Position(this.fen, options);
        return position.needsChess960 || this.variant.chess960
            ? new Position(this.fen, { ...options, chess960: true })
            : position;
    }

    get chess960() {
        return this.position !== null && (this.variant.chess960 || this.#root().needsChess960);
    }

    /* Makes a legal move. */
    play(move) {
        this.set({ moves: [...this.moves, this.position.parse(move).uci] });
    }

    /* Takes back all moves but the first `count`. */
    back(count) {
        this.set({ moves: this.moves.slice(0, count) });
    }

    /* For a worker, which makes the same position, and for commands. Blanks around the FEN stay in its field alone. */
    get job() {
        const { text, name, moves, chess960 } = this;
        return { text, name, fen: this.fen.trim().replace(/\s+/g, " "), moves, chess960 };
    }
}
