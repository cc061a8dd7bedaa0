#!/usr/bin/env node
/* Bundles the package with esbuild, Vite and webpack, and compiles its types with several versions of TypeScript, as
 * docs/javascript.md says: javascript_bundlers.mjs FOLDER PACKAGE. FOLDER has these programs in node_modules. Prints a line
 * for each that fails; exit status 1 when there is one. */
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const [folder, built] = process.argv.slice(2).map((name) => resolve(name));
const root = fileURLToPath(new URL("../..", import.meta.url));
const project = join(folder, "project");
const tool = (name) => join(folder, "node_modules", name);
const run = (...words) => execFileSync("node", words, { cwd: project, encoding: "utf8", stdio: "pipe" });
const put = (name, text) => {
    mkdirSync(dirname(join(project, name)), { recursive: true });
    writeFileSync(join(project, name), text);
};

/* ---- The project ---- */

/* The page's worker, of which the page says that these programs bundle it. */
const WORKER = readFileSync(join(root, "docs/javascript.md"), "utf8").match(/```js\n\/\/ worker\.js\n(.*?)```/s)[1];
const TYPED = `import type { Config } from "chessground/config";
import { Position, SQUARES, Variants, WHITE, games, validateFen, type Game, type Move } from "kingscan";
import { Chess, WHITE as W, type Color, type Move as ChessMove, type Piece } from "kingscan/chess";
import { data, type DataBatch } from "kingscan/data";
import { load, loadSync } from "kingscan/load";
import { hardSet } from "kingscan/hard";
import { SquareSet, chessgroundDests, type Setup } from "kingscan/chessops";
import { INITIAL_FEN, InvalidFen, makeFen, parseFen } from "kingscan/chessops/fen";
import { Chess as Chessops } from "kingscan/chessops/chess";
import { makeSanAndPlay, parseSan } from "kingscan/chessops/san";
import { PgnParser, parsePgn, startingPosition, transform } from "kingscan/chessops/pgn";
import { setupPosition } from "kingscan/chessops/variant";
const setup: Setup = parseFen(INITIAL_FEN).unwrap(), pos: Chessops = Chessops.fromSetup(setup).unwrap();
const failed = parseFen("x"), whether: boolean = failed.isErr ? failed.error.message === InvalidFen.Board : failed.value.turn === "white";
const chained: string = parseFen("x").chain((given) => setupPosition("atomic", given)).unwrap((found) => makeFen(found.toSetup()), ({ message }) => message);
for (const game of parsePgn("e4")) {
    const tree = transform(game.moves, startingPosition(game.headers).unwrap(), (at, node) => {
        const move = parseSan(at, node.san);
        return move && { ...node, san: makeSanAndPlay(at, move) };
    });
    void [...tree.mainline()].map(({ san, nags }) => [san, nags?.[0]]);
}
const sets: Map<number, SquareSet> = pos.allDests();
// @ts-expect-error: a square is a number there
void [sets, whether, chained, chessgroundDests(pos), new PgnParser((game, error) => void [game.moves, error?.message]), pos.dests("e2")];
const chess = new Chess(), turn: Color = chess.turn(), piece: Piece | undefined = chess.get("e2");
const played: ChessMove[] = [chess.move("e4"), ...chess.moves({ verbose: true })];
const same: boolean[] = [turn === W, chess.position.turn === WHITE, new Position().turn === WHITE];
// @ts-expect-error: a side is a word there
void [piece, played, same, new Position().turn === W];
async function arrays(file: File) { const batches: DataBatch[] = [...data("", { format: "fen" })]; for await (const batch of data(file)) batches.push(batch); }
void arrays;
const move: Move = new Position().push({ from: "e2", to: "e4" });
for (const game of games("1. e4 *")) { const typed: Game = game; const clock: number | null = typed.moves[0].clock; void clock; }
async function all(file: Blob, response: Response, stream: ReadableStream<Uint8Array>) {
    for (const source of [file, response, stream] as const) for await (const game of games(source)) game.errors[0].line;
    new (await load()).Position().perft(2);
    loadSync(new Uint8Array(3));
}
new Variants()[Symbol.dispose]();
const squares: readonly Move["from"][] = SQUARES.filter((square) => new Position().isAttacked(square, WHITE));
void [squares, validateFen("").ok, new Position().legalMoves({ square: "e2", piece: "p" })];
const board: Config = { movable: { dests: new Position().dests() }, turnColor: new Position().turn, lastMove: [move.from, move.to] };
const other: Config = { movable: { dests: chessgroundDests(pos) } };
void [board, other, move, all, hardSet];
`;

