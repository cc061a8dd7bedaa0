#!/usr/bin/env node
/* Time the package beside chessops and chess.js, and print the table of docs/javascript.md.
 *
 *     make javascript build/wasm/kernels.wasm
 *     DIR=$(mktemp -d) && npm install --prefix $DIR chessops@0.15.1 chess.js@1.4.0
 *     node bindings/javascript/bench.js $DIR [ROUNDS]
 *
 * The programs take turns; a figure is the median of the rounds (9), in user time. Before all rounds answers are compared. */
import { readFileSync } from "node:fs";
import { cpus } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const [directory, rounds = "9"] = process.argv.slice(2);
if (!directory) {
    console.error("usage: bench.js DIRECTORY-OF-PEERS [ROUNDS]");
    process.exit(2);
}
const load = (...path) => import(pathToFileURL(resolve(...path)));
const chessops = (name) => load(directory, `node_modules/chessops/dist/esm/${name}.js`);
const { Position } = await load(join(root, "build/javascript/kingscan.js"));
const { Chess: Chessops } = await chessops("chess");
const { parseFen } = await chessops("fen");
const { makeSanAndPlay } = await chessops("san");
const { perft: perftOfChessops } = await chessops("debug");
const { parseUci, squareRank } = await chessops("util");
const { Chess } = await load(directory, "node_modules/chess.js/dist/esm/chess.js");

const KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const chessopsOf = (fen) => Chessops.fromSetup(parseFen(fen).unwrap()).unwrap();

/* Real positions without rights of Chess960, spread over the file. */
function realPositions(count) {
    const lines = readFileSync(join(root, "tests/data/positions.epd"), "latin1")
        .split("\n")
        .filter((line) => line && !line.startsWith("#"));
    const positions = lines.map((line) => new Position(line)).filter((position) => !position.needsChess960);
    return Array.from({ length: count }, (_, i) => positions[Math.floor((i * positions.length) / count)]);
}

/* Games of chance in UCI, the same in each run. */
function games(count, plies) {
    let seed = 1;
    const random = (n) => (seed = (seed * 48271) % 2147483647) % n;
    return Array.from({ length: count }, () => {
        const position = new Position();
        for (let ply = 0; ply < plies && position.outcome === null; ply++) {
            const moves = position.legalMoves();
            position.push(moves[random(moves.length)]);
        }
        return position.moves.map(String);
    });
}

/* ---- What is timed: each job returns what it has counted ---- */

function* objectsOfChessops(position) {
    for (const [from, squares] of position.allDests())
        for (const to of squares) {
            const pawn = position.board.pawn.has(from) && (squareRank(to) === 0 || squareRank(to) === 7);
            if (pawn) for (const promotion of ["queen", "rook", "bishop", "knight"]) yield { from, to, promotion };
            else yield { from, to };
        }
}

function legalMoves() {
    const ours = realPositions(1000), fens = ours.map(String);
    const theirs = fens.map(chessopsOf), others = fens.map((fen) => new Chess(fen));
    return {
        kingscan: () => ours.reduce((sum, position) => sum + position.legalMoves().length, 0),
        chessops: () => theirs.reduce((sum, position) => sum + [...objectsOfChessops(position)].length, 0),
        "chess.js": () => others.reduce((sum, game) => sum + game.moves({ verbose: true }).length, 0),
    };
}

function sanOfGames() {
    const all = games(20, 120);
    const length = (texts) => texts.reduce((sum, text) => sum + text.length, 0);
    return {
        kingscan: () => length(all.flatMap((moves) => sans(moves, new Position()))),
        chessops: () => length(all.flatMap((moves) => sansOfChessops(moves, Chessops.default()))),
        "chess.js": () => length(all.flatMap((moves) => sansOfChessJs(moves, new Chess()))),
    };
}
const sans = (moves, position) =>
    moves.map((uci) => {
        const move = position.parse(uci), san = position.san(move);
        position.push(move);
        return san;
    });
const sansOfChessops = (moves, position) => moves.map((uci) => makeSanAndPlay(position, parseUci(uci)));
const sansOfChessJs = (moves, game) => moves.map((uci) => game.move(uci).san);

