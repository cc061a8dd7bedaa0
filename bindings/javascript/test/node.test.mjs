/* The cases in Node, and what only Node can try: node --test bindings/javascript/test/, after make javascript. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { cases } from "./cases.js";

export const root = fileURLToPath(new URL("../../..", import.meta.url));
const built = process.env.KINGSCAN_JAVASCRIPT ?? join(root, "build/javascript");
const load = (name) => import(join(built, name));
const [inlined, beside, hard] = await Promise.all(["kingscan.js", "beside.js", "hard.js"].map(load));

for (const [name, run] of Object.entries(cases)) {
    test(name, () => run(inlined, hard));
    test(`${name}, with the module beside the script`, () => run(beside, hard));
}

test("the module imports nothing", () => {
    const module = new WebAssembly.Module(readFileSync(join(built, "kingscan.wasm")));
    assert.deepEqual(WebAssembly.Module.imports(module), []);
});

test("the library is as large as the documentation says at most", () => {
    assert.ok(readFileSync(join(built, "kingscan.js")).length < 300e3);
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