rmSync(project, { recursive: true, force: true });
put("package.json", '{ "type": "module", "private": true }\n');
put("worker.js", WORKER);
put("print.js", 'import { load } from "kingscan/load";\nload().then(({ Position }) => console.log(new Position().perft(3)));\n');
put("main.js", 'new Worker(new URL("./worker.js", import.meta.url), { type: "module" }).postMessage({ depth: 3 });\n');
put("index.html", '<!DOCTYPE html><script type="module" src="./main.js"></script>\n');
put("typed.ts", TYPED);
put("typed.cts", 'import kingscan = require("kingscan");\nimport later = require("kingscan/load");\nimport { Chess, WHITE } from "kingscan/chess";\nimport fen = require("kingscan/chessops/fen");\nconst chess = new Chess();\nvoid [chess.turn() === WHITE, fen.parseFen("").isOk, new kingscan.chess.Chess().position === chess.position];\nnew kingscan.Position();\nlater.loadSync().version();\n');
const [packed] = JSON.parse(execFileSync("npm", ["pack", built, "--json", "--pack-destination", folder], { encoding: "utf8" }));
execFileSync("npm", ["install", "--offline", "--silent", "--no-audit", "--no-fund", join(folder, packed.filename)], { cwd: project });

/* ---- What is tried ---- */

const printed = (name) => {
    const found = run(name);
    if (found !== "8902\n") throw new Error(`found ${found}`);
};

const tries = {};
for (const form of ["iife", "cjs", "esm"])
    tries[`esbuild, ${form}`] = () => {
        const out = `out/${form}.${form === "esm" ? "mjs" : "cjs"}`;
        const options = ["--bundle", `--format=${form}`, form === "esm" ? "--target=es2022" : "--target=es2020", "--log-level=warning"];
        execFileSync(join(tool("esbuild"), "bin/esbuild"), ["print.js", ...options, `--outfile=${out}`], { cwd: project });
        execFileSync(join(tool("esbuild"), "bin/esbuild"), ["worker.js", ...options, "--outfile=out/worker.js"], { cwd: project });
        printed(out);
    };
tries["Vite, a worker"] = () => run(join(tool("vite"), "bin/vite.js"), "build", "--logLevel", "warn");
tries["webpack, a worker"] = () => run(join(tool("webpack"), "bin/webpack.js"), "--mode", "production", "--entry", "./main.js", "--output-path", "out/webpack");
tries["webpack, for Node"] = () => {
    run(join(tool("webpack"), "bin/webpack.js"), "--mode", "production", "--target", "node", "--entry", "./print.js", "--output-path", "out/node", "--output-filename", "print.cjs");
    printed("out/node/print.cjs");
};
for (const version of ["typescript5", "typescript6", "typescript7"])
    for (const [name, ...options] of [
        ["typed.ts", "--module", "es2022", "--moduleResolution", "bundler"],
        ["typed.ts", "--module", "node16", "--moduleResolution", "node16"],
        ["typed.cts", "--module", "node16", "--moduleResolution", "node16"],
    ])
        tries[`${version}, ${name}, ${options[1]}`] = () => {
            const settings = { noEmit: true, strict: true, target: "es2022", lib: ["es2022", "dom"], types: [] };
            put("tsconfig.json", JSON.stringify({ compilerOptions: settings, files: [name] }));
            run(join(tool(version), "bin/tsc"), "-p", ".", ...options);
        };

for (const [name, attempt] of Object.entries(tries))
    try {
        attempt();
    } catch (error) {
        process.exitCode = 1;
        console.log(`${name}: ${error.stdout ?? ""}${error.stderr ?? ""}${error.message}`.slice(0, 2000));
    }
console.log(`=> ${Object.keys(tries).length} bundles and compilations`);
