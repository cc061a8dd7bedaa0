/* Positions of chess and of variants.
 *
 * Functions of the module work on one position, which is *seated* in its memory. A position that another one has
 * displaced keeps its state in an array of its own, so that nothing but the garbage collector frees it. */
import { FenError, MoveError, errorAt, optionsOf, shown } from "./errors.js";
import { ANSWER, allocate, bytes, readAscii, readName, reserveList, room, squaresAt, wasm, withText, words } from "./memory.js";
import { Move, nullMove } from "./move.js";
import { variantOf } from "./variant.js";
import { verdictNames } from "./verdicts.js";

const SIDES = ["white", "black"];
const OUTCOMES = [null, "white", "black", "draw"];
const CLAIMED = [null, "fifty-moves", "threefold-repetition", "move-rule", "repetition"]; /* draws that end no game by themselves */
const WHOLE = 8; /* the flag KS_FEN_WHOLE */
const NO_SQUARE = 64;
export const DEPTH_MAX = 63;
const PLIES_OF_STATES = 2; /* at first: many positions are copies for one move */
const SQUARE = /[a-l]\d+/;
const EXPECTED_MOVE = "expected a move as a Move, a text in UCI or SAN, or { from, to, promotion }";
const COUNTS = ["nodes", "captures", "enPassant", "castles", "promotions", "checks", "doubleChecks", "checkmates"];

/* The flags of a reader of FEN. others: names of more options. */
export function flagsOf(options, others = []) {
    const { strict = false, lenient = false, possible = false } = optionsOf(options, ["strict", "lenient", "possible", ...others]);
    if (lenient && (strict || possible))
        throw new RangeError("a position cannot be read as lenient and as strict or possible");
    return (strict ? 5 : 0) | (lenient ? 2 : 0) | (possible ? 4 : 0);
}

/* The number of a side's name, or of its first letter. */
export function sideOf(name) {
    const side = SIDES.findIndex((side) => side === name || side[0] === name);
    if (side < 0) throw new RangeError(`expected "white" or "black", found "${name}"`);
    return side;
}

function checkDepth(depth) {
    if (!Number.isInteger(depth) || depth < 0 || depth > DEPTH_MAX)
        throw new RangeError(`expected a depth from 0 to ${DEPTH_MAX}, found ${depth}`);
}

/* The values of pieces for exchanges. */
function checkValues(values) {
    const all = Array.from(values);
    if (all.length === 5 && all.every((value) => Number.isInteger(value) && Math.abs(value) < 1 << 15)) return all;
    throw new RangeError(`expected five values, of pawn, knight, bishop, rook and queen, from -32767 to 32767, found ${shown(all)}`);
}

/* Where the seat is, with a spare one behind it, and who sits there. */
const SEAT_SIZE = 1024;
let seat = 0;
let seated = null;
let stateOffset = 0; /* of the state in a position */

/* The index, in words, of the state of the position at an address. */
const stateAt = (position) => (position + stateOffset) >> 2;

/* The words of the state in the seat. Views of them are kept: a copy by set() takes a third of the time of a loop. */
const views = new Map();
function seatedState(size) {
    let view = views.get(size);
    if (view === undefined || view.length === 0) {
        view = words().subarray(stateAt(seat), stateAt(seat) + size);
        views.set(size, view);
    }
    return view;
}

/* The option by which this file makes positions without a FEN. */
const FILL = Symbol("fill");

/* The method by which games make their moves: position[PLAY](code). */
export const PLAY = Symbol("play");

export class Position {
    toJSON = Position.#asJson; /* as a property, it lets structuredClone() throw rather than return {} */
    #variant;
    #notation;
    #size; /* of a state, in words */
    #state = null; /* words; those in the seat count while this position sits there */
    #isSaved = false; /* whether the state is the same as in the seat */
    #states; /* of the positions before, one after the other */
    #keys = []; /* of the positions before */
    #moves = []; /* made */

