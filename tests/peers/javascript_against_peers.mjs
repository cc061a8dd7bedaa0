#!/usr/bin/env node
/* Compare the package for JavaScript with chessops and chess.js: legal moves in UCI and SAN, check, mate and stalemate, and
 * the calls of docs/from-chessjs.md.
 *
 *     make javascript
 *     DIR=$(mktemp -d) && npm install --prefix $DIR chessops@0.15.1 chess.js@1.4.0
 *     node tests/peers/javascript_against_peers.mjs $DIR build/javascript 20000 tests/data/positions.epd
 *
 * The number is that of positions, spread over the files. Prints each position with different answers, then how many
 * were compared with each; exit status 1 when anything differs. */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { FEN, evaluate, ours } from "../../bindings/javascript/test/columns.js";

const [directory, built, wanted, ...files] = process.argv.slice(2);
if (files.length === 0) {
    console.error("usage: javascript_against_peers.mjs DIRECTORY-OF-PEERS PACKAGE NUMBER FILE...");
    process.exit(2);
}
const load = (...path) => import(pathToFileURL(resolve(...path)));
const chessops = (name) => load(directory, `node_modules/chessops/dist/esm/${name}.js`);
const kingscan = await load(join(built, "kingscan.js"));
const { Position, check } = kingscan;
const { Chess: Chessops } = await chessops("chess");
const { parseFen } = await chessops("fen");
const { makeSan } = await chessops("san");
const { makeSquare, squareRank } = await chessops("util");
const { Chess } = await load(directory, "node_modules/chess.js/dist/esm/chess.js");

/* Castling as the king's move, a promotion with its letter. */
function* movesOfChessops(position) {
    const context = position.ctx();
    for (const [from, squares] of position.allDests(context))
        for (const to of squares) {
            const piece = position.board.get(from), other = position.board.get(to);
            const castles = piece.role === "king" && other?.color === piece.color;
            const end = castles ? from + (to > from ? 2 : -2) : to;
            const promotes = piece.role === "pawn" && (squareRank(to) === 0 || squareRank(to) === 7);
            for (const [promotion, letter] of promotes ? PROMOTIONS : [[undefined, ""]])
                yield `${makeSquare(from)}${makeSquare(end)}${letter} ${makeSan(position, { from, to, promotion })}`;
        }
}
const PROMOTIONS = [["queen", "q"], ["rook", "r"], ["bishop", "b"], ["knight", "n"]];

const answer = (moves, check, over) => [...[...moves].sort(), check ? "+" : "-", over].join(" ");

function byChessops(fen) {
    const setup = parseFen(fen);
    const position = setup.isOk ? Chessops.fromSetup(setup.value) : setup;
    if (!position.isOk) return null;
    const over = position.value.isCheckmate() ? "checkmate" : position.value.isStalemate() ? "stalemate" : "";
    return answer(movesOfChessops(position.value), position.value.isCheck(), over);
}

function byChessJs(fen) {
    let game;
    try {
        game = new Chess(fen);
    } catch {
        return null;
    }
    const moves = game.moves({ verbose: true }).map(({ lan, san }) => `${lan} ${san}`);
    return answer(moves, game.isCheck(), game.isCheckmate() ? "checkmate" : game.isStalemate() ? "stalemate" : "");
}

function byKingscan(position) {
    const moves = position.legalMoves().map((move) => `${move.uci} ${position.san(move)}`);
    const over = ["checkmate", "stalemate"].includes(position.verdict) ? position.verdict : "";
    return answer(moves, position.inCheck, over);
}

const texts = files.map((file) => readFileSync(file, "latin1")).join("\n");
const all = [...check(texts)].filter(({ error }) => !error).map(({ text }) => text);
const step = Math.max(1, all.length / Number(wanted));
const peers = { chessops: byChessops, "chess.js": byChessJs };
const compared = { chessops: 0, "chess.js": 0 };
let different = 0;
for (let i = 0; i < all.length; i += step) {
    const position = new Position(all[Math.floor(i)]);
    const { fen } = position, ours = position.needsChess960 ? null : byKingscan(position);
    for (const [name, ask] of Object.entries(peers)) {
        const theirs = ours && ask(fen);
        if (!theirs) continue;
        compared[name]++;
        if (theirs === ours) continue;
        different++;
        console.log(`${fen}\n  kingscan  ${ours}\n  ${name}  ${theirs}`);
    }
}
/* ---- The page's calls ---- */

