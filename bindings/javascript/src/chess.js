/* What kingscan/chess exports: the class Chess of chess.js with its names and values, "w" and pieces as objects, over a
 * Position. What stands on a board that is being set up is kept as a FEN until it is a position. */
import { BISHOP, DEFAULT_POSITION, KING, KNIGHT, PAWN, QUEEN, ROOK, SQUARES, validateFen } from "./constants.js";
import { FenError, optionsOf, shown } from "./errors.js";
import { Game, games } from "./games.js";
import { ROSTER, inLines } from "./pgn.js";
import { Position } from "./position.js";

const NAMES = { w: "white", b: "black" };
const EMPTY = "8/8/8/8/8/8/8/8 w - - 0 1";
const FLAGS = { "double-push": "b", "en-passant": "e", null: "-" };

function sideNamed(color) {
    if (Object.hasOwn(NAMES, color)) return NAMES[color];
    throw new RangeError(`expected the color "w" or "b", found ${shown(color)}`);
}
const colorOf = (side) => side[0];
const pieceOf = (letter) => ({ type: letter.toLowerCase(), color: letter === letter.toLowerCase() ? "b" : "w" });
const letterOfPiece = ({ type, color }) => (color === "w" ? type.toUpperCase() : type);

/* The 64 letters of a FEN's board, from a8 to h1, with null for empty squares; and the way back. */
const lettersIn = (fen) =>
    [...fen.split(" ")[0].replaceAll("/", "")].flatMap((sign) => (sign > "0" && sign < "9" ? new Array(Number(sign)).fill(null) : [sign]));
const placementOf = (letters) =>
    Array.from({ length: 8 }, (_, row) => letters.slice(8 * row, 8 * row + 8).map((letter) => letter ?? "1").join(""))
        .join("/")
        .replace(/1+/g, (ones) => ones.length);

