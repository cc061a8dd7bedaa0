/* Games in PGN as trees of moves, as they are written: nothing says that the moves are legal. */
import { IllegalSetup, PositionError } from "./chess.js";
import { makeFen, parseFen } from "./fen.js";
import { Result } from "./result.js";
import { defaultPosition, setupPosition } from "./variant.js";
import { RULES } from "./types.js";
import { makeSquare, parseSquare } from "./util.js";

/* ---- Trees ---- */

export class Node {
    constructor() {
        this.children = [];
    }

    *mainlineNodes() {
        for (let [node] = this.children; node; [node] = node.children) yield node;
    }

    *mainline() {
        for (const node of this.mainlineNodes()) yield node.data;
    }

    end() {
        return [this, ...this.mainlineNodes()].at(-1);
    }
}

export class ChildNode extends Node {
    constructor(data) {
        super();
        this.data = data;
    }
}

export const isChildNode = (node) => node instanceof ChildNode;

/* Appends a line of moves to a node, and returns the last one. */
export function extend(node, line) {
    for (const data of line) {
        const child = new ChildNode(data);
        node.children.push(child);
        node = child;
    }
    return node;
}

/* A value that transform and walk copy for each variation. */
export class Box {
    constructor(value) {
        this.value = value;
    }

    clone() {
        return new Box(this.value);
    }
}

/* Calls visit(context, data, index) for each node, parents first, and returns the tree of what it returns; a node for which
 * that is undefined is left out with all behind it. Each child has a copy of its parent's context. */
export function transform(node, context, visit) {
    const root = new Node();
    const pending = [{ node, made: root, context }];
    while (pending.length > 0) {
        const { node, made, context } = pending.pop();
        node.children.forEach((child, index) => {
            const own = index < node.children.length - 1 ? context.clone() : context;
            const data = visit(own, child.data, index);
            if (data === undefined) return;
            const madeChild = new ChildNode(data);
            made.children.push(madeChild);
            pending.push({ node: child, made: madeChild, context: own });
        });
    }
    return root;
}

/* The same without a tree: a node for which visit returns false ends its line. */
export function walk(node, context, visit) {
    transform(node, context, (own, data, index) => (visit(own, data, index) === false ? undefined : true));
}

/* ---- Headers ---- */

export const emptyHeaders = () => new Map();
export const defaultHeaders = () =>
    new Map([["Event", "?"], ["Site", "?"], ["Date", "????.??.??"], ["Round", "?"], ["White", "?"], ["Black", "?"], ["Result", "*"]]);
export const defaultGame = (initHeaders = defaultHeaders) => ({ headers: initHeaders(), moves: new Node() });

const RESULTS = { white: "1-0", black: "0-1", undefined: "1/2-1/2" };
export const makeOutcome = (outcome) => (outcome ? RESULTS[outcome.winner] : "*");

export function parseOutcome(text) {
    const result = text?.replace(/[–—]/g, "-");
    const winner = Object.keys(RESULTS).find((winner) => RESULTS[winner] === result);
    return winner && { winner: winner === "undefined" ? undefined : winner };
}

const VARIANTS = {
    antichess: "Antichess",
    kingofthehill: "King of the Hill",
    "3check": "Three-check",
    atomic: "Atomic",
    horde: "Horde",
    racingkings: "Racing Kings",
    crazyhouse: "Crazyhouse",
};

/* What else the tag Variant may say, in lower case. */
const SPELLINGS = [
    ["chess", /^$|^(standard|from position|classical|normal|(chess|fischer) ?random|fischerr?andom|chess ?960|wild\/([0-7]|8a?))$/],
    ["3check", /^(three|3)[- ]?check( chess)?$/],
    ["antichess", /^anti( chess)?$/],
    ["atomic", /^atom(ic chess)?$/],
    ["crazyhouse", /^(crazy ?house|house|zh)$/],
    ["horde", /^horde chess$/],
    ["kingofthehill", /^koth$/],
    ["racingkings", /^(race|racing)$/],
];

export const makeVariant = (rules) => VARIANTS[rules];

