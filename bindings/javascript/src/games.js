/* Games in PGN, of texts and of streams.
 *
 * The module reads a text in memory, so a long one is read in blocks: all games but those that the next block may go on
 * with. Its memory is free again whenever games are given, so that nothing is lost with a caller who stops. */
import { MADE, PgnError, errorAt, needMade, optionsOf } from "./errors.js";
import { allocate, bytes, bytesOfText, decoder, readAscii, readName, wasm, words } from "./memory.js";
import { writeGame } from "./pgn.js";
import { PLAY, Position } from "./position.js";
import { Variants, bundledVariants, variantOf } from "./variant.js";

/* The places of the members of struct games, of struct problem, and of struct noted, in words. */
const GAME = { begin: 0, end: 3, variant: 6, result: 7, fenLength: 8, tagCount: 9, tags: 10, fen: 40 };
const BUFFERS = { codes: 11, problems: 15, noted: 19, kinds: 23, texts: 30, glyphs: 34 };
const PROBLEM = { place: 48, ply: 51, size: 52 };
const NOTED = 15;
const KIND = { nullMove: 1, begin: 5, end: 6 };
const RESULTS = ["*", "1-0", "0-1", "1/2-1/2"];
const PART = 1 << 16; /* bytes that are read at once, at least */
const BEHIND = 1 << 10; /* where so many bytes follow a game, the next block has no part of it */

/* ---- A game ---- */

/* What is written about a move where nothing is. */
const NO_ITEMS = Object.freeze([]);
const NOTHING = { comment: null, nags: NO_ITEMS, clock: null, elapsed: null, eval: null, mate: 0, squares: null, arrows: null, variations: NO_ITEMS };

/* The value of hasEval for a mate on the board, and the move with the evaluation that this is: the side to move has
 * lost. */
const MATED = 2;
function settled(move, position) {
    if (Number.isNaN(move.eval)) move.eval = position.turn === "white" ? -Infinity : Infinity;
    return move;
}

/* What is written about a move, with what is written behind its variations. */
function joined(remark, more) {
    const both = { ...remark };
    for (const name of ["clock", "elapsed", "squares", "arrows"]) both[name] = more[name] ?? both[name];
    if (more.eval !== null) Object.assign(both, { eval: more.eval, mate: more.mate });
    both.comment = [remark.comment, more.comment].filter((comment) => comment !== null).join(" ") || null;
    both.nags = [...remark.nags, ...more.nags];
    return both;
}

/* What JSON has of a game. As a property it lets structuredClone() throw rather than lose the moves. */
function gameAsJson() {
    const { tags, variant, start, result, line, errors, comment, moves } = this;
    return { tags, variant: variant?.name ?? null, start, result, line, errors: errors.map((error) => error.toJSON()), comment, moves };
}

/* The result in PGN. */
function resultOf(position, given) {
    if (given !== undefined && !RESULTS.includes(given)) throw new RangeError(`expected a result such as 1-0, found "${given}"`);
    return given ?? { white: "1-0", black: "0-1", draw: "1/2-1/2" }[position.outcome] ?? "*";
}

export class Game {
    toJSON = gameAsJson;
    #codes; /* of moves and of the parentheses of variations, one after the other */
    #kinds; /* of each code: of KIND, 0 for moves */
    #main; /* where the codes of the main line are */
    #remarks; /* a function to what is written about the n-th code, from 1, or before the first; undefined: nothing is */
    #moves;