const names = Object.assign({}, ...(await Promise.all(["chess", "fen", "san", "util", "compat", "debug"].map(chessops))), { Chessops });
const setUp = () => ({ ...names, fen: FEN, pos: Chessops.fromSetup(parseFen(FEN).value).value, move: names.parseUci("e2e4") });
const inChessops = setUp(), inChessJs = { Chess, fen: FEN, chess: new Chess(FEN) };
for (const { chessjs, chessops, ours: call, differs, found } of ours(kingscan))
    for (const [theirs, scope] of [[chessjs, inChessJs], [chessops, inChessops]]) {
        const answer = theirs && evaluate(theirs, scope);
        if (!theirs || differs || JSON.stringify(answer) === JSON.stringify(found) || (found instanceof Map && answer.size === found.size)) continue;
        different++;
        console.log(`${theirs}: ${answer}\n  ${call}: ${found}`);
    }

/* ---- The class Chess ---- */

const OURS = kingscan.chess.Chess;
const QUESTIONS = "fen turn isCheck inCheck isCheckmate isStalemate isInsufficientMaterial isThreefoldRepetition isDrawByFiftyMoves isDraw " +
    "isGameOver board ascii moveNumber history getComments getHeaders";
let seed = 1;
const random = (n) => (seed = (seed * 48271) % 2147483647) % n;
const squareByChance = () => "abcdefgh"[random(8)] + (1 + random(8));

/* Members in one order, since JSON keeps the order in which they were made. */
const inOrder = (_, held) => (held === null || Array.isArray(held) || typeof held !== "object" ? held : Object.fromEntries(Object.entries(held).sort()));
const plain = (value) => JSON.stringify(value, inOrder);
const sorted = (moves) => moves.map(plain).sort();

/* Asks both, and compares their answers; an error is one. */
function ask(both, what, question) {
    const [theirs, ours] = both.map((chess) => {
        try {
            return plain(question(chess));
        } catch {
            return "an error";
        }
    });
    answers++;
    if (theirs === ours) return;
    different++;
    console.log(`${what}: chess.js ${theirs}\n  kingscan ${ours}`);
}
let answers = 0;

function askAbout(both) {
    const square = squareByChance(), color = "wb"[random(2)], type = "pnbrqk"[random(6)];
    for (const name of QUESTIONS.split(" ")) ask(both, name, (chess) => chess[name]());
    ask(both, "moves", (chess) => sorted(chess.moves()));
    ask(both, "verbose", (chess) => sorted(chess.moves({ verbose: true })));
    ask(both, "of pieces", (chess) => sorted(chess.moves({ piece: type, verbose: true }).map(({ lan }) => lan)));
    ask(both, "of a square", (chess) => sorted(chess.moves({ square, verbose: true }).map(({ lan }) => lan)));
    ask(both, "history", (chess) => chess.history({ verbose: true }).slice(-3));
    ask(both, "fen of any square", (chess) => chess.fen({ forceEnpassantSquare: true }));
    ask(both, "get", (chess) => [chess.get(square), chess.squareColor(square), chess.findPiece({ type, color }), chess.getCastlingRights(color)]);
    ask(both, "attackers", (chess) => [sorted(chess.attackers(square, color)), sorted(chess.attackers(square)), chess.isAttacked(square, color)]);
}

/* A random game, in which moves are written in several ways, and some taken back; then it is read again. */
function play(both) {
    for (let ply = 0; ply < 100 && !both[0].isGameOver(); ply++) {
        askAbout(both);
        const moves = both[0].moves({ verbose: true });
        const { san, lan, from, to, promotion } = moves[random(moves.length)];
        const written = [san, lan, { from, to, promotion }, "Qz9"][random(4)];
        ask(both, "move", (chess) => chess.move(written));
        if (random(9) === 0) ask(both, "undo", (chess) => chess.undo());
        if (random(9) === 0) ask(both, "setComment", (chess) => chess.setComment(`at ${ply}`));
        if (random(9) === 0) ask(both, "setHeader", (chess) => chess.setHeader("White", `at ${ply}`));
    }
    const pgn = both[0].pgn();
    ask(both, "loadPgn", (chess) => chess.loadPgn(pgn));
    askAbout(both);
    for (let times = 0; times < 10; times++) {
        const square = squareByChance(), piece = { type: "pnbrq"[random(5)], color: "wb"[random(2)] };
        ask(both, "put", (chess) => chess.put(piece, square));
        ask(both, "board", (chess) => [chess.board(), chess.get(square)]);
    }
    ask(both, "clear", (chess) => (chess.clear(), chess.fen()));
}
for (let games = 0; games < 20; games++) play([new Chess(), new OURS()]);

console.log(`${answers} answers of Chess compared with chess.js's`);
console.log(`${compared.chessops} positions compared with chessops, ${compared["chess.js"]} with chess.js, ${different} differ`);
process.exitCode = different > 0 || compared.chessops === 0 || compared["chess.js"] === 0 ? 1 : 0;