export function parseVariant(variant = "chess") {
    const text = variant.toLowerCase();
    const named = RULES.find((rules) => rules === text || makeVariant(rules)?.toLowerCase() === text);
    return named ?? SPELLINGS.find(([, spelling]) => spelling.test(text))?.[0];
}

/* The first position of a game, a Result. */
export function startingPosition(headers) {
    const rules = parseVariant(headers.get("Variant"));
    if (!rules) return Result.err(new PositionError(IllegalSetup.Variant));
    const fen = headers.get("FEN");
    return fen ? parseFen(fen).chain((setup) => setupPosition(rules, setup)) : Result.ok(defaultPosition(rules));
}

export function setStartingPosition(headers, pos) {
    const fen = makeFen(pos.toSetup());
    const usual = makeFen(defaultPosition(pos.rules).toSetup());
    const put = (name, value) => (value ? headers.set(name, value) : headers.delete(name));
    put("Variant", makeVariant(pos.rules));
    put("FEN", fen === usual ? undefined : fen);
}

/* ---- Writing ---- */

const wordsOfComments = (comments = []) => comments.map((comment) => `{ ${comment.replaceAll("}", "")} }`);

/* Yields the words of a move, and returns whether the next one needs its number. */
function* wordsOfMove({ data }, ply, numbered) {
    const { san, startingComments = [], comments = [], nags = [] } = data;
    yield* wordsOfComments(startingComments);
    const number = Math.floor(ply / 2) + 1;
    if (ply % 2 === 0) yield `${number}.`;
    else if (numbered || startingComments.length > 0) yield `${number}...`;
    yield* [san, ...nags.map((nag) => `$${nag}`), ...wordsOfComments(comments)];
    return nags.length > 0;
}

function* wordsOfLine(node, ply, numbered) {
    for (; node.children.length > 0; [node] = node.children) {
        const [move, ...variations] = node.children;
        numbered = yield* wordsOfMove(move, ply++, numbered);
        for (const variation of variations) {
            yield "(";
            yield* wordsOfLine(variation, ply, yield* wordsOfMove(variation, ply - 1, true));
            yield ")";
            numbered = true;
        }
    }
}

export function makePgn({ headers, comments, moves }) {
    const tags = Array.from(headers, ([name, value]) => `[${name} "${value.replace(/["\\]/g, "\\$&")}"]\n`);
    const first = parseFen(headers.get("FEN") ?? "").unwrap(({ turn, fullmoves }) => 2 * (fullmoves - 1) + (turn === "black" ? 1 : 0), () => 0);
    const words = [...wordsOfComments(comments), ...wordsOfLine(moves, first, true), makeOutcome(parseOutcome(headers.get("Result")))];
    return `${tags.join("")}${tags.length > 0 ? "\n" : ""}${words.join(" ")}\n`;
}

/* ---- Reading ---- */