    /* (games() makes the objects.) */
    constructor(token, { codes, kinds, remarks, ...facts } = {}) {
        needMade(token, "a Game is one of games(pgn), or Game.from(position, tags)");
        this.#codes = codes;
        this.#kinds = kinds;
        this.#remarks = remarks;
        let depth = 0;
        this.#main = Array.from(codes.keys()).filter((at) => {
            depth += (kinds[at] === KIND.begin) - (kinds[at] === KIND.end);
            return depth === 0 && kinds[at] !== KIND.end;
        });
        Object.assign(this, facts);
    }

    /* A game of the moves of a position. tags: of PGN; Result is the one of the position unless it is given. options:
     * comments, an array, of which the first one stands before the moves, and the others behind one each; or null. */
    static from(position, tags = {}, options = {}) {
        const { comments = [] } = optionsOf(options, ["comments"]);
        if (!(position instanceof Position)) throw new TypeError("expected a Position with its moves; games(text) reads games");
        const { start, chess960 } = position.toJSON();
        const { moves } = position;
        return new Game(MADE, {
            tags: { ...tags },
            variant: position.variant,
            start,
            chess960,
            result: resultOf(position, tags.Result),
            line: 1,
            errors: [],
            codes: moves.map(({ code }) => code),
            kinds: moves.map(({ kind }) => (kind === "null" ? KIND.nullMove : 0)),
            remarks: (ply) => ({ ...NOTHING, comment: comments[ply] ?? null }),
        });
    }

    /* The game in PGN, as `kingscan games --rewrite` writes it. */
    pgn(options = {}) {
        optionsOf(options, []);
        return writeGame(this, this.position(0), new Position(null, { variant: this.variant }).xFen);
    }

    /* The moves of the main line: { move, san, comment, nags, clock, elapsed, eval, mate, squares, arrows,
     * variations }. */
    get moves() {
        this.#moves ??= this.#main.length > 0 ? this.#line(this.position(0), { at: 0 }) : [];
        return this.#moves;
    }

    /* The moves in SAN. */
    history() {
        return this.moves.map(({ san }) => san);
    }

    #play(position, at) {
        return position[PLAY](this.#codes[at], this.#kinds[at] === KIND.nullMove);
    }

    /* Plays the codes from next.at on, up to the end of their variation, and returns their moves. */
    #line(position, next) {
        const moves = [];
        let last; /* the code of the last move */
        while (next.at < this.#codes.length && this.#kinds[next.at] !== KIND.end) {
            if (this.#kinds[next.at] === KIND.begin) {
                const move = moves.at(-1);
                move.variations = [...move.variations, this.#variation(position, next)];
                if (next.at < this.#codes.length) Object.assign(move, joined(move, this.#remarkOf(++next.at)));
                this.#play(position, last);
                settled(move, position);
            } else {
                last = next.at++;
                moves.push(settled(Object.assign(this.#play(position, last), this.#remarkOf(last + 1)), position));
            }
        }
        return moves;
    }

    /* Takes the last move back and plays the variation that replaces it, and takes that back. */
    #variation(position, next) {
        position.pop();
        const { ply } = position;
        const { comment } = this.#remarkOf(++next.at);
        const moves = this.#line(position, next);
        while (position.ply > ply) position.pop();
        return { comment, moves };
    }

    /* The comment before the first move. */
    get comment() {
        return this.#remarkOf(0).comment;
    }

    #remarkOf(code) {
        return this.#remarks?.(code) ?? NOTHING;
    }

    /* The position after so many moves, with these moves in it. Default: all of them. */
    position(ply = this.#main.length) {
        if (this.start === null) throw new RangeError("the game has no first position");
        if (!Number.isInteger(ply) || ply < 0 || ply > this.#main.length)
            throw new RangeError(`expected a number of moves from 0 to ${this.#main.length}, found ${ply}`);
        const position = new Position(this.start, { variant: this.variant, chess960: this.chess960 });
        for (const at of this.#main.slice(0, ply)) this.#play(position, at);
        return position;
    }

    /* Yields the first position, and the one after each move: copies. */
    *positions() {
        const position = this.position(0);
        yield position.copy();
        for (const at of this.#main) {
            this.#play(position, at);
            yield position.copy();
        }
    }
}

/* ---- A game in the module's memory ---- */

/* The bytes of a struct buffer. */
function bytesOf(at, buffer) {
    const [address, used] = words().subarray(at + buffer, at + buffer + 2);
    return bytes().slice(address, address + used);
}

const numbersOf = (at, buffer) => new Uint32Array(bytesOf(at, buffer).buffer);

/* The last tag of a name counts. */
function tagsOf(at) {
    const memory = words();
    const first = memory[at + GAME.tags] >> 2;
    const textAt = (i) => readName(memory[first + i]);
    return Object.fromEntries(Array.from({ length: memory[at + GAME.tagCount] }, (_, i) => [textAt(2 * i), textAt(2 * i + 1)]));
}

/* Returns a function from a number of moves to what is written there; undefined when nothing is. */
function remarksOf(at) {
    const texts = bytesOf(at, BUFFERS.texts);
    const glyphs = numbersOf(at, BUFFERS.glyphs);
    if (texts.length + glyphs.length === 0) return undefined;
    const noted = numbersOf(at, BUFFERS.noted);
    const textOf = (from, length) => (length > 0 ? decoder.decode(texts.subarray(from, from + length)) : null);
    return (ply) => {
        const [text, length, glyph, glyphCount, hasClock, hasElapsed, hasEval, clock, elapsed, ...more] = noted.subarray(
            NOTED * ply,
            NOTED * (ply + 1),
        );
        const [cents, mate] = more.map((number) => number | 0);
        return {
            comment: textOf(text, length),
            nags: [...glyphs.subarray(glyph, glyph + glyphCount)],
            clock: hasClock ? clock / 1000 : null,
            elapsed: hasElapsed ? elapsed / 1000 : null,
            eval: mate !== 0 ? Math.sign(mate) * Infinity : hasEval === MATED ? NaN : hasEval ? cents / 100 : null,
            mate,
            squares: textOf(more[2], more[3]),
            arrows: textOf(more[4], more[5]),
            variations: NO_ITEMS,
        };
    };
}

function problemsOf(at, placed) {
    const first = words()[at + BUFFERS.problems];
    const count = words()[at + BUFFERS.problems + 1] / (4 * PROBLEM.size);
    return Array.from({ length: count }, (_, i) => {
        const address = first + 4 * PROBLEM.size * i;
        const place = (address >> 2) + PROBLEM.place;
        return Object.assign(errorAt(PgnError, null, address), placed(place), { ply: words()[place + 3] });
    });
}

/* ---- Blocks ---- */

/* Reads the games of a text that comes in parts. */
class Reader {
    #variants;
    #options;
    #parts = [];
    #seen = 0; /* bytes of the parts that have been read already */
    #length = 0; /* bytes of all parts */
    #begun = false;
    /* Where the parts begin. */
    #place = { offset: 0, line: 1, column: 1 };

    constructor({ variants, ...options }) {
        this.#variants = variants;
        this.#options = options;
    }

    /* Returns the games that are complete with a part of the text. Such reading takes linear time in all: what is read
     * again is no longer than what is new. */
    read(part, isLast) {
        this.#parts.push(part);
        this.#length += part.length;
        if (!isLast && this.#length - this.#seen < Math.max(PART, this.#seen)) return [];
        const whole = new Uint8Array(this.#length);
        this.#parts.reduce((at, bytes) => (whole.set(bytes, at), at + bytes.length), 0);
        const { games, used } = this.#readBlock(whole, isLast);
        this.#parts = [whole.subarray(used)];
        this.#seen = this.#length = whole.length - used;
        return games;
    }

    /* A blank stands before a block that begins within a line. */
    #readBlock(block, isLast) {
        const inLine = this.#place.column > 1 ? 1 : 0;
        const size = block.length + inLine;
        const text = allocate(size + 1);
        const { address } = this.#variants;
        const { variations, nullMoves } = this.#options;
        let all = 0;
        try {
            bytes()[text] = 32;
            bytes().set(block, text + inLine);
            if (!this.#begun && !wasm.games_may_begin(text, size)) throw notGames();
            this.#begun = true;
            all = wasm.games_open(text, size, address, variations, nullMoves);
            if (all === 0) throw new RangeError("no memory for a reader of games");
            return this.#readGames(all, size, inLine, isLast);
        } finally {
            if (all !== 0) wasm.games_free(all);
            wasm.release(text);
        }
    }

    #readGames(all, size, inLine, isLast) {
        const at = all >> 2;
        const before = this.#place;
        const games = [];
        const placed = (place) => {
            const [offset, line, column] = words().subarray(place, place + 3);
            const shift = line === 1 ? before.column - 1 - inLine : 0;
            return { offset: before.offset + offset - inLine, line: before.line + line - 1, column: column + shift };
        };
        for (;;) {
            const found = wasm.games_next(all);
            if (found < 0) throw new RangeError("no memory for a game");
            if (found === 0 || (!isLast && words()[at + GAME.end] + BEHIND > size)) break;
            this.#place = placed(at + GAME.end);
            games.push(this.#gameAt(all, placed));
        }
        return { games, used: this.#place.offset - before.offset };
    }

    #gameAt(all, placed) {
        const at = all >> 2;
        const memory = words();
        const rules = memory[at + GAME.variant];
        const length = memory[at + GAME.fenLength];
        const result = RESULTS[memory[at + GAME.result]];
        const isPlayed = rules !== 0 || length > 0;
        return new Game(MADE, {
            tags: tagsOf(at),
            variant: !isPlayed ? null : rules === 0 ? variantOf("chess") : this.#variants.get(readName(wasm.variant_text(rules, 0))),
            start: length > 0 ? readAscii(all + 4 * GAME.fen, length) : null,
            result,
            chess960: wasm.games_chess960(all) !== 0,
            line: placed(at + GAME.begin).line,
            errors: problemsOf(at, placed),
            codes: numbersOf(at, BUFFERS.codes),
            kinds: bytesOf(at, BUFFERS.kinds),
            remarks: remarksOf(at),
        });
    }
}

const notGames = () =>
    Object.assign(
        new PgnError('expected PGN, which begins with a tag such as [Event "..."] or with a move', "move-text", 0),
        { line: 1, column: 1, ply: 0 },
    );

/* ---- Texts and streams ---- */

/* Yields the games of a text, a string or bytes of UTF-8; or, asynchronously, of a stream: a Blob or File, a Response,
 * a ReadableStream, or anything with parts of the text that `for await` takes, such as a file of Node. options:
 * variants, those that the tag Variant may name; variations: games have them; nullMoves: -- and the like are moves. Throws
 * a PgnError when the text holds something else than games. */
export function games(source, options = {}) {
    const { variants = bundledVariants(), variations = false, nullMoves = false } = optionsOf(options, ["variants", "variations", "nullMoves"]);
    if (!(variants instanceof Variants)) throw new TypeError("expected variants as an object of Variants");
    const reader = new Reader({ variants, variations: Boolean(variations), nullMoves: Boolean(nullMoves) });
    if (typeof source === "string" || ArrayBuffer.isView(source)) return gamesOfText(bytesOfText(source), reader);
    const stream = source?.body ?? (typeof source?.stream === "function" ? source.stream() : source);
    if (typeof stream?.getReader !== "function" && typeof stream?.[Symbol.asyncIterator] !== "function")
        throw new TypeError("expected games as a string, a Uint8Array, a Blob, a Response or a stream");
    return gamesOfStream(stream, reader);
}

function* gamesOfText(text, reader) {
    for (let at = 0; at < text.length; at += PART) yield* reader.read(text.subarray(at, at + PART), false);
    yield* reader.read(new Uint8Array(0), true);
}

async function* gamesOfStream(stream, reader) {
    let half = ""; /* a high surrogate with which a string has ended: the low one may begin the next */
    for await (const part of partsOf(stream)) {
        const isText = typeof part === "string";
        const text = isText ? half + part : half;
        half = isText && (text.charCodeAt(text.length - 1) & 0xfc00) === 0xd800 ? text.at(-1) : "";
        if (text !== half) yield* reader.read(bytesOfText(text.slice(0, text.length - half.length)), false);
        if (!isText) yield* reader.read(bytesOfText(part, "a part of a stream"), false);
    }
    yield* reader.read(bytesOfText(half), true);
}

/* The parts of a stream. Safari's streams are no asynchronous iterators. */
async function* partsOf(stream) {
    if (stream[Symbol.asyncIterator]) return yield* stream;
    const reader = stream.getReader();
    try {
        for (let read; !(read = await reader.read()).done; ) yield read.value;
    } finally {
        await reader.cancel();
    }
}