const withoutSigns = (san) => san.replace(/[+#]?[!?]*$/, "");

/* A move as chess.js has it. */
class ChessMove {
    constructor(facts) {
        Object.assign(this, facts);
    }

    isCapture() {
        return /[ce]/.test(this.flags);
    }

    isPromotion() {
        return this.flags.includes("p");
    }

    isEnPassant() {
        return this.flags.includes("e");
    }

    isKingsideCastle() {
        return this.flags.includes("k");
    }

    isQueensideCastle() {
        return this.flags.includes("q");
    }

    isBigPawn() {
        return this.flags.includes("b");
    }

    isNullMove() {
        return this.flags.includes("-");
    }
}

/* What captures and promotes: flags of chess.js. */
function flagsOfMove(move, captured) {
    const flag = move.isKingsideCastle() ? "k" : move.isQueensideCastle() ? "q" : (FLAGS[move.kind] ?? (captured ? "c" : "n"));
    return flag + (move.isPromotion() ? "p" : "");
}

/* Describes a move of a position, which stands before it, and is the same afterwards. */
function describe(position, move, before = position.fen) {
    const passes = move.kind === "null";
    const to = passes ? move.to : move.uci.slice(2, 4);
    const captured = move.isEnPassant() ? "p" : move.kind === "castling" || passes ? undefined : position.get(to)?.toLowerCase();
    const facts = { color: colorOf(position.turn), from: move.from, to, piece: position.get(move.from).toLowerCase() };
    if (captured) facts.captured = captured;
    if (move.promotion) facts.promotion = move.promotion;
    Object.assign(facts, { flags: flagsOfMove(move, captured), san: passes ? "--" : position.san(move), lan: passes ? "--" : move.uci, before });
    if (passes) position.pushNull();
    else position.push(move);
    facts.after = position.fen;
    position.pop();
    return new ChessMove(facts);
}

export class Chess {
    #position = null; /* null while the board is no position */
    #draft = null; /* the FEN of such a board */
    #headers = {};
    #comments = new Map(); /* by FEN */

    /* options: skipValidation, any board serves. */
    constructor(fen = DEFAULT_POSITION, options = {}) {
        this.load(fen, options);
    }

    /* The position, with Kingscan's names. Throws a FenError while the board has not its kings. */
    get position() {
        return this.#position ?? new Position(this.#draft, { lenient: true });
    }

    /* ---- Set up ---- */

    load(fen, options = {}) {
        const { skipValidation = false, preserveHeaders = false } = optionsOf(options, ["skipValidation", "preserveHeaders"]);
        if (skipValidation) this.#take(fen);
        else [this.#position, this.#draft] = [new Position(fen), null];
        this.#comments.clear();
        if (!preserveHeaders) this.#headers = {};
    }

    reset() {
        this.load(DEFAULT_POSITION);
    }

    clear(options = {}) {
        this.load(EMPTY, { skipValidation: true, ...options });
    }

    /* Takes a board that may lack its kings. */
    #take(fen) {
        try {
            [this.#position, this.#draft] = [new Position(fen, { lenient: true }), null];
        } catch (error) {
            if (!(error instanceof FenError && lettersIn(fen).length === 64)) throw error;
            [this.#position, this.#draft] = [null, fen];
        }
    }

    /* change(letters, fields) changes the board or the other fields of the FEN. The game begins here then. */
    #edit(change) {
        const fields = this.fen().split(" ");
        const letters = lettersIn(fields[0]);
        fields[3] = "-";
        change(letters, fields);
        this.#take([placementOf(letters), ...fields.slice(1)].join(" "));
        return true;
    }

    get(square) {
        const letter = lettersIn(this.fen())[SQUARES.indexOf(square)];
        return letter ? pieceOf(letter) : undefined;
    }

    put(piece, square) {
        const { type, color } = piece;
        const at = SQUARES.indexOf(square);
        if (!"pnbrqk".includes(type) || !Object.hasOwn(NAMES, color) || at < 0) return false;
        const king = type === "k" ? this.findPiece(piece) : [];
        return king.some((other) => other !== square) ? false : this.#edit((letters) => (letters[at] = letterOfPiece(piece)));
    }

    remove(square) {
        const piece = this.get(square);
        if (piece) this.#edit((letters) => (letters[SQUARES.indexOf(square)] = null));
        return piece;
    }

    setTurn(color) {
        const side = sideNamed(color);
        if (this.turn() === colorOf(side)) return false;
        return this.#edit((_, fields) => (fields[1] = color));
    }

    getCastlingRights(color) {
        const rights = this.fen().split(" ")[2];
        const has = (type) => rights.includes(letterOfPiece({ type, color: colorOf(sideNamed(color)) }));
        return { k: has("k"), q: has("q") };
    }

    setCastlingRights(color, rights) {
        const given = { ...this.getCastlingRights(color), ...rights };
        const has = (of, type) => (of === color ? given : this.getCastlingRights(of))[type];
        const all = ["wk", "wq", "bk", "bq"].filter(([of, type]) => has(of, type)).map(([of, type]) => letterOfPiece({ type, color: of }));
        this.#edit((_, fields) => (fields[2] = all.join("") || "-"));
        const now = this.getCastlingRights(color);
        return now.k === given.k && now.q === given.q;
    }

    /* ---- Facts ---- */

    fen(options = {}) {
        const { forceEnpassantSquare = false } = optionsOf(options, ["forceEnpassantSquare"]);
        return this.#draft ?? this.position[forceEnpassantSquare ? "xFen" : "fen"];
    }

    toString() {
        return this.fen();
    }

    turn() {
        return this.fen().split(" ")[1];
    }

    moveNumber() {
        return Number(this.fen().split(" ")[5] ?? 1);
    }

    board() {
        const letters = lettersIn(this.fen());
        const at = (square) => (letters[square] ? { square: SQUARES[square], ...pieceOf(letters[square]) } : null);
        return Array.from({ length: 8 }, (_, row) => Array.from({ length: 8 }, (_, file) => at(8 * row + file)));
    }

    findPiece(piece) {
        const letter = letterOfPiece(piece);
        return lettersIn(this.fen()).flatMap((found, at) => (found === letter ? [SQUARES[at]] : []));
    }

    ascii() {
        const letters = lettersIn(this.fen()).map((letter) => ` ${letter ?? "."} `);
        const edge = `   +${"-".repeat(24)}+`;
        const rows = Array.from({ length: 8 }, (_, row) => ` ${8 - row} |${letters.slice(8 * row, 8 * row + 8).join("")}|`);
        return [edge, ...rows, edge, "     a  b  c  d  e  f  g  h"].join("\n");
    }

    hash() {
        return this.position.key.toString(16).padStart(16, "0");
    }

    squareColor(square) {
        return SQUARES.includes(square) ? new Position().squareColor(square) : null;
    }

    attackers(square, color = this.turn()) {
        return this.position.attackers(square, sideNamed(color));
    }

    isAttacked(square, color) {
        return this.attackers(square, color).length > 0;
    }

    inCheck() {
        return this.position.inCheck;
    }

    /* ---- Moves ---- */

    moves(options = {}) {
        const { verbose = false, ...chosen } = optionsOf(options, ["verbose", "square", "piece"]);
        const { position } = this;
        const { fen } = position;
        return position.legalMoves(chosen).map((move) => (verbose ? describe(position, move, fen) : position.san(move)));
    }

    /* move: SAN, UCI, or { from, to, promotion }; null passes. strict: a text has to be SAN as it is written here, but for
     * its signs of check and annotation. Throws a MoveError. */
    move(move, options = {}) {
        const { strict = false } = optionsOf(options, ["strict"]);
        const position = (this.#position = this.position);
        this.#draft = null;
        if (move !== null && move !== "--") {
            const played = describe(position, position.parse(move));
            if (strict && typeof move === "string" && withoutSigns(move) !== withoutSigns(played.san))
                throw new TypeError(`expected ${played.san}, as SAN writes the move, found "${move}"`);
            position.push(played.lan);
            return played;
        }
        const passed = position.pushNull();
        position.pop();
        const described = describe(position, passed);
        position.pushNull();
        return described;
    }

    undo() {
        const move = this.#position?.pop();
        return move === undefined ? null : describe(this.#position, move);
    }

    /* The positions before each move made, one object that changes, and the move. */
    *#played() {
        const position = this.position.copy();
        const { moves } = position;
        while (position.pop());
        for (const move of moves) {
            yield { position, move };
            if (move.kind === "null") position.pushNull();
            else position.push(move);
        }
    }

    #fens() {
        return [...Array.from(this.#played(), ({ position }) => position.fen), this.fen()];
    }

    history(options = {}) {
        const { verbose = false } = optionsOf(options, ["verbose"]);
        if (!verbose) return this.position.history();
        return Array.from(this.#played(), ({ position, move }) => describe(position, move));
    }

    perft(depth) {
        return this.position.perft(depth);
    }

    /* ---- PGN ---- */

    getHeaders() {
        return { ...ROSTER, ...this.#headers };
    }

    setHeader(name, value) {
        this.#headers[name] = value;
        return this.getHeaders();
    }

    removeHeader(name) {
        return Object.hasOwn(this.#headers, name) && delete this.#headers[name];
    }

    header(...pairs) {
        for (let i = 0; i + 1 < pairs.length; i += 2) this.setHeader(pairs[i], pairs[i + 1]);
        return this.getHeaders();
    }

    getComment() {
        return this.#comments.get(this.fen());
    }

    setComment(comment) {
        this.#comments.set(this.fen(), comment);
    }

    removeComment() {
        const comment = this.getComment();
        this.#comments.delete(this.fen());
        return comment;
    }

    /* Those of the game's positions: moves that are taken back take theirs along. */
    getComments() {
        const fens = this.#draft === null ? this.#fens() : [];
        for (const fen of this.#comments.keys()) if (!fens.includes(fen)) this.#comments.delete(fen);
        return Array.from(this.#comments, ([fen, comment]) => ({ fen, comment }));
    }

    removeComments() {
        const all = this.getComments();
        this.#comments.clear();
        return all;
    }

    pgn(options = {}) {
        const { newline = "\n", maxWidth = 0 } = optionsOf(options, ["newline", "maxWidth"]);
        const comments = this.#fens().map((fen) => this.#comments.get(fen) ?? null);
        const [tags, text] = Game.from(this.position, this.#headers, { comments }).pgn().trimEnd().split("\n\n");
        const words = text.replace(/{\s([^}]*)\s}/g, "{$1}").split(/\s+/);
        return `${tags}\n\n${inLines(words, maxWidth || Infinity)}`.replaceAll("\n", newline);
    }

    /* Reads one game, with lines that end in any way, and moves in all usual spellings. Throws a PgnError. */
    loadPgn(pgn, options = {}) {
        optionsOf(options, []);
        const [game, another] = games(pgn, { nullMoves: true });
        if (game === undefined) throw new TypeError("expected a game, found none");
        if (another !== undefined) throw new TypeError("expected one game, found more; games(text) reads them all");
        if (game.errors.length > 0) throw game.errors[0];
        const position = game.position();
        if (!position.variant.isChess) throw new TypeError(`expected a game of chess, found one of ${position.variant}; games(text) reads it`);
        [this.#position, this.#draft, this.#headers] = [position, null, { ...game.tags, Result: game.result }];
        this.#comments.clear();
        const comments = [game.comment, ...game.moves.map(({ comment }) => comment)];
        this.#fens().forEach((fen, ply) => comments[ply] !== null && this.#comments.set(fen, comments[ply]));
    }
}

/* Verdicts have the same names and answers in both classes. */
for (const name of ["Check", "Checkmate", "Stalemate", "InsufficientMaterial", "ThreefoldRepetition", "DrawByFiftyMoves", "Draw", "GameOver"])
    Object.defineProperty(Chess.prototype, `is${name}`, {
        configurable: true,
        writable: true,
        value() {
            return this.position[`is${name}`]();
        },
    });

/* All of it under one name: the package has a WHITE of its own, "white", which is what position.turn says. */
export const chess = Object.freeze({
    BISHOP,
    BLACK: "b",
    Chess,
    DEFAULT_POSITION,
    KING,
    KNIGHT,
    Move: ChessMove,
    PAWN,
    QUEEN,
    ROOK,
    SQUARES,
    WHITE: "w",
    validateFen,
});
