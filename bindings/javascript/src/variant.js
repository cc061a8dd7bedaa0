/* Variants: the built-in ones, and those of a text. Chess is one of them, which has rules of its own. */
import { MADE, VariantError, errorAt, needMade, optionsOf, placeIn } from "./errors.js";
import { ANSWER, Owner, offsetInString, readName, readWritten, room, wasm, withText, words } from "./memory.js";
import { makeMove } from "./move.js";

const CHESS_MOVES = 1 << 15; /* numbers of moves; a shorter array that grows becomes a slow one */
const FACTS = { files: 0, ranks: 1, types: 2, royal: 3, chess960: 4 };
const TEXTS = { name: 0, base: 1, summary: 2 };

/* A variant: its board and its pieces. */
export class Variant {
    toJSON = this.toString;
    #variants;
    #at;
    /* Known moves in the two notations: by number, in chess as an array; and by UCI. */
    #moves = [[], []];
    #texts = [new Map(), new Map()];
    #squares;
    #pieces;

    /* (Variants makes the objects.) */
    constructor(token, variants, at, isChess) {
        needMade(token, "a Variant is one of bundledVariants() or of new Variants(text)");
        this.#variants = variants;
        this.#at = at;
        this.isChess = isChess;
        if (isChess) this.#moves = [0, 1].map(() => new Array(CHESS_MOVES).fill(undefined));
        this.name = readName(wasm.variant_text(at, TEXTS.name));
        this.files = wasm.variant_fact(at, FACTS.files);
        this.ranks = wasm.variant_fact(at, FACTS.ranks);
    }

    /* The variant that this one inherits from; "" when there is none. */
    get base() {
        return readName(wasm.variant_text(this.address, TEXTS.base));
    }

    get summary() {
        return readName(wasm.variant_text(this.address, TEXTS.summary));
    }

    /* Whether games start from shuffled pieces. */
    get chess960() {
        return wasm.variant_fact(this.address, FACTS.chess960) === 1;
    }

