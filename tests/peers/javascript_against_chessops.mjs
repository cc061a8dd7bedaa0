#!/usr/bin/env node
/* Compare kingscan/chessops with chessops: sets of squares, attacks, FEN, random games of lichess's eight variants and of
 * Chess960, boards that are changed by chance, and games in PGN.
 *
 *     make javascript
 *     DIR=$(mktemp -d) && npm install --prefix $DIR chessops@0.15.1
 *     node tests/peers/javascript_against_chessops.mjs $DIR build/javascript 10 FILE.pgn...
 *
 * The number is that of games of each variant. Prints the first answers of each kind that differ, and how many were
 * compared; exit status 1 when anything differs. docs/from-chessjs.md lists what is known to differ. */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { lehmer } from "./ffish.mjs";

const [directory, built, games, ...files] = process.argv.slice(2);
if (files.length === 0) {
    console.error("usage: javascript_against_chessops.mjs DIRECTORY-OF-CHESSOPS PACKAGE GAMES FILE.pgn...");
    process.exit(2);
}
const NAMES = ["types", "util", "squareSet", "attacks", "board", "setup", "fen", "chess", "san", "compat", "transform", "debug", "variant", "pgn"];
const PLIES = 150;
const SHOWN = 3; /* of a kind */
const random = lehmer(1);
const oneOf = (list) => list[random(list.length)];

/* The modules by name, and all their names at once; those of pgn come in their module alone, as it has another transform. */
async function load(folder) {
    const modules = {};
    for (const name of NAMES) modules[name] = await import(pathToFileURL(resolve(folder, `${name}.js`)));
    const { pgn, ...others } = modules;
    return { modules, all: { ...Object.assign({}, ...Object.values(others)), pgn } };
}
const theirs = await load(join(directory, "node_modules/chessops/dist/esm"));
const ours = await load(join(built, "chessops"));
const { COLORS, ROLES, RULES } = theirs.all;

/* ---- Asking both ---- */

let compared = 0, different = 0;
const shown = new Map();

/* Members count in any order, and as absent when they are undefined. */
function inOrder(_, held) {
    if (held instanceof Map) return [...held];
    if (held instanceof Error) return held.message;
    return held === null || Array.isArray(held) || typeof held !== "object" ? held : Object.fromEntries(Object.entries(held).sort());
}
const plain = (value) => JSON.stringify(value, inOrder);

function compare(kind, what, answers) {
    compared++;
    const [left, right] = answers;
    if (left === right) return;
    different++;
    shown.set(kind, (shown.get(kind) ?? 0) + 1);
    if (shown.get(kind) > SHOWN) return;
    let at = 0;
    while (left[at] === right[at]) at++;
    const part = (text) => text.slice(Math.max(0, at - 40), at + 80);
    console.log(`${kind}, ${what}\n  chessops: … ${part(left)}\n  kingscan: … ${part(right)}`);
}

function answer(question, ...given) {
    try {
        return plain(question(...given)) ?? "undefined";
    } catch (error) {
        return `an error: ${error.message}`;
    }
}
const ask = (kind, what, question) => compare(kind, what, [theirs, ours].map(({ all }) => answer(question, all)));

/* Asks about two positions that should be the same. */
const askBoth = (kind, both, question) => compare(kind, fenOf(both[0]), [theirs, ours].map(({ all }, at) => answer(question, both[at], all)));
const fenOf = (pos) => theirs.all.makeFen(pos.toSetup());

/* ---- Names ---- */

for (const name of NAMES) compare("names", name, [theirs, ours].map(({ modules }) => Object.keys(modules[name]).sort().join(" ")));

/* ---- Sets, attacks, texts ---- */

const NO_ARGUMENT = "complement size isEmpty nonEmpty bswap64 rbit64 first last withoutFirst moreThanOne singleSquare".split(" ");
const OF_ANOTHER = "xor union intersect diff intersects isDisjoint supersetOf subsetOf minus64 equals".split(" ");
const TURNS = "flipVertical flipHorizontal flipDiagonal rotate180 shiftLeft shiftRight shiftDown shiftUp".split(" ");
const bits = () => random(2) * (random(65536) * 65536 + random(65536));

