/* What `npm pack` makes installs into an empty project; README's lines run there and print what README says; the types fit. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const built = process.env.KINGSCAN_JAVASCRIPT ?? join(root, "build/javascript");
const project = mkdtempSync(join(tmpdir(), "kingscan-"));
const run = (program, ...words) => execFileSync(program, words, { cwd: project, encoding: "utf8", stdio: "pipe" });
let packed;

before(() => {
    [packed] = JSON.parse(run("npm", "pack", built, "--json"));
    writeFileSync(join(project, "package.json"), '{ "type": "module", "private": true }\n');
    run("npm", "install", "--offline", "--no-audit", "--no-fund", `./${packed.filename}`);
});

after(() => rmSync(project, { recursive: true }));

const CHESSOPS = "attacks board chess compat debug fen index pgn result san setup squareSet transform types util variant".split(" ");
const readme = readFileSync(join(built, "README.md"), "utf8");
const block = (language) => readme.match(new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, "s"))[1];

test("the blocks of docs/javascript.md and docs/from-chessjs.md run", () => {
    const pages = ["docs/javascript.md", "docs/from-chessjs.md"].map((page) => readFileSync(join(root, page), "utf8"));
    const blocks = [...pages.join("\n").matchAll(/```js\n((?:(?!```).)*)```\n\n```text\n((?:(?!```).)*)```/gs)];
    assert.equal(blocks.length, 12);
    for (const [, lines, printed] of blocks) {
        writeFileSync(join(project, "lines.js"), lines);
        assert.equal(run("node", "lines.js"), printed);
    }
});

test("README's lines run", () => {
    for (const form of ["kingscan", "kingscan/beside"]) {
        writeFileSync(join(project, "lines.js"), block("js").replace('"kingscan"', `"${form}"`));
        assert.equal(run("node", "lines.js"), block("text"));
    }
});

test("CommonJS requires it", () => {
    writeFileSync(
        join(project, "lines.cjs"),
        'const { Position } = require("kingscan");\nconst { load, loadSync } = require("kingscan/load");\n' +
            'const { Chess, WHITE } = require("kingscan/chess");\n' +
            "load().then((all) => console.log(new Position().perft(3), all === loadSync(), all.Position === Position));\n" +
            'const { parseFen, INITIAL_FEN } = require("kingscan/chessops/fen");\n' +
            'console.log(new Chess().turn() === WHITE, require("kingscan/chessops").parseFen === parseFen, parseFen(INITIAL_FEN).isOk);\n',
    );
    assert.equal(run("node", "lines.cjs"), "true true true\n8902 true true\n");
});

test("the package has its files, and each way to load it the size that docs/javascript.md says at most", () => {
    const names = packed.files.map(({ path }) => path).sort();
    const expected = ["LICENSE", "README.md", "beside.js", "chess.cjs", "chess.d.cts", "chess.d.ts", "chess.js", "data.d.ts", "data.js", "hard.d.ts", "hard.js", "kingscan.d.ts", "kingscan.js", "kingscan.wasm"];
    const later = ["kingscan.cjs", "kingscan.d.cts", "load.d.ts", "load.js"];
    const modules = CHESSOPS.flatMap((name) => ["cjs", "d.cts", "d.ts", "js"].map((ending) => `chessops/${name}.${ending}`));
    assert.deepEqual(names, [...expected, ...later, ...modules, "chessops/rules.cjs", "chessops/rules.js", "package.json"].sort());
    const packedOf = (ending) => gzipSync(CHESSOPS.map((name) => readFileSync(join(built, `chessops/${name}.${ending}`), "utf8")).join("")).length;
    const ofModules = ["cjs", "d.cts", "d.ts", "js"].reduce((sum, ending) => sum + packedOf(ending), 0);
    assert.ok(ofModules < 55e3, `${ofModules}`);
    assert.ok(statSync(join(project, packed.filename)).size - ofModules < 460e3);
});

/* The names of values that a file of types exports, in order. */
function declaredIn(file) {
    const types = readFileSync(join(built, file), "utf8");
    const declared = Array.from(types.matchAll(/^export (?:abstract class|class|function|const|\* as) (\w+)/gm), ([, name]) => name);
    const shared = Array.from(types.matchAll(/^export \{ (.*) \} from/gm), ([, names]) => names.split(", ")).flat();
    const others = Array.from(types.matchAll(/^export \* from "(.*)\.js"/gm), ([, name]) => declaredIn(join(file, "..", `${name}.d.ts`))).flat();
    return [...new Set([...declared, ...shared, ...others])].sort();
}

test("every name that the types declare is exported, and no other", async () => {
    for (const name of ["kingscan", "chess", "data", ...CHESSOPS.map((name) => `chessops/${name}`)])
        assert.deepEqual(Object.keys(await import(join(built, `${name}.js`))).sort(), declaredIn(`${name}.d.ts`), name);
});

test("every member that the types declare is there", async () => {
    const { Position, Variant, Variants, Boards, Game, games } = await import(join(built, "kingscan.js"));
    const types = readFileSync(join(built, "kingscan.d.ts"), "utf8");
    const samples = { Position: new Position(), Variants: new Variants(), Variant: new Position().variant, Boards: new Boards(1) };
    [samples.Game] = games("1. e4 *");
    assert.ok(samples.Game instanceof Game);
    assert.ok(samples.Variant instanceof Variant && samples.Variants instanceof Variants && samples.Boards instanceof Boards);
    for (const [name, sample] of Object.entries(samples)) {
        const body = types.match(new RegExp(`^export class ${name} .*?\\{\n(.*?)^\\}`, "ms"))[1];
        for (const [, member] of body.matchAll(/^ {4}(?:readonly )?(\w+)(?=[:(])/gm))
            if (member !== "constructor") assert.ok(member in sample, `${name}.${member}`);
    }
});
