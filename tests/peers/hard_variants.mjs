#!/usr/bin/env node
/* Count the positions of the hard set of variants by other programs.
 *
 *     DIR=$(mktemp -d) && npm install --prefix $DIR chessops ffish@0.7.10
 *     node tests/peers/hard_variants.mjs $DIR c/cli/commands/diff/hard_variants.epd fairy-stockfish [ENGINE...]
 *     node tests/peers/hard_variants.mjs --write $DIR c/cli/commands/diff/hard_variants.epd fairy-stockfish
 *     [ENGINE...]
 *
 * Each line names its variant (c2). ffish, chessops and the engines that know the variant count its nodes. A count is
 * right when most of them agree on it, and at least two where two know the variant; these must list the move of c1
 * exactly when the line calls it legal. Prints the lines that are wrong, the programs that differ on others, and the
 * number of lines that each has counted; exit status 1 when a line is wrong. --write stores the counts in the file:
 * from depth 1 to at most 4, as far as they do not exceed NODES. */
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { movesOf, withFfish } from "./ffish.mjs";

const NODES = 50000, DEPTH = 4;
const CHESS960 = new Set(["fischerandom", "caparandom"]);
const FILE = new Set(["winbycastling", "oppositecastling"]); // castle and opposite-castling of the engine's variants.ini
const ALONE = new Set(["gustav3", "berolina"]); // only ffish knows these
const LICHESS = new Set(["kingofthehill", "3check", "racingkings", "horde", "antichess", "atomic", "crazyhouse"]);

const words = process.argv.slice(2);
const writing = words[0] === "--write" && Boolean(words.shift());
const [directory, file, ...engines] = words;
if (!file) {
    console.error("usage: hard_variants.mjs [--write] DIRECTORY FILE [ENGINE...]");
    process.exit(2);
}
const chessops = (name) => import(pathToFileURL(resolve(directory, `node_modules/chessops/dist/esm/${name}.js`)));
const { setupPosition } = await chessops("variant");
const { parseFen } = await chessops("fen");
const { perft } = await chessops("debug");
const { parseUci } = await chessops("util");

/* "POSITION[ moves MOVE...;] c0 "..."; c1 "MOVE WORD"; c2 "VARIANT";..." */
function parse(text) {
    const [, position, rest] = /^(.*?);? (c0 .*)$/.exec(text);
    const [fen, moves = ""] = position.split(" moves ");
    const [, move, word] = /c1 "(\S+) (\S+)"/.exec(rest);
    return {
        text, fen, move, legal: word === "ok", moves: moves.split(" ").filter(Boolean),
        variant: /c2 "(.*?)"/.exec(rest)[1], said: [...rest.matchAll(/ D(\d) (\d+);/g)].map((match) => Number(match[2])),
    };
}

/* ---- Programs: each returns the counts of a line to depths, and whether its move is legal; or null ---- */

/* Asks one process about all lines and returns [text of the line, answer]. "ucinewgame" lets an engine end its count
 * before it reads on. */
function byEngine(command, lines) {
    const run = (input) => spawnSync(command, { input: `uci\n${input}quit\n`, encoding: "utf8", maxBuffer: 1 << 30 }).stdout;
    const known = new Set(/option name UCI_Variant .*/.exec(run(""))[0].split(" var ").map((name) => name.trim()));
    const asked = lines.filter((line) => known.has(line.variant)), depths = Array.from({ length: DEPTH }, (_, index) => index);
    const blocks = run(asked.map((line) => `setoption name UCI_Variant value ${line.variant}\n` +
        `setoption name UCI_Chess960 value ${CHESS960.has(line.variant)}\n` +
        `position fen ${line.fen}${line.moves.length ? ` moves ${line.moves.join(" ")}` : ""}\n` +
        `${depths.map((depth) => `go perft ${depth + 1}\n`).join("")}ucinewgame\n`).join(""))
        .split(/^Nodes searched: (\d+)\n/m);
    return new Map(asked.map((line, index) => {
        const at = 2 * DEPTH * index;
        return [line.text, {
            counts: depths.map((depth) => Number(blocks[at + 2 * depth + 1])),
            legal: blocks[at].split("\n").some((row) => row.startsWith(`${line.move}: `)),
        }];
    }));
}