for (let times = 0; times < 500; times++) {
    const [a, b, c, d] = [bits(), bits(), bits(), bits()], square = random(64), other = random(64), shift = random(64);
    for (const name of NO_ARGUMENT) ask("sets", name, ({ SquareSet }) => new SquareSet(a, b)[name]());
    for (const name of OF_ANOTHER) ask("sets", name, ({ SquareSet }) => new SquareSet(a, b)[name](new SquareSet(c, d)));
    for (const name of ["has", "with", "without", "toggle"]) ask("sets", name, ({ SquareSet }) => new SquareSet(a, b)[name](square));
    for (const name of ["shr64", "shl64"]) ask("sets", name, ({ SquareSet }) => new SquareSet(a, b)[name](shift));
    ask("sets", "order", ({ SquareSet }) => [[...new SquareSet(a, b)], [...new SquareSet(a, b).reversed()], SquareSet.fromRank(shift & 7), SquareSet.fromFile(shift & 7)]);
    for (const name of TURNS) ask("turned boards", name, (all) => all[name](new all.SquareSet(a, b)));
    ask("lines", "two squares", ({ ray, between }) => [ray(square, other), between(square, other), ray(square, square)]);
    for (const role of ROLES)
        for (const color of COLORS) ask("attacks", role, ({ attacks, SquareSet }) => attacks({ role, color }, square, new SquareSet(a, b)));
    const move = { from: square, to: other, promotion: oneOf([undefined, "queen", "king"]) }, drop = { role: oneOf(ROLES), to: other };
    ask("moves", "texts", (all) => [move, drop].map((given) => [all.makeUci(given), all.parseUci(all.makeUci(given)), all.scalachessCharPair(given), all.chessgroundMove(given)]));
}
for (const name of ["empty", "full", "corners", "center", "backranks", "lightSquares", "darkSquares"]) ask("sets", name, ({ SquareSet }) => SquareSet[name]());

