#!/usr/bin/env node
/* Compare the verdicts and checkers of `kingscan check` with those of chessops, line by line and in sum.
 *
 *     DIR=$(mktemp -d) && npm install --prefix $DIR chessops
 *     node tests/peers/against_chessops.mjs $DIR build/kingscan tests/data/positions.epd
 *
 * chessops (https://www.npmjs.com/package/chessops, from DIR, outside the repository) is independent: it reads the
 * same lines and finds checkers and legal moves. Prints each line with different answers, then chessops' counts in
 * the form of `kingscan check --count`, and whether that prints the same; exit status 1 when anything differs. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [directory, kingscan, ...files] = process.argv.slice(2);
if (files.length === 0) {
    console.error("usage: against_chessops.mjs DIRECTORY-OF-CHESSOPS KINGSCAN FILE...");
    process.exit(2);
}
const chessops = (name) => import(pathToFileURL(resolve(directory, `node_modules/chessops/dist/esm/${name}.js`)));
const { Chess } = await chessops("chess");
const { parseFen } = await chessops("fen");
const { makeSquare } = await chessops("util");

const NAMES = ["safe", "check", "double-check", "checkmate", "stalemate"];

function verdict(position) {
    const checkers = position.ctx().checkers;
    if (!position.hasDests()) return checkers.isEmpty() ? "stalemate" : "checkmate";
    return NAMES[Math.min(checkers.size(), 2)];
}

/* Returns "VERDICT CHECKERS" for a line of FEN or EPD, or "rejected". */
function ask(line) {
    const fields = line.trim().split(/\s+/);
    const clocks = /^\d+$/.test(fields[4] ?? "") && /^\d+$/.test(fields[5] ?? "") ? fields.slice(4, 6) : [];
    const setup = parseFen([...fields.slice(0, 4), ...clocks].join(" "));
    const position = setup.isOk ? Chess.fromSetup(setup.value) : setup;
    if (!position.isOk) return "rejected";
    const checkers = [...position.value.ctx().checkers].map(makeSquare).sort().join(",");
    return `${verdict(position.value)} ${checkers || "-"}`;
}

/* Latin-1 has one character for each byte. */
function run(...options) {
    const ran = spawnSync(kingscan, ["check", ...options, ...files], { encoding: "latin1", maxBuffer: 2 ** 31 });
    if (ran.error || ran.status > 1) throw ran.error ?? new Error(ran.stderr);
    return ran.stdout;
}

const printed = run().split("\n").map((text) => text.split("\t"));
let next = 0;

/* Returns the same from Kingscan's output, which omits rejected lines. */
function ours(line) {
    const [name, checkers, ...rest] = printed[next];
    if (rest.join("\t") !== line) return "rejected";
    next++;
    return `${name} ${checkers.split(",").sort().join(",")}`;
}

const counts = Object.fromEntries(NAMES.map((name) => [name, 0]));
let total = 0, differences = 0;
for (const file of files)
    for (const [index, text] of readFileSync(file, "latin1").split("\n").entries()) {
        const line = text.replace(/\r$/, "");
        if (line.trim() === "" || line.startsWith("#")) continue;
        const theirs = ask(line), found = ours(line);
        if (theirs !== "rejected") {
            counts[theirs.split(" ")[0]]++;
            total++;
        }
        if (theirs !== found) {
            differences++;
            console.log(`${file}:${index + 1}: chessops: ${theirs}; kingscan: ${found}; ${line}`);
        }
    }

const table = [...Object.entries(counts), ["total", total]]
    .map(([name, count]) => `${name}\t${count}\t${(total ? (100 * count) / total : 0).toFixed(2)}%\n`)
    .join("");
const same = run("--count") === table;
process.stdout.write(table);
console.log(`${differences} differences; kingscan check --count prints ${same ? "the same table" : "another table"}`);
process.exit(differences || !same ? 1 : 0);