    /* fen: of the start when there is none. options: variant, its name or a Variant; strict, lenient, possible: as in
     * `kingscan check`; chess960: castling is written as the king taking its rook. Throws a FenError. */
    constructor(fen, options = {}) {
        const flags = flagsOf(options, ["variant", "chess960"]);
        this.#variant = variantOf(options.variant ?? "chess");
        this.#notation = options.chess960 ? 1 : 0;
        const { rules } = this.#variant;
        this.#size = wasm.position_state_size(rules) >> 2;
        Position.#leave();
        if (options[FILL]) options[FILL](seat);
        else if (fen === undefined || fen === null) wasm.position_start(seat, rules);
        else Position.#read(String(fen), rules, flags | WHOLE);
        seated = this;
    }

    static #read(fen, rules, flags) {
        const code = withText(fen, (text, length) => wasm.position_read(seat, rules, text, length, flags, room.answer));
        if (code !== 0) throw errorAt(FenError, fen);
    }

    /* Makes a position of chess from a board of 64 codes. options: turn, castling (the squares of the rooks that may
     * castle), enPassant (the square passed), and those of the constructor. The offset of an error is a square. */
    static fromBoard(board, options = {}) {
        const flags = flagsOf(options, ["turn", "castling", "enPassant", "chess960"]);
        const { turn = "white", castling = [], enPassant = null, chess960 = false } = options;
        if (board.length !== 64) throw new RangeError(`expected 64 codes, found ${board.length}`);
        const chess = variantOf("chess");
        const rooks = castling.reduce((set, name) => set | (1n << BigInt(chess.squareOf(name))), 0n);
        const passed = enPassant === null ? NO_SQUARE : chess.squareOf(enPassant);
        const fill = (seat) => {
            bytes().set(board, room.text);
            const { answer, text } = room;
            if (wasm.position_from_board(seat, text, sideOf(turn), rooks, passed, flags, answer) !== 0)
                throw errorAt(FenError, null);
        };
        return new Position(null, { chess960, [FILL]: fill });
    }

    /* ---- The seat ---- */

    /* Empties the seat. */
    static #leave() {
        if (seat === 0) {
            seat = allocate(2 * SEAT_SIZE);
            stateOffset = wasm.position_state();
        }
        if (seated !== null && !seated.#isSaved) seated.#save();
        seated = null;
    }

    #save() {
        this.#state ??= new Uint32Array(this.#size);
        this.#state.set(seatedState(this.#size));
        this.#isSaved = true;
    }

    /* Returns the address at which this position sits. */
    #sit() {
        const { rules } = this.#variant;
        if (seated === this) return seat;
        Position.#leave();
        words()[seat >> 2] = rules;
        seatedState(this.#size).set(this.#state);
        seated = this;
        return seat;
    }

    /* The same, before the position changes. */
    #sitToChange() {
        const now = this.#sit();
        this.#isSaved = false;
        return now;
    }

    /* ---- Facts ---- */

    get variant() {
        return this.#variant;
    }

    get fen() {
        return readAscii(room.text, wasm.position_fen(this.#sit(), false, room.text));
    }

    /* The same, with the en-passant square even when no pawn may capture there. */
    get xFen() {
        return readAscii(room.text, wasm.position_fen(this.#sit(), true, room.text));
    }

    toString() {
        return this.fen;
    }

    /* What it takes to make the position again, with its moves; and its FEN. */
    static #asJson() {
        const first = this.copy();
        while (first.pop());
        return {
            variant: this.#variant.name,
            chess960: this.#notation === 1,
            start: first.fen,
            moves: this.#moves.map(({ uci }) => uci),
            fen: this.fen,
        };
    }

    /* The board as text, row by row, and the FEN: what console.log shows in Node and Deno. */
    get picture() {
        const letters = this.#letters().map((letter) => letter ?? ".");
        const width = Math.max(...letters.map(({ length }) => length));
        const { files, ranks } = this.#variant;
        const row = (rank) => letters.slice(files * rank, files * (rank + 1)).map((letter) => letter.padStart(width));
        return [...Array.from({ length: ranks }, (_, rank) => row(rank).join(" ")), this.fen].join("\n");
    }

    [Symbol.for("nodejs.util.inspect.custom")]() {
        return this.picture;
    }

    [Symbol.for("Deno.customInspect")]() {
        return this.picture;
    }

    get turn() {
        return SIDES[wasm.position_turn(this.#sit())];
    }

    get halfmoveClock() {
        return wasm.position_halfmove_clock(this.#sit());
    }

    get fullmoveNumber() {
        return wasm.position_fullmove_number(this.#sit());
    }

    /* The Zobrist key, the same for equal positions. */
    get key() {
        return BigInt.asUintN(64, wasm.position_key(this.#sit()));
    }


    /* Whether moves should be written as in Chess960: king or rook of a right to castle stand elsewhere than usual. */
    get needsChess960() {
        return wasm.position_needs_chess960(this.#sit()) !== 0;
    }

    /* A copy of the 64 codes: 0 empty, 1-6 white pawn to king, 9-14 the same in black, from a8 to h1. */
    get board() {
        this.#needChess("a board of 64 codes");
        const at = wasm.position_board(this.#sit());
        return bytes().slice(at, at + 64);
    }

    #needChess(what) {
        if (!this.#variant.isChess) throw new RangeError(`only chess has ${what}`);
    }

    /* Returns the letter in FEN of the piece on a square, such as "Q" or "+p"; null when it is empty. */
    get(square) {
        return this.#letters()[this.#variant.squareOf(square)];
    }

    /* A map from each occupied square to the letter in FEN of its piece. */
    get pieces() {
        const { squares } = this.#variant;
        const found = new Map();
        this.#letters().forEach((letter, square) => letter && found.set(squares[square], letter));
        return found;
    }

    #letters() {
        const { squares } = this.#variant;
        wasm.position_pieces(this.#sit(), squares.length, room.text);
        const memory = bytes();
        return squares.map((_, square) => {
            const letter = memory[room.text + 2 * square];
            const promoted = memory[room.text + 2 * square + 1] ? "+" : "";
            return letter === 0 ? null : promoted + String.fromCharCode(letter);
        });
    }

    /* The rights to castle as FEN has them: "KQkq", "-". */
    get castlingRights() {
        return this.fen.split(" ")[2];
    }

    /* The square on which a pawn may capture en passant; null when none may. */
    get enPassant() {
        const square = this.fen.split(" ")[3];
        return square === "-" ? null : square;
    }

    /* How many pieces a side has in hand: { P: 2, N: 1 }. */
    hand(side) {
        const held = {};
        const number = sideOf(side);
        if (!this.#variant.isChess)
            this.#variant.pieces.forEach(({ letter }, type) => {
                const count = wasm.position_in_hand(this.#sit(), number, type);
                if (count > 0) held[letter] = count;
            });
        return held;
    }

    /* The square of a side's king, or royal piece; null when there is none. */
    king(side = this.turn) {
        return this.#variant.squares[wasm.position_king(this.#sit(), sideOf(side))] ?? null;
    }

    /* ---- Verdicts ---- */

    /* "safe", "check", "double-check", "checkmate" or "stalemate". */
    get verdict() {
        return verdictNames()[wasm.position_judge(this.#sit(), room.answer)];
    }

    /* The squares of the pieces that give check. */
    get checkers() {
        wasm.position_judge(this.#sit(), room.answer);
        return this.#namesOf(squaresAt(room.answer + ANSWER.squares));
    }

    #namesOf(numbers) {
        const { squares } = this.#variant;
        return numbers.map((square) => squares[square]);
    }

    get inCheck() {
        return this.checkers.length > 0;
    }

    /* Why the game is a draw, or may be claimed as one, such as "threefold-repetition"; else null. */
    get draw() {
        return this.#withKeys((now, keys, count) => readName(wasm.name_of_draw(wasm.position_draw(now, keys, count))));
    }

    /* How many earlier positions of the game equal this one. */
    get repetitions() {
        return this.#withKeys((now, keys, count) => wasm.position_repetitions(now, keys, count));
    }

    /* How the game has ended without a claim: "white", "black", "draw"; else null. */
    get outcome() {
        return OUTCOMES[wasm.position_outcome(this.#sit())] ?? (CLAIMED.includes(this.draw) ? null : "draw");
    }

    /* Whether any sequence of moves could lead to a mate by this side, as far as its material says. */
    canMate(side) {
        this.#needChess("a rule about material");
        return wasm.position_can_mate(this.#sit(), sideOf(side)) !== 0;
    }

    /* ---- Attacks ---- */

    /* The squares from which pieces of a side attack a square. Pinned pieces attack too. */
    attackers(square, side = this.turn) {
        const number = this.#variant.squareOf(square);
        wasm.position_attackers(this.#sit(), number, sideOf(side), room.answer);
        return this.#namesOf(squaresAt(room.answer + ANSWER.squares));
    }

    /* All squares that pieces of a side attack. */
    attacked(side) {
        wasm.position_attacked(this.#sit(), sideOf(side), room.answer);
        return this.#namesOf(squaresAt(room.answer + ANSWER.squares));
    }

    /* The lines from attackers to the king of the side to move: { from, king, pinned, through }. pinned: the square of
     * the piece that stands between; null when the attacker gives check. through: the squares between the two ends.
     * Pins are known in chess alone. */
    lines() {
        const count = wasm.position_rays(this.#sit(), room.list);
        const all = [...words().subarray(room.list >> 2, (room.list >> 2) + 3 * count)];
        const { squares } = this.#variant;
        return Array.from({ length: count }, (_, i) => {
            const [from, king, pinned] = all.slice(3 * i, 3 * i + 3);
            return {
                from: squares[from],
                king: squares[king],
                pinned: squares[pinned] ?? null,
                through: this.#namesOf(this.#between(from, king)),
            };
        });
    }

    /* The squares between two, when they are on one line; else none, as for a knight's leap. */
    #between(from, to) {
        const { files } = this.#variant;
        const columns = (to % files) - (from % files);
        const rows = Math.floor(to / files) - Math.floor(from / files);
        const steps = Math.max(Math.abs(columns), Math.abs(rows));
        if (columns !== 0 && rows !== 0 && Math.abs(columns) !== Math.abs(rows)) return [];
        const step = Math.sign(columns) + files * Math.sign(rows);
        return Array.from({ length: steps - 1 }, (_, i) => from + (i + 1) * step);
    }

    /* The pieces that are pinned to the king of the side to move: [{ square, by }]. */
    get pins() {
        return this.lines()
            .filter(({ pinned }) => pinned !== null)
            .map(({ pinned, from }) => ({ square: pinned, by: from }));
    }

    /* ---- Moves ---- */

    /* Lists the legal moves. options: square, only the moves from this one; piece, only those of such pieces. */
    legalMoves(options) {
        if (options === undefined) return this.#allMoves();
        const { square, piece } = optionsOf(options, ["square", "piece"]);
        if (square !== undefined) this.#variant.squareOf(square);
        const letter = piece === undefined ? undefined : this.#letterOf(piece);
        const pieces = letter && this.pieces;
        return this.#allMoves().filter(({ from, kind, drop }) => {
            const isOf = !letter || (drop ?? pieces.get(from)?.toUpperCase()) === letter;
            return isOf && (square === undefined || (from === square && kind !== "drop"));
        });
    }

    /* The capital letter of a piece that is given by a letter or its name. */
    #letterOf(piece) {
        const wanted = String(piece).toLowerCase();
        const type = this.#variant.pieces.find(({ letter, name }) => [letter, name].some((word) => word.toLowerCase() === wanted));
        if (!type) throw new RangeError(`expected a piece such as "n" or "knight", found "${piece}"`);
        return type.letter;
    }

    #allMoves() {
        const now = this.#sit();
        const count = this.#list(now);
        const memory = words();
        const first = room.list >> 2;
        const known = this.#variant.knownMoves(this.#notation);
        const moves = new Array(count);
        for (let i = 0; i < count; i++) {
            const code = memory[first + i];
            moves[i] = known[code] ?? this.#variant.moveOf(now, code, this.#notation);
        }
        return moves;
    }

    /* Maps each square with legal moves to where they go, as chessground wants it: castling goes to the king's square
     * and to the rook's. Drops are left out. With a square, lists where its piece may go. */
    dests(square) {
        if (square !== undefined) return this.dests().get(this.#variant.squares[this.#variant.squareOf(square)]) ?? [];
        const found = new Map();
        for (const { from, to, kind, uci } of this.legalMoves()) {
            if (kind === "drop" || kind === "pass") continue;
            const all = found.get(from) ?? [];
            const [written] = uci.slice(from.length).match(SQUARE);
            found.set(from, [...new Set([...all, to, written])]);
        }
        return found;
    }

    /* Fills the list with the numbers of the legal moves and returns how many there are. */
    #list(now) {
        const count = wasm.move_list(now, room.list, room.listRoom);
        if (count <= room.listRoom) return count;
        reserveList(count);
        return wasm.move_list(now, room.list, room.listRoom);
    }

    [Symbol.iterator]() {
        return this.legalMoves()[Symbol.iterator]();
    }

    /* Returns the legal move that a text in UCI or SAN, or { from, to, promotion }, means; or throws a MoveError. Nothing is
     * played. */
    parse(given) {
        if (typeof given === "string") return this.#readMove(given);
        if (given instanceof Move) return this.#legal(given);
        const { from, to, promotion } = given ?? {};
        if (typeof from !== "string" || typeof to !== "string") throw new TypeError(`${EXPECTED_MOVE}, found ${shown(given)}`);
        if (promotion === undefined || promotion === null) return this.#readMove(from + to);
        try {
            return this.#readMove(from + to + this.#suffixOf(String(promotion)));
        } catch (error) {
            if (error.code !== "promotion-impossible") throw error;
            return this.#readMove(from + to); /* boards on the web name a queen with every move */
        }
    }

    /* What stands behind the squares in UCI: promotion is a letter, or the name of a piece. */
    #suffixOf(promotion) {
        const named = this.#variant.pieces.find(({ name }) => name.toLowerCase() === promotion.toLowerCase());
        return promotion.startsWith("+") ? "+" : (named?.notation ?? promotion).toLowerCase();
    }

    #readMove(given) {
        const now = this.#sit();
        for (const known of this.#variant.movesOfText(given, this.#notation))
            if (wasm.move_is_legal(now, known.code)) return known;
        const code = withText(given, (at, length) => wasm.move_explain(now, at, length, room.answer));
        if (code !== 0) throw errorAt(MoveError, given);
        return this.#variant.moveOf(now, words()[(room.answer + ANSWER.move) >> 2], this.#notation);
    }

    /* Returns why a move is not legal: a MoveError, not thrown; null when it is. */
    explain(move) {
        try {
            this.#legal(move);
            return null;
        } catch (error) {
            if (error instanceof MoveError) return error;
            throw error;
        }
    }

    /* Returns the legal move that is given, or throws a MoveError. */
    #legal(given) {
        if (!(given instanceof Move)) return this.parse(given);
        if (wasm.move_is_legal(this.#sit(), given.code)) return given;
        this.#readMove(given.uci);
        throw new MoveError(`${given.uci} belongs to another position`, "move-text", 0);
    }

    isLegal(move) {
        return move instanceof Move ? wasm.move_is_legal(this.#sit(), move.code) !== 0 : this.explain(move) === null;
    }

    uci(move) {
        return this.#legal(move).uci;
    }

    san(move) {
        const legal = this.#legal(move);
        return readAscii(room.text, wasm.move_san(this.#sit(), legal.code, room.text));
    }

    /* What a move wins when each side in turn takes on its square with the least valuable piece, or stops. options:
     * values, of pawn, knight, bishop, rook and queen, 100, 300, 300, 500 and 900 unless given; pins, whether a pinned
     * piece stays. Chess alone. */
    see(move, options = {}) {
        this.#needChess("exchanges");
        const { values, pins = false } = optionsOf(options, ["values", "pins"]);
        const { code } = this.#legal(move);
        const now = this.#sit();
        if (values !== undefined) new Int16Array(wasm.memory.buffer, room.list, 5).set(checkValues(values));
        return wasm.move_see(now, code, values === undefined ? 0 : room.list, Boolean(pins));
    }

    /* Whether a move wins so much at least. */
    seeAtLeast(move, threshold, options = {}) {
        if (!Number.isFinite(threshold)) throw new RangeError(`expected a threshold as a number, found ${shown(threshold)}`);
        return this.see(move, options) >= threshold;
    }

    /* ---- The game so far ---- */

    /* Makes a move, a Move or what parse() takes, and returns it. Throws a MoveError. */
    push(move) {
        return this.#make(this.#legal(move));
    }

    /* Passes, and returns the null move. Throws a MoveError in check. */
    pushNull() {
        this.#needChess("null moves");
        const made = nullMove(this.king());
        if (this.inCheck) throw new MoveError("a null move is impossible in check", "pgn-null-move", 0);
        return this.#make(made);
    }

    #make(legal) {
        const now = this.#sitToChange();
        this.#keep();
        this.#moves.push(legal);
        if (legal.kind === "null") wasm.move_pass(now);
        else wasm.move_make(now, legal.code);
        return legal;
    }

    /* Makes the legal move of a number, or passes, and returns it and its SAN. */
    [PLAY](code, passes) {
        if (passes) return { move: this.pushNull(), san: "--" };
        const now = this.#sit();
        const move = this.#variant.moveOf(now, code, this.#notation);
        const san = readAscii(room.text, wasm.move_san(now, code, room.text));
        return { move: this.#make(move), san };
    }

    /* Appends the state to those before. */
    #keep() {
        const size = this.#size;
        const at = size * this.#moves.length;
        this.#states ??= new Uint32Array(size * PLIES_OF_STATES);
        if (at === this.#states.length) {
            const larger = new Uint32Array(2 * at);
            larger.set(this.#states);
            this.#states = larger;
        }
        this.#states.set(seatedState(size), at);
    }

    /* Takes back the last move and returns it; undefined when there is none. */
    pop() {
        if (this.#moves.length === 0) return undefined;
        const size = this.#size;
        const at = size * (this.#moves.length - 1);
        this.#sitToChange();
        seatedState(size).set(this.#states.subarray(at, at + size));
        this.#keys.length = Math.min(this.#keys.length, this.#moves.length - 1);
        return this.#moves.pop();
    }

    /* The moves made. */
    get moves() {
        return [...this.#moves];
    }

    get ply() {
        return this.#moves.length;
    }

    /* A copy, with its moves; the option moves: false leaves them out. */
    copy(options = {}) {
        const { moves = true } = optionsOf(options, ["moves"]);
        this.#sit();
        const state = seatedState(this.#size).slice();
        const copy = new Position(null, {
            variant: this.#variant,
            chess960: this.#notation === 1,
            [FILL]: (to) => words().set(state, stateAt(to)),
        });
        if (!moves) return copy;
        copy.#moves = [...this.#moves];
        copy.#keys = [...this.#keys];
        copy.#states = this.#states?.slice();
        return copy;
    }

    /* Calls use(address, count) with the keys of all positions of the game. */
    #withKeys(use) {
        const now = this.#sit();
        const spare = now + SEAT_SIZE;
        const size = this.#size;
        words()[spare >> 2] = this.#variant.rules;
        for (let ply = this.#keys.length; ply < this.#moves.length; ply++) {
            words().set(this.#states.subarray(size * ply, size * (ply + 1)), stateAt(spare));
            this.#keys.push(wasm.position_key(spare));
        }
        const all = BigInt64Array.from([...this.#keys, wasm.position_key(now)]);
        const keys = allocate(8 * all.length);
        try {
            new BigInt64Array(wasm.memory.buffer, keys, all.length).set(all);
            return use(now, keys, all.length);
        } finally {
            wasm.release(keys);
        }
    }

    /* ---- Counting ---- */

    /* The number of sequences of `depth` legal moves. */
    perft(depth) {
        checkDepth(depth);
        return wasm.move_perft(this.#sit(), depth);
    }

    /* What perft counts after each legal move, as { move, nodes }, one after the other while they are counted. The
     * order is that of the moves' texts. */
    *divide(depth) {
        checkDepth(depth);
        if (depth === 0) return;
        const position = this.copy();
        for (const move of position.legalMoves().sort((a, b) => (a.uci < b.uci ? -1 : 1))) {
            position.push(move);
            const nodes = position.perft(depth - 1);
            position.pop();
            yield { move, nodes };
        }
    }

    /* Counts the moves of a perft's last ply by their kinds: { nodes, captures, enPassant, castles, promotions, checks,
     * doubleChecks, checkmates }. Every move is made. */
    perftStats(depth) {
        checkDepth(depth);
        wasm.move_stats(this.#sit(), depth, room.answer);
        const counts = new Float64Array(wasm.memory.buffer, room.answer + ANSWER.counts, COUNTS.length);
        return Object.fromEntries(COUNTS.map((name, i) => [name, counts[i]]));
    }

    /* ---- In the words of chessops ---- */

    allDests() {
        return this.dests();
    }

    play(move) {
        this.push(move);
    }

    toSetup() {
        return this.copy();
    }

    /* ---- In the words of chess.js ---- */

    /* The same as push: the move is played. */
    move(move) {
        return this.push(move);
    }

    /* The same as pop, but null when there is no move. */
    undo() {
        return this.pop() ?? null;
    }

    /* The moves made in SAN; with the option verbose, as objects. */
    history(options = {}) {
        if (optionsOf(options, ["verbose"]).verbose) return this.moves;
        const position = this.copy();
        const moves = this.moves.reverse().map((move) => (position.pop(), move.kind === "null" ? "--" : position.san(move)));
        return moves.reverse();
    }

    clone() {
        return this.copy();
    }

    ascii() {
        return this.picture;
    }

    moveNumber() {
        return this.fullmoveNumber;
    }

    isCheck() {
        return this.inCheck;
    }

    isCheckmate() {
        return this.verdict === "checkmate";
    }

    isStalemate() {
        return this.verdict === "stalemate";
    }

    isInsufficientMaterial() {
        return this.draw === "insufficient-material";
    }

    isThreefoldRepetition() {
        return this.repetitions >= 2;
    }

    isDrawByFiftyMoves() {
        return this.halfmoveClock >= 100;
    }

    /* Whether the game is drawn, or may be claimed to be. */
    isDraw() {
        return this.draw !== null;
    }

    /* Whether the game has ended, or may be claimed to be drawn: outcome is about the end alone. */
    isGameOver() {
        return this.outcome !== null || this.draw !== null;
    }

    isAttacked(square, side) {
        return this.attackers(square, side).length > 0;
    }

    squareColor(square) {
        const { files, ranks } = this.#variant;
        const number = this.#variant.squareOf(square);
        return ((number % files) + ranks - 1 - Math.floor(number / files)) % 2 === 0 ? "dark" : "light";
    }

    /* Does nothing: memory of positions is the garbage collector's. For `using`. */
    dispose() {
        if (seated === this) Position.#leave();
    }
}
Position.prototype[Symbol.dispose ?? Symbol.for("Symbol.dispose")] = Position.prototype.dispose;