/* Depth 4 for the slow ones: nodes a second hardly depend on it. */
function perft() {
    const ours = new Position(KIWIPETE), theirs = chessopsOf(KIWIPETE), other = new Chess(KIWIPETE);
    return {
        kingscan: () => ours.perft(5),
        chessops: () => perftOfChessops(theirs, 4),
        "chess.js": () => other.perft(3),
    };
}

/* By the module of the kernels' tests, which has all of them. */
async function inCheck() {
    const { instance } = await WebAssembly.instantiate(readFileSync(join(root, "build/wasm/kernels.wasm")));
    const { memory, ...module } = instance.exports;
    module._initialize();
    const positions = realPositions(16384), count = positions.length;
    const codes = module.allocate(66 * count), kings = codes + 64 * count, sides = kings + count;
    const answers = module.allocate(count);
    const bytes = new Uint8Array(memory.buffer);
    positions.forEach((position, i) => {
        bytes.set(position.board, codes + 64 * i);
        bytes[kings + i] = position.variant.squareOf(position.king());
        bytes[sides + i] = position.turn === "black" ? 1 : 0;
    });
    const ask = (index) => () => {
        module.kernel_select(index);
        for (let i = 0; i < 20; i++) module.board_in_check_batch(codes, 64, kings, sides, count, answers);
        return 20 * count;
    };
    return Object.fromEntries(["c", "portable", "simd128"].map((name, index) => [name, ask(index)]));
}

/* ---- Timing ---- */

const median = (numbers) => numbers.sort((a, b) => a - b)[numbers.length >> 1];

/* Milliseconds of processor time. */
const userTime = () => process.cpuUsage().user / 1000;

/* Runs a job for a while, and returns how many a second it counts. The first run fills the caches again. */
function rate(job) {
    job();
    const start = userTime();
    let counted = 0, elapsed = 0;
    while (elapsed < 100) {
        counted += job();
        elapsed = userTime() - start;
    }
    return (1000 * counted) / elapsed;
}

/* Returns how many a second each job counts. */
function time(jobs) {
    const rates = Object.fromEntries(Object.keys(jobs).map((name) => [name, []]));
    for (let round = -1; round < Number(rounds); round++)
        for (const [name, job] of Object.entries(jobs)) {
            const found = rate(job);
            if (round >= 0) rates[name].push(found);
        }
    return Object.fromEntries(Object.entries(rates).map(([name, all]) => [name, median(all)]));
}

function requireSame(what, jobs) {
    const [first, ...others] = Object.values(jobs).map((job) => job());
    if (others.some((count) => count !== first)) throw new Error(`${what}: the programs count different things`);
}

const figure = (rate) => (rate >= 1e6 ? `${short(rate / 1e6)} M` : `${short(rate / 1e3)} k`);
const short = (number) => (number >= 100 ? String(Math.round(number)) : number.toPrecision(2));

function row(what, rates) {
    const { kingscan, chessops, "chess.js": chessJs } = rates;
    const times = (other) => `${figure(other)} | ${short(kingscan / other)}×`;
    console.log(`| ${what} | ${figure(kingscan)} | ${times(chessops)} | ${times(chessJs)} |`);
}

const jobs = { moves: legalMoves(), san: sanOfGames() };
requireSame("legal moves", jobs.moves);
requireSame("SAN", jobs.san);
console.log(`${cpus()[0].model}, Node ${process.versions.node}, medians of ${rounds} rounds in turn\n`);
console.log("| a second | kingscan | chessops | × | chess.js | × |\n| --- | --- | --- | --- | --- | --- |");
row("legal moves as objects, one position after another", time(jobs.moves));
row("characters of SAN, game by game from UCI", time(jobs.san));
row("nodes of perft, Kiwipete", time(perft()));
const rates = time(await inCheck());
console.log("\n| `in_check`, 16,384 real boards | ns | × |\n| --- | --- | --- |");
for (const [name, rate] of Object.entries(rates))
    console.log(`| \`${name}\` | ${(1e9 / rate).toPrecision(3)} | ${(rate / rates.portable).toPrecision(2)} |`);