    /* The names of all squares, from the top left one, row by row. */
    get squares() {
        return (this.#squares ??= Object.freeze(
            Array.from({ length: this.files * this.ranks }, (_, square) =>
                readName(wasm.variant_square_name(this.address, square)),
            ),
        ));
    }

    /* The types of pieces: { letter, name, promoted, royal, appears }, with a capital letter as in FEN. */
    get pieces() {
        return (this.#pieces ??= Object.freeze(
            Array.from({ length: wasm.variant_fact(this.address, FACTS.types) }, (_, type) => this.#piece(type)),
        ));
    }

    #piece(type) {
        const [label, notation, promoted, appears] = [0, 1, 2, 3].map((which) =>
            wasm.variant_type_fact(this.#at, type, which),
        );
        return Object.freeze({
            letter: (promoted ? "+" : "") + String.fromCharCode(label).toUpperCase(),
            notation: String.fromCharCode(notation),
            name: readName(wasm.variant_type_name(this.#at, type)),
            promoted: promoted === 1,
            royal: wasm.variant_fact(this.#at, FACTS.royal) === type,
            appears: appears === 1,
        });
    }

    toString() {
        return this.name;
    }

    /* ---- For the other files of this package ---- */

    /* The variant's address; an error when its memory is freed. */
    get address() {
        if (this.#variants.isDisposed) throw new ReferenceError(`the variants with ${this.name} have been disposed of`);
        return this.#at;
    }

    /* What positions are played by: 0 is chess. */
    get rules() {
        return this.isChess ? 0 : this.address;
    }

    /* The number of a square's name. */
    squareOf(name) {
        const square = this.squares.indexOf(name);
        if (square < 0) throw new RangeError(`expected a square from a1 to ${this.squares[this.files - 1]}, found "${name}"`);
        return square;
    }

    /* Returns the object of a legal move of the position at `now`. */
    moveOf(now, code, notation) {
        const known = this.#moves[notation];
        let move = known[code];
        if (move === undefined) {
            move = makeMove(now, code, notation, this.squares);
            if (this.isChess) {
                known[code] = move;
                this.#texts[notation].set(move.uci, [...this.movesOfText(move.uci, notation), move]);
            }
        }
        return move;
    }

    /* The moves that are known, by their numbers. Those of variants are not kept: what a castling is called depends on
     * the position, and moves with walls are too many. */
    knownMoves(notation) {
        return this.#moves[notation];
    }

    /* The known moves with this text in UCI, as those of different pieces. */
    movesOfText(uci, notation) {
        return this.#texts[notation].get(uci) ?? NONE;
    }
}

const NONE = [];

/* Adds line and column to an error in a text. */
const placed = (error, text) => Object.assign(error, placeIn(text, error.offset));

function namesOf() {
    return this.names;
}

/* The variants of a text in the manner of Fairy-Stockfish's variants.ini, and the built-in ones, by name and in order:
 * for (const variant of variants). */
export class Variants extends Owner {
    toJSON = namesOf;
    #text;
    #known = new Map();
    #names;

    /* Reads a text; throws a VariantError. options.each: leaves out the sections with mistakes, which are `remarks`. */
    constructor(text = "", options = {}) {
        const { each = false } = optionsOf(options, ["each"]);
        text = String(text);
        const at = withText(text, (address, length) => wasm.variants_read(address, length, each, room.answer));
        if (at === 0) throw placed(errorAt(VariantError, text), text);
        super(at, "variants_free");
        this.#text = text;
        this.#names = Array.from({ length: wasm.variants_count(at) }, (_, index) => readName(wasm.variants_name(at, index)));
    }

    get names() {
        return [...this.#names];
    }

    /* How many are built in; they come first. */
    get bundledCount() {
        return wasm.variants_bundled_count(this.address);
    }

    get size() {
        return this.#names.length;
    }

    has(name) {
        return this.#names.includes(name);
    }

    /* Returns the variant of a name; undefined when there is none. Chess is the same in all Variants. */
    get(name) {
        const index = this.#names.indexOf(name);
        if (index < 0) return undefined;
        const address = this.address;
        if (name === "chess" && this !== bundledVariants()) return bundledVariants().get(name);
        if (!this.#known.has(name)) {
            const at = wasm.variants_get(address, index);
            if (at === 0) throw new RangeError("no memory for a variant");
            this.#known.set(name, new Variant(MADE, this, at, name === "chess"));
        }
        return this.#known.get(name);
    }

    /* (For variantOf.) Names that may be meant, as part of a sentence: "; did you mean 'atomic'?", or nothing. */
    suggestionFor(name) {
        withText(`${name}\0`, (at) => wasm.variants_suggest(this.address, at, room.list));
        return readName(room.list);
    }

    *[Symbol.iterator]() {
        for (const name of this.#names) yield this.get(name);
    }

    /* What is wrong or doubtful in the text: { section, base, refused, code, message, offset, line, column }. A section
     * that was refused has up to sixteen. */
    get remarks() {
        return Array.from({ length: wasm.variants_remark_count(this.address) }, (_, index) => this.#remark(index));
    }

    #remark(index) {
        const section = wasm.variants_remark(this.address, index, room.answer);
        const at = room.answer >> 2;
        const remark = {
            section: readName(section),
            base: readName(section + 32),
            refused: words()[at + (ANSWER.move >> 2)] === 1,
            code: readName(wasm.name_of_error(words()[at])),
            message: readName(room.answer + ANSWER.message),
            offset: offsetInString(this.#text, words()[at + 1]),
        };
        return placed(remark, this.#text);
    }
}

let builtIn;
let usual; /* chess */

/* Returns the built-in variants. Everything shares them, so dispose() leaves them alone. */
export function bundledVariants() {
    return (builtIn ??= Object.assign(new Variants(), { dispose() {} }));
}

/* Returns the variant that is meant: one itself, or the name of a built-in one. */
export function variantOf(given) {
    if (given instanceof Variant) return given;
    if (given === "chess") return (usual ??= bundledVariants().get(given));
    const found = bundledVariants().get(given);
    if (!found) throw new RangeError(`there is no variant '${given}'${bundledVariants().suggestionFor(given)}`);
    return found;
}