function countByFfish(board, depth) {
    const moves = movesOf(board);
    if (depth === 1) return moves.length;
    let nodes = 0;
    for (const move of moves) {
        board.push(move);
        nodes += countByFfish(board, depth - 1);
        board.pop();
    }
    return nodes;
}

function byFfish(ffish, line, depths) {
    if (!ffish.variants().split(" ").includes(line.variant)) return null;
    const board = new ffish.Board(line.variant, line.fen, CHESS960.has(line.variant));
    for (const move of line.moves) board.push(move);
    const counts = Array.from({ length: depths }, (_, index) => countByFfish(board, index + 1));
    const legal = movesOf(board).includes(line.move);
    board.delete();
    return { counts, legal };
}

function byChessops(line, depths) {
    if (!LICHESS.has(line.variant)) return null;
    const setup = parseFen(line.fen);
    const position = setup.isOk ? setupPosition(line.variant, setup.value) : setup;
    if (!position.isOk) return null;
    for (const move of line.moves) position.value.play(parseUci(move));
    return { counts: Array.from({ length: depths }, (_, index) => perft(position.value, index + 1)),
             legal: position.value.isLegal(parseUci(line.move)) };
}

/* ---- Comparing ---- */

/* Returns the answer, as text, that most programs give, at least `least` of them, and the programs that give
 * another. */
function agreed(answers, depths, least) {
    const groups = new Map();
    for (const [name, { counts, legal }] of answers) {
        const text = `${counts.slice(0, depths).join(" ")} ${legal ? "legal" : "illegal"}`;
        groups.set(text, [...(groups.get(text) ?? []), name]);
    }
    const [most, second] = [...groups].sort((a, b) => b[1].length - a[1].length);
    const enough = most && most[1].length >= least && most[1].length > (second?.[1].length ?? 0);
    const others = [...groups].filter(([text]) => !enough || text !== most[0]).map(([text, names]) => `${names}: ${text}`);
    return { text: enough ? most[0] : undefined, others };
}

withFfish(directory, (ffish) => {
    const rows = readFileSync(file, "utf8").split("\n");
    const lines = rows.filter((row) => row && !row.startsWith("#")).map(parse)
        .filter((line) => !FILE.has(line.variant));
    ffish.loadVariantConfig(""); // else it lists no variants
    const byEngines = engines.map((command) => [command, byEngine(command, lines)]);
    const counted = new Map(), numbers = new Map();
    let wrong = 0;
    for (const line of lines) {
        const answers = byEngines.map(([name, found]) => [name, found.get(line.text)]).filter(([, answer]) => answer);
        const fits = Math.min(...answers.map(([, { counts }]) => counts.filter((count) => count <= NODES).length),
                              ALONE.has(line.variant) ? 3 : DEPTH);
        const depths = writing ? fits : line.said.length;
        for (const [name, answer] of [["ffish", byFfish(ffish, line, depths)], ["chessops", byChessops(line, depths)]])
            if (answer) answers.push([name, answer]);
        for (const [name] of answers) counted.set(name, (counted.get(name) ?? 0) + 1);
        const { text, others } = agreed(answers, depths, ALONE.has(line.variant) ? 1 : 2);
        const counts = text?.split(" ").slice(0, -1) ?? [];
        const good = text === `${(writing ? counts : line.said).join(" ")} ${line.legal ? "legal" : "illegal"}`;
        wrong += !good;
        numbers.set(line.text, counts.map((count, index) => ` D${index + 1} ${count};`).join(""));
        if (!good || others.length > 0)
            console.log(`${good ? "note" : "WRONG"}: ${line.variant}: ${line.text}\n  most: ${text}; others: ${others.join("; ")}`);
    }
    console.log([...counted].map(([name, count]) => `${name} counted ${count}`).join(", "), `of ${lines.length} lines; ${wrong} wrong`);
    if (writing)
        writeFileSync(file, rows.map((row) => numbers.has(row) ? row.replace(/ D\d \d+;/g, "") + numbers.get(row) : row).join("\n"));
    process.exitCode = wrong ? 1 : 0;
});