const FIELDS = [
    ["8/8/8/8/8/8/8/8", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", "1r2k1r1/8/8/8/8/8/8/RR2K1R1", "8/8/8/8/8/8/8/8/Pp", "4k3/8/8/8/8/8/8/Q~3K3[Qnn]", "9/8", "ppppppppp/8/8/8/8/8/8/8", "", "8/8/8/8/8/8/8/8[Q"],
    ["w", "b", "W", ""],
    ["-", "KQkq", "HAha", "GBgb", "ABCabc", "x", "kK"],
    ["-", "e3", "e6", "e9", "3+3", "+1+2"],
    ["0", "3+2", "12", "99999", "-1"],
    ["1", "0", "9999", "x", "+0+0"],
    ["", "3+3", "+2+0", "x"],
];
for (let times = 0; times < 3000; times++) {
    const fen = FIELDS.map(oneOf).slice(0, 1 + random(7)).join(" ").trim();
    ask("FEN", fen, ({ parseFen, makeFen }) => parseFen(fen).map((setup) => [setup, makeFen(setup), makeFen(setup, { epd: true })]));
}

/* ---- Positions ---- */

/* The squares that have to be empty count where a rook may castle. */
const pathsOf = ({ castles }) => COLORS.map((color) => ["a", "h"].map((side) => castles.rook[color][side] !== undefined && castles.path[color][side]));
const QUESTIONS = "ctx allDests dropDests hasDests isCheck isCheckmate isStalemate isEnd isVariantEnd outcome variantOutcome isInsufficientMaterial".split(" ");

/* What the rules of Horde say about material is left out: kingscan/chessops never calls it insufficient. */
function factsOf(pos, { makeFen, chessgroundDests, isStandardMaterial, isImpossibleCheck, pseudoDests }) {
    const ofMaterial = pos.rules === "horde" ? [] : COLORS.map((color) => pos.hasInsufficientMaterial(color));
    const asked = pos.rules === "horde" ? QUESTIONS.filter((name) => !["isEnd", "outcome", "isInsufficientMaterial"].includes(name)) : QUESTIONS;
    const fields = ["board", "pockets", "turn", "epSquare", "remainingChecks", "halfmoves", "fullmoves"].map((name) => pos[name]);
    return [
        makeFen(pos.toSetup()), fields, pos.castles.castlingRights, pos.castles.rook, pathsOf(pos), asked.map((name) => pos[name]()), ofMaterial,
        chessgroundDests(pos), chessgroundDests(pos, { chess960: true }), isStandardMaterial(pos), isImpossibleCheck(pos),
        [...pos.board[pos.turn]].map((square) => pseudoDests(pos, square, pos.ctx())),
    ];
}

/* Antichess is left out where the side that waits has no piece: its game has ended, and only chessops would go on. */
function readAgain(rules, setup, all) {
    const hasEnded = rules === "antichess" && setup.board[all.opposite(setup.turn)].isEmpty();
    return hasEnded || all.setupPosition(rules, setup).map((pos) => factsOf(pos, all));
}

function movesOf(pos) {
    const moves = [];
    for (const [from, squares] of pos.allDests())
        for (const to of squares) for (const promotion of [undefined, ...ROLES]) if (pos.isLegal({ from, to, promotion })) moves.push({ from, to, promotion });
    for (const role of pos.pockets ? ROLES : []) for (const to of pos.dropDests()) if (pos.isLegal({ role, to })) moves.push({ role, to });
    return moves;
}

function askAbout(both) {
    const { rules } = both[0], square = random(64), role = oneOf(ROLES), color = oneOf(COLORS), given = { from: random(64), to: square, promotion: oneOf([undefined, undefined, "queen"]) };
    askBoth(`${rules}, facts`, both, factsOf);
    askBoth(`${rules}, any move`, both, (pos) => [pos.isLegal(given), pos.isLegal({ role, to: square })]);
    askBoth(`${rules}, read again`, both, (pos, all) => readAgain(rules, pos.toSetup(), all));
    askBoth(`${rules}, another piece`, both, (pos, all) => {
        const setup = pos.toSetup();
        setup.board.set(square, { role, color });
        return readAgain(rules, setup, all);
    });
}

/* Texts that may mean a move. */
const spellings = (san, uci) => [san, `${san}+`, san.replace(/[+#x]/g, ""), san.replace("=", ""), san.replace(/=.$/, ""), san.toLowerCase(), uci, san.slice(0, -1), san.slice(1)];

function playGame(both) {
    for (let ply = 0; ply < PLIES; ply++) {
        askAbout(both);
        const moves = movesOf(both[0]);
        if (moves.length === 0) return;
        const move = oneOf(moves);
        askBoth("SAN", both, (pos, { makeSan, makeUci, parseSan, makeSanVariation, castlingSide, normalizeMove }) => {
            const san = makeSan(pos, move);
            return [san, spellings(san, makeUci(move)).map((text) => parseSan(pos, text)), makeSanVariation(pos, [move]), castlingSide(pos, move), normalizeMove(pos, move)];
        });
        if (random(8) === 0) both = both.map((pos) => pos.clone());
        for (const pos of both) pos.play(move);
    }
}

/* The pieces of Chess960 stand in a row. */
function rowByChance() {
    const row = [];
    row[2 * random(4)] = row[1 + 2 * random(4)] = "b";
    const free = () => [0, 1, 2, 3, 4, 5, 6, 7].filter((file) => row[file] === undefined);
    for (const letter of "qnn") row[oneOf(free())] = letter;
    free().forEach((file, at) => (row[file] = "rkr"[at]));
    return row.join("");
}

for (const rules of RULES) {
    ask("perft", rules, ({ defaultPosition, perft }) => perft(defaultPosition(rules), 3));
    for (let game = 0; game < Number(games); game++) playGame([theirs, ours].map(({ all }) => all.defaultPosition(rules)));
}
for (let game = 0; game < Number(games); game++) {
    const row = rowByChance(), fen = `${row}/pppppppp/8/8/8/8/PPPPPPPP/${row.toUpperCase()} w KQkq - 0 1`;
    playGame([theirs, ours].map(({ all: { Chess, parseFen } }) => Chess.fromSetup(parseFen(fen).unwrap()).unwrap()));
}

/* Few pieces, for the rules about material. */
for (let times = 0; times < 300 * Number(games); times++) {
    const pieces = Array.from({ length: random(5) }, () => [random(64), { role: oneOf(ROLES.slice(0, 5)), color: oneOf(COLORS) }]), rules = oneOf(RULES), turn = oneOf(COLORS);
    const kings = COLORS.map((color) => [random(64), { role: "king", color }]).slice(rules === "horde" ? 1 : 0);
    ask(`${rules}, few pieces`, plain(pieces), (all) => {
        const setup = { ...all.emptySetup(), turn };
        for (const [square, piece] of [...pieces, ...kings]) setup.board.set(square, piece);
        return readAgain(rules, setup, all);
    });
}

/* ---- PGN ---- */

const WORDS = ["1.", "e4", "e5", "Nf3", "O-O", "0-0-0", "exd8=Q+", "P@e4", "--", "Z0", "(", ")", "(", ")", "$1", "!?", "{a}", "{ b }", "{", "}", "\n", "\n\n", ";x\n", "\n%x\n", "1-0", "*", '\n\n[A "b"]\n', '[C "\\"d\\\\"]', "1... ", "zz", "[%clk 0:01:02]"];
const COMMENTS = ["[%clk 1:02:03.4]", "[%emt 0:00:05.25]", "[%eval -0.25,18]", "[%eval #-3]", "[%csl Ga1,Rb2]", "[%cal Ge2e4,Bc1h6]", "[%csl Xa1]", "[%clk 5]", " a ", "b", "\n", "[%eval 1.234]"];
const textOf = (words, most) => Array.from({ length: random(most) }, () => oneOf(words)).join(oneOf([" ", ""]));
const reread = (text) => ({ pgn }) => pgn.parsePgn(text).map((game) => [game, pgn.makePgn(game), pgn.startingPosition(game.headers).isOk]);

for (const file of files) ask("PGN", file, reread(readFileSync(file, "latin1")));
for (let times = 0; times < 2000; times++) {
    const text = textOf(WORDS, 40), comment = textOf(COMMENTS, 6);
    ask("PGN", text, reread(text));
    ask("comments", comment, ({ pgn }) => [pgn.parseComment(comment), pgn.makeComment(pgn.parseComment(comment))]);
}
const VARIANTS = "standard chess960 antichess fromPosition kingOfTheHill threeCheck atomic horde racingKings crazyhouse".split(" ");
for (const variant of [...VARIANTS, "From Position", "Three-check", "Racing Kings", "giveaway", "", "koth"])
    ask("names of variants", variant, ({ pgn, lichessRules }) => [pgn.parseVariant(variant), VARIANTS.includes(variant) && lichessRules(variant)]);
for (const rules of RULES) ask("names of variants", rules, ({ pgn, lichessVariant }) => [pgn.makeVariant(rules), lichessVariant(rules)]);

console.log(`${compared} answers of kingscan/chessops compared with chessops, ${different} differ`);
process.exitCode = different > 0 ? 1 : 0;