const HEADER = /^\s*\[([A-Za-z0-9][\w+#=:-]*)\s+"((?:[^"\\]|\\["\\])*)"\]/;
const SAN = "(?:[NBKRQ]?[a-h]?[1-8]?[-x]?[a-h][1-8](?:=?[nbrqkNBRQK])?|[pnbrqkPNBRQK]?@[a-h][1-8]|[Oo0]-[Oo0](?:-[Oo0])?)[+#]?";
const TOKEN = new RegExp(String.raw`(--|Z0|0000|@@@@)|(${SAN})|(1[-–—]0|0[-–—]1|1/2[-–—]1/2)|\$(\d{1,4})|([?!]{1,2})|[;{()]`, "g");
const GLYPHS = [undefined, "!", "?", "!!", "??", "!?", "?!"];
const COST = 100; /* of a header, or of a word among the moves */

export class PgnError extends Error {}

/* A reader of a text that comes in parts. Calls emitGame(game, error) with each game; the error says that a game has taken
 * more than maxBudget, after which nothing is read. */
export class PgnParser {
    #emitGame;
    #initHeaders;
    #maxBudget;
    #line = ""; /* the beginning of a line that has not ended */
    #state = "before"; /* "before", "headers" or "moves" */
    #comment; /* the lines of one that has not ended */
    #budget;
    #game;
    #stack; /* of the variations around: { parent, node, startingComments } */

    constructor(emitGame, initHeaders = defaultHeaders, maxBudget = 1000000) {
        this.#emitGame = emitGame;
        this.#initHeaders = initHeaders;
        this.#maxBudget = maxBudget;
        this.#begin();
    }

    #begin() {
        this.#state = "before";
        this.#budget = this.#maxBudget;
        this.#game = defaultGame(this.#initHeaders);
        this.#stack = [{ parent: this.#game.moves }];
    }

    /* options: stream, more of the text follows. */
    parse(text, options = {}) {
        const lines = (this.#line + text).split("\n");
        this.#line = options.stream ? lines.pop() : "";
        for (const line of lines) {
            if (this.#budget < 0) return;
            this.#read(line.replace(/\r$/, "").replace(/^\ufeff/, ""));
        }
        if (!options.stream && this.#budget >= 0) this.#end();
    }

    #end(error) {
        if (this.#comment) this.#put("comments", this.#textOfComment());
        if (this.#state === "before") return;
        if (!this.#game.headers.has("Result")) this.#game.headers.set("Result", "*");
        this.#emitGame(this.#game, error);
        if (!error) this.#begin();
    }

    #spend() {
        this.#budget -= COST;
        if (this.#budget < 0) this.#end(new PgnError("ERR_PGN_BUDGET"));
        return this.#budget >= 0;
    }

    #read(line) {
        if (this.#comment) return this.#readComment(line);
        const isBlank = line.trim() === "";
        if (isBlank) return this.#state === "moves" ? this.#end() : undefined;
        if (line.startsWith("%")) return undefined;
        if (this.#state === "before") this.#state = "headers";
        return this.#state === "headers" ? this.#readHeaders(line) : this.#readMoves(line);
    }

    #readHeaders(line) {
        for (let found; (found = HEADER.exec(line)); line = line.slice(found[0].length)) {
            if (!this.#spend()) return;
            this.#game.headers.set(found[1], found[2].replace(/\\(.)/g, "$1"));
        }
        if (line.trim() === "") return;
        this.#state = "moves";
        this.#readMoves(line);
    }

    #readMoves(line) {
        for (const { 0: token, 1: pass, 2: san, 3: result, 4: nag, 5: glyph, index } of line.matchAll(TOKEN)) {
            if (token === ";") return;
            if (token === "{") {
                this.#comment = [];
                return this.#readComment(line.slice(index + 1));
            }
            if (token === "(") this.#stack.push({ parent: this.#stack.at(-1).parent });
            else if (token === ")") this.#stack.length = Math.max(1, this.#stack.length - 1);
            else if (result && this.#stack.length === 1) this.#game.headers.set("Result", makeOutcome(parseOutcome(result)));
            else if (pass || san) this.#add(pass ? "--" : san.replace(/^[o0].*/, (castling) => castling.replace(/[o0]/g, "O")));
            else if (nag || glyph) this.#put("nags", nag ? Number(nag) : GLYPHS.indexOf(glyph));
            if (!this.#spend()) return;
        }
    }

    #readComment(line) {
        const end = line.indexOf("}");
        this.#comment.push(end < 0 ? line : line.slice(0, end).replace(/ $/, ""));
        if (end < 0) return;
        this.#put("comments", this.#textOfComment());
        if (this.#spend()) this.#readMoves(line.slice(end + 1));
    }

    #textOfComment() {
        const text = this.#comment.join("\n").replace(/^ /, "");
        this.#comment = undefined;
        return text;
    }

    #add(san) {
        const frame = this.#stack.at(-1);
        if (frame.node) frame.parent = frame.node;
        const { startingComments } = frame;
        frame.node = new ChildNode(startingComments ? { san, startingComments } : { san });
        frame.startingComments = undefined;
        frame.parent.children.push(frame.node);
    }

    /* Notes a comment or a glyph about the last move; before the first one, a comment belongs to the game or to the variation. */
    #put(name, value) {
        const frame = this.#stack.at(-1);
        if (frame.node) (frame.node.data[name] ??= []).push(value);
        else if (name === "comments" && this.#stack.length === 1) (this.#game.comments ??= []).push(value);
        else if (name === "comments") (frame.startingComments ??= []).push(value);
    }
}

export function parsePgn(pgn, initHeaders = defaultHeaders) {
    const games = [];
    new PgnParser((game) => games.push(game), initHeaders, Infinity).parse(pgn);
    return games;
}

/* ---- Comments ---- */

const COLORS = { green: "G", red: "R", yellow: "Y", blue: "B" };
const SHAPE = "[GRYB][a-h][1-8](?:[a-h][1-8])?";
const SHAPES = new RegExp(String.raw`\s?\[%(?:csl|cal)\s(${SHAPE}(?:,${SHAPE})*)\]\s?`, "g");
const CLOCK = /\s?\[%(clk|emt)\s(\d{1,5}):(\d{1,2}):(\d{1,2}(?:\.\d{0,3})?)\]\s?/g;
const EVALUATION = /\s?\[%eval\s(?:#([+-]?\d{1,5})|([+-]?(?:\d{1,5}|\d{0,5}\.\d{1,2})))(?:,(\d{1,5}))?\]\s?/g;

export const isPawns = (evaluation) => "pawns" in evaluation;
export const isMate = (evaluation) => "mate" in evaluation;

function shapeOf(text) {
    const from = parseSquare(text.slice(1, 3));
    return { color: Object.keys(COLORS).find((color) => COLORS[color] === text[0]), from, to: text[3] ? parseSquare(text.slice(3)) : from };
}

/* What a comment has besides text: clock, emt, evaluation, shapes. */
export function parseComment(comment) {
    const found = { shapes: [], emt: undefined, clock: undefined, evaluation: undefined };
    const text = comment
        .replace(CLOCK, (_, name, hours, minutes, seconds) => {
            found[name === "clk" ? "clock" : "emt"] = 3600 * hours + 60 * minutes + Number(seconds);
            return "  ";
        })
        .replace(SHAPES, (_, shapes) => {
            found.shapes.push(...shapes.split(",").map(shapeOf));
            return "  ";
        })
        .replace(EVALUATION, (_, mate, pawns, depth) => {
            const at = depth === undefined ? {} : { depth: Number(depth) };
            found.evaluation = mate === undefined ? { pawns: Number(pawns), ...at } : { mate: Number(mate), ...at };
            return "  ";
        });
    return { text: text.trim(), ...found };
}

function textOfClock(seconds) {
    const left = Math.max(0, seconds);
    const [hours, minutes] = [Math.floor(left / 3600), Math.floor(left / 60) % 60];
    const rest = (left % 60).toFixed(3).replace(/\.?0+$/, "");
    return `${hours}:${String(minutes).padStart(2, "0")}:${left % 60 < 10 ? "0" : ""}${rest}`;
}

export function makeComment({ text, shapes = [], evaluation, emt, clock }) {
    const textOf = ({ color, from, to }) => COLORS[color] + makeSquare(from) + (from === to ? "" : makeSquare(to));
    const drawn = (name, some) => (some.length > 0 ? `[%${name} ${some.map(textOf).join(",")}]` : undefined);
    const circles = shapes.filter(({ from, to }) => from === to);
    const arrows = shapes.filter(({ from, to }) => from !== to);
    const depth = evaluation?.depth === undefined ? "" : `,${evaluation.depth}`;
    const value = evaluation && (isMate(evaluation) ? `#${evaluation.mate}` : evaluation.pawns.toFixed(2));
    const words = [text, drawn("csl", circles), drawn("cal", arrows), evaluation && `[%eval ${value}${depth}]`];
    if (emt !== undefined) words.push(`[%emt ${textOfClock(emt)}]`);
    if (clock !== undefined) words.push(`[%clk ${textOfClock(clock)}]`);
    return words.filter((word) => word !== undefined).join(" ");
}
