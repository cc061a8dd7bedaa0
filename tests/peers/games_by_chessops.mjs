#!/usr/bin/env node
/* Compare what the program reads in random games with what chessops plays.
 *
 *     DIR=$(mktemp -d) && npm install --prefix $DIR chessops
 *     node tests/peers/games_by_chessops.mjs $DIR build/kingscan 2000 1
 *
 * chessops (from DIR, outside the repository) draws and writes the moves, as games_against_python_chess.py has
 * python-chess do, at ten times its speed. Games begin at the usual start, at starts of Chess960, and near promotions,
 * castling and ambiguous knights. Compared are verdict, checkers, FEN, game, ply and move after each move. The arguments
 * after the program are the number of games and the seed. Prints the first difference; the exit status is then 1. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [directory, kingscan, games, seed] = process.argv.slice(2);
const chessops = (name) => import(pathToFileURL(resolve(directory, `node_modules/chessops/dist/esm/${name}.js`)));
const { Chess } = await chessops("chess");
const { INITIAL_FEN, makeFen, parseFen } = await chessops("fen");
const { makeSanAndPlay } = await chessops("san");
const { makeSquare, squareRank } = await chessops("util");

const GAMES_A_FILE = 500;
const NAMES = ["safe", "check", "double-check"];
const PROMOTIONS = ["queen", "rook", "bishop", "knight"];
const STARTS = readFileSync(new URL("starts.fen", import.meta.url), "utf8").trimEnd().split("\n");

let state = BigInt(seed);
/* Source: splitmix64, by S. Vigna. */
function below(limit) {
    state = BigInt.asUintN(64, state + 0x9e3779b97f4a7c15n);
    let z = BigInt.asUintN(64, (state ^ (state >> 30n)) * 0xbf58476d1ce4e5b9n);
    z = BigInt.asUintN(64, (z ^ (z >> 27n)) * 0x94d049bb133111ebn);
    return Number(BigInt.asUintN(32, z ^ (z >> 31n)) % BigInt(limit));
}

/* ---- Games ---- */

/* Returns a first row of Chess960: bishops on squares of both colours, the king between the rooks. */
function backRow() {
    const row = Array(8).fill("");
    const free = () => [...row.keys()].filter((file) => !row[file]);
    row[2 * below(4)] = "b";
    row[2 * below(4) + 1] = "b";
    for (const piece of "qnn") {
        const files = free();
        row[files[below(files.length)]] = piece;
    }
    free().forEach((file, index) => (row[file] = "rkr"[index]));
    return row.join("");
}

function startFen() {
    const kind = below(4);
    const row = backRow();
    if (kind === 0) return INITIAL_FEN;
    if (kind > 1) return STARTS[below(STARTS.length)];
    return `${row}/pppppppp/8/8/8/8/PPPPPPPP/${row.toUpperCase()} w KQkq - 0 1`;
}

function legalMoves(position) {
    const moves = [];
    for (const [from, targets] of position.allDests()) {
        const pawn = position.board.get(from).role === "pawn";
        for (const to of targets) {
            const last = pawn && [0, 7].includes(squareRank(to));
            for (const promotion of last ? PROMOTIONS : [undefined]) moves.push({ from, to, promotion });
        }
    }
    return moves;
}

/* Castling, en passant and promotions to other pieces than queens. */
function isRare(position, move) {
    const role = position.board.get(move.from).role;
    return (
        (role === "king" && position.board[position.turn].has(move.to)) ||
        (role === "pawn" && move.to === position.epSquare) ||
        (move.promotion && move.promotion !== "queen")
    );
}

function drawMove(position) {
    const moves = legalMoves(position);
    const rare = moves.filter((move) => isRare(position, move));
    const from = rare.length > 0 && below(2) ? rare : moves;
    return from[below(from.length)];
}

function verdict(position) {
    const checkers = position.ctx().checkers;
    if (!position.hasDests()) return checkers.isEmpty() ? "stalemate" : "checkmate";
    return NAMES[Math.min(checkers.size(), 2)];
}

/* Kingscan lists squares from a8 to h1. */
function checkersOf(position) {
    const key = (square) => 8 * (7 - (square >> 3)) + (square & 7);
    const squares = [...position.ctx().checkers].sort((a, b) => key(a) - key(b));
    return squares.map(makeSquare).join(",") || "-";
}

/* Returns the text of a game; adds a row for each move. */
function writeGame(number, rows) {
    const position = Chess.fromSetup(parseFen(startFen()).unwrap()).unwrap();
    let text = `[Event "${number}"]\n[FEN "${makeFen(position.toSetup())}"]\n\n`;
    const plies = 1 + below(98);
    for (let ply = 1; ply <= plies && position.hasDests(); ply++) {
        if (position.turn === "white") text += `${position.fullmoves}. `;
        const san = makeSanAndPlay(position, drawMove(position));
        text += `${san} ${below(5) ? "" : "{ x } "}`;
        rows.push([verdict(position), checkersOf(position), makeFen(position.toSetup()), number, ply, san].join("\t"));
    }
    return `${text}*\n\n`;
}

/* ---- Comparison ---- */

function fail(found, expected) {
    console.error(`found    ${found}\nexpected ${expected}`);
    process.exit(1);
}

function compare(path, jobs, rows) {
    const ran = spawnSync(kingscan, ["check", "--jobs", jobs, path], { encoding: "latin1", maxBuffer: 2 ** 31 });
    if (ran.error) throw ran.error;
    if (ran.status !== 0) fail(ran.stderr, "no error");
    const lines = ran.stdout.split("\n");
    lines.pop();
    lines.forEach((line, index) => {
        const fields = line.split("\t");
        fields.splice(3, 1); /* its place */
        if (fields.join("\t") !== rows[index]) fail(line, rows[index]);
    });
    if (lines.length !== rows.length) fail(`${lines.length} moves`, `${rows.length} moves`);
}

const folder = mkdtempSync(join(tmpdir(), "games-"));
const path = join(folder, "games.pgn");
let moves = 0;
for (let done = 0; done < Number(games); done += GAMES_A_FILE) {
    const rows = [];
    let text = "";
    for (let number = 1; number <= Math.min(GAMES_A_FILE, games - done); number++) text += writeGame(number, rows);
    writeFileSync(path, text);
    compare(path, "1", rows);
    compare(path, "2", rows);
    moves += rows.length;
}
rmSync(folder, { recursive: true });
console.log(`${games} games, ${moves} moves: the same`);
