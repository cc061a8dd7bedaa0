/* The cases in Node, and what only Node can try: node --test bindings/javascript/test/, after make javascript. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { cases } from "./cases.js";
import { FEN, byChess, ours } from "./columns.js";

export const root = fileURLToPath(new URL("../../..", import.meta.url));
const built = process.env.KINGSCAN_JAVASCRIPT ?? join(root, "build/javascript");
const load = (name) => import(join(built, name));
const [inlined, beside, hard] = await Promise.all(["kingscan.js", "beside.js", "hard.js"].map(load));

const later = await (await load("load.js")).load();
const required = createRequire(import.meta.url)(join(built, "kingscan.cjs"));
let times = 0;
const loadAnew = () => import(`${join(built, "load.js")}?${++times}`);

for (const [name, run] of Object.entries(cases)) {
    test(name, () => run(inlined, hard));
    test(`${name}, with the module beside the script`, () => run(beside, hard));
    if (name === "knows the hard set") continue;
    test(`${name}, loaded later`, () => run(later, hard));
    test(`${name}, by require`, () => run(required, hard));
}

test("load() gives the same each time, and fails when the module does", async () => {
    const wasm = readFileSync(join(built, "kingscan.wasm"));
    const perft = ({ Position }) => new Position().perft(3);
    const { load, loadSync } = await loadAnew();
    const [first, second] = await Promise.all([load(), load()]);
    assert.ok(first === second && (!process.getBuiltinModule || loadSync() === first));
    assert.equal(perft(first), 8902);
    assert.deepEqual(Object.keys(first).sort(), Object.keys(inlined).sort());
    const later = await loadAnew();
    await assert.rejects(later.load(new Uint8Array(3)), WebAssembly.CompileError);
    assert.throws(() => later.loadSync(new Uint8Array(3)), WebAssembly.CompileError);
    assert.equal(perft(await later.load(Promise.resolve(wasm))), 8902);
    for (const source of [wasm, new WebAssembly.Module(wasm)]) {
        assert.equal(perft((await loadAnew()).loadSync(source)), 8902);
        assert.equal(perft(await (await loadAnew()).load(source)), 8902);
    }
    const { getBuiltinModule } = process;
    process.getBuiltinModule = undefined;
    const browser = await loadAnew();
    assert.throws(() => browser.loadSync(), /^TypeError: loadSync: expected the bytes of kingscan.wasm/);
    process.getBuiltinModule = getBuiltinModule;
    if (getBuiltinModule) assert.equal(perft((await loadAnew()).loadSync()), 8902);
});

test("kingscan/chess is what the package calls chess", async () => {
    const entries = [await load("chess.js"), createRequire(import.meta.url)(join(built, "chess.cjs"))];
    for (const [i, { chess }] of [inlined, required].entries()) assert.deepEqual({ ...entries[i] }, { ...chess });
});

test("the module imports nothing", () => {
    const module = new WebAssembly.Module(readFileSync(join(built, "kingscan.wasm")));
    assert.deepEqual(WebAssembly.Module.imports(module), []);
});

test("blocks of memory are apart, are lines, and are used again", async () => {
    const { instance } = await WebAssembly.instantiate(readFileSync(join(built, "kingscan.wasm")));
    const { allocate, memory, release } = instance.exports;
    let seed = 1, most = 0;
    const random = (n) => (seed = (seed * 48271) % 2147483647) % n;
    const bytes = () => new Uint8Array(memory.buffer);
    const held = [];
    for (let i = 0; i < 20000; i++) {
        const size = 1 + (random(100) ? random(3000) : random(300000)), address = allocate(size);
        assert.ok(address > 0 && address % 64 === 0);
        bytes().fill(i & 255, address, address + size);
        held.push({ address, size, fill: i & 255 });
        if (held.length < 40) continue;
        const [{ address: old, size: length, fill }] = held.splice(random(held.length), 1);
        assert.ok(bytes().subarray(old, old + length).every((byte) => byte === fill));
        release(old);
        if (i === 10000) most = bytes().length;
    }
    assert.ok(bytes().length <= 1.5 * most);
    assert.equal(allocate(2 ** 32 - 100), 0);
});

test("an error that nobody catches shows one short line of the package", () => {
    for (const [name, act] of [
        ["kingscan.js", 'new Position("x")'],
        ["kingscan.cjs", 'for (const game of games("<")) game'],
        ["load.js", "await load(new Uint8Array(3))"],
        ["hard.js", "hardSet.call.call(null)"],
    ]) {
        const script = `import * as all from ${JSON.stringify(join(built, name))};\nconst { Position, games, load, hardSet } = all;\n${act};`;
        const { status, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" });
        assert.equal(status, 1, stderr);
        assert.ok(stderr.length < 1500 && stderr.split("\n").every((line) => line.length < 250), `${act}: ${stderr.length}`);
    }
    for (const name of readdirSync(built).filter((name) => /\.c?js$/.test(name))) {
        const lines = readFileSync(join(built, name), "utf8").split("\n");
        const long = lines.filter((line) => line.length > (/^[\w+/=]*$/.test(line) ? 1000 : 250));
        assert.deepEqual(long.map((line) => line.slice(0, 80)), [], name);
    }
});

test("our column of docs/from-chessjs.md runs", () => {
    const found = ours(inlined);
    assert.ok(found.length > 20);
    const by = Object.fromEntries(found.map((row) => [row.ours, row.found]));
    assert.equal(by["position.fen"], FEN);
    assert.equal(by["position.san(move)"], "e4");
    assert.equal(by["position.undo().from"], "e2");
});

test("the column of chess.js in docs/from-chessjs.md runs with our Chess, and gives the same", () => {
    const by = Object.fromEntries(ours(inlined).map((row) => [row.ours, row.found]));
    const found = byChess(inlined);
    assert.ok(found.length > 25);
    for (const row of found.filter(({ differs }) => !differs)) assert.deepEqual(row.found, by[row.ours], row.chessjs);
});

test("the scripts are as small as docs/javascript.md says", () => {
    const page = readFileSync(join(root, "docs/javascript.md"), "utf8");
    const said = (name) => page.match(new RegExp(`^\\| \`${name}\` \\|.*?\\| (\\d+) KB \\| (\\d+) KB`, "m")).slice(1, 3);
    const chessops = readdirSync(join(built, "chessops")).filter((name) => name.endsWith(".js")).map((name) => join("chessops", name));
    const ways = [(bytes) => gzipSync(bytes, { level: 9 }), brotliCompressSync];
    for (const [name, ...files] of [
        ["kingscan", "kingscan.js", "load.js"],
        ["kingscan/chess", "chess.js", "kingscan.js", "load.js"],
        ["kingscan/chessops", ...chessops, "kingscan.js", "load.js"],
        ["kingscan/beside", "beside.js", "kingscan.wasm"],
        ["kingscan/load", "load.js"],
        ["kingscan/data", "data.js"],
        ["kingscan/hard", "hard.js"],
    ])
        ways.forEach((pack, way) => {
            const found = files.reduce((sum, file) => sum + pack(readFileSync(join(built, file))).length, 0) / 1000;
            const right = Math.abs(found - said(name)[way]) <= 0.02 * found;
            assert.ok(right, `${name}: ${found.toFixed(1)} KB, said ${said(name)[way]}`);
        });
});

/* Tables of perft: variant, depth, nodes, position. */
for (const name of ["", "_engine", "_asian", "_shogi", "_relatives"])
    test(`tests/data/variants_perft${name}.tsv`, () => {
        const lines = readFileSync(join(root, `tests/data/variants_perft${name}.tsv`), "utf8").split("\n");
        for (const line of lines.filter((text) => text && !text.startsWith("#"))) {
            const [variant, depth, nodes, fen] = line.split("\t");
            if (nodes > 20e6) continue;
            assert.equal(new inlined.Position(fen, { variant }).perft(Number(depth)), Number(nodes), line);
        }
    });

test("positions.epd has the counted verdicts", () => {
    const counts = inlined.countVerdicts(readFileSync(join(root, "tests/data/positions.epd")));
    for (const line of readFileSync(join(root, "tests/data/positions.count"), "utf8").split("\n")) {
        const [name, count] = line.split(/\s+/);
        if (name in counts) assert.equal(counts[name], Number(count), name);
    }
});
