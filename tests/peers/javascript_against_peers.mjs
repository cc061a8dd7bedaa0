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

console.log(`${compared.chessops} positions compared with chessops, ${compared["chess.js"]} with chess.js, ${different} differ`);
process.exitCode = different > 0 || compared.chessops === 0 || compared["chess.js"] === 0 ? 1 : 0;
