#!/usr/bin/env node
/* Builds the package: build.mjs ROOT WASM DATA-WASM OUT. Each of its scripts but kingscan.js and chess.js is one file, without imports: the files of
 * src/ in the order in which they need each other, then how the module is loaded. Where terser is installed, it shortens the
 * names inside, which takes a quarter of a script when all is compressed. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { constants, deflateSync } from "node:zlib";

const [root, wasmFile, dataFile, out] = process.argv.slice(2);
const read = (...names) => readFileSync(join(root, ...names), "utf8");
const source = (name) => read("bindings/javascript/src", `${name}.js`);

/* Comments, a third of a script when all is compressed, stay behind: kingscan.d.ts says what users need. */
const stripped = (text) => text.replace(/^ *\/\*[^]*?\*\/\n/gm, "");
const withoutComments = (name) => stripped(source(name));

/* In one scope with the others, a file needs no imports and shares what it exports. */
const inOneScope = (name) =>
    withoutComments(name)
        .replace(/^import [^;]*;\n/gm, "")
        .replace(/^export /gm, "");
const exported = [...source("public").matchAll(/^export \{ (.*?) \}/gm)].map(([, names]) => names).join(", ");
const library = ["memory", "errors", "move", "variant", "verdicts", "position", "lines", "pgn", "games", "boards", "constants", "chess", "chessops", "peers"].map(inOneScope).join("\n");

/* Several lines, since terser breaks none of them. */
const exports = exported
    .match(/(\w+(, )?){1,9}/g)
    .map((names) => `export { ${names} };`)
    .join("\n");

/* Node quotes the whole line in which an error arises that nobody catches. */
const LINE_OF_CODE = 100;
const LINE_OF_MODULE = 1000; /* atob skips the ends of lines, each of which takes a byte when all is compressed */

function write(name, text) {
    writeFileSync(join(out, name), text);
}

function shorten(script) {
    const options = ["--module", "--compress", "--mangle", "--keep-classnames", "--format", `max_line_len=${LINE_OF_CODE}`];
    const { status, stdout, stderr, error } = spawnSync("terser", options, {
        input: script,
        encoding: "utf8",
        env: { ...process.env, NODE_PATH: "/usr/share/nodejs" }, // Debian's, for another Node than Debian's
    });
    if (error?.code === "ENOENT") return script;
    if (status !== 0) throw error ?? new Error(stderr);
    return stdout;
}

/* zopfli, where it is installed, packs the module in 0.95 of the bytes. */
function pack(wasmFile) {
    const wasm = readFileSync(wasmFile);
    const { status, stdout, stderr, error } = spawnSync("zopfli", ["--zlib", "-c", wasmFile], { maxBuffer: 2 * wasm.length });
    if (error?.code === "ENOENT")
        return deflateSync(wasm, { level: 9, memLevel: 9, strategy: constants.Z_DEFAULT_STRATEGY });
    if (status !== 0) throw error ?? new Error(String(stderr));
    return stdout;
}
mkdirSync(out, { recursive: true });
const later = (loaders, end) =>
    shorten(`${library}\nconst library = { ${exported} };\n${[...loaders, "later"].map(inOneScope).join("\n")}\n${end}\n`);
function withModule(script, packed) {
    const parts = script.split('"MODULE"');
    if (parts.length !== 2) throw new Error(`the script has ${parts.length - 1} places for the module`);
    const lines = packed.toString("base64").match(new RegExp(`.{1,${LINE_OF_MODULE}}`, "g"));
    return parts.join(["`", ...lines, "`"].join("\n"));
}
const [, ofChess] = source("chess").match(/^export const chess = .*\n([^]*?)^\}/m);
const names = (list) => `{\n    ${list.replaceAll(", ", ",\n    ")},\n}`;
write("kingscan.js", `import { load } from "./load.js";\nexport const ${names(exported)} = await load();\n`);
write("chess.js", `import { chess } from "./kingscan.js";\nexport const ${names(ofChess.match(/^ {4}\w+/gm).map((name) => name.trim()).join(", "))} = chess;\n`);
write("chess.cjs", 'module.exports = require("./kingscan.cjs").chess;\n');
write("beside.js", shorten(`${library}\n${inOneScope("beside")}\nawait load(fetchBeside());\n${exports}\n`));
write("load.js", withModule(later(["inlined", "later_inlined"], "export { loadLater as load, loadSync };"), pack(wasmFile)));
const readers = `${["memory", "errors", "data", "inlined"].map(inOneScope).join("\n")}\nawait load(unpack());\n`;
write("data.js", withModule(shorten(`${readers}export { DataError, KINDS, KNOWN, data, dataFormats, uciOf };\n`), pack(dataFile)));
write("kingscan.cjs", later(["required"], "module.exports = { ...loadSync(), load: loadLater, loadSync };"));
const text = (name) => `\`${read("c/cli/commands/diff", name).replace(/[`$\\]/g, "\\$&")}\``;
const texts = `export const hardEpd = ${text("hard.epd")};\nexport const hardVariantsEpd = ${text("hard_variants.epd")};`;
write("hard.js", `${withoutComments("hard")}\n${texts}\n`);
cpSync(wasmFile, join(out, "kingscan.wasm"));
const part = (name) => read("include/kingscan/check.h").match(new RegExp(`^#define KS_VERSION_${name} (\\d+)$`, "m"))[1];
const { name, ...rest } = JSON.parse(read("bindings/javascript/package.json"));
const version = ["MAJOR", "MINOR", "PATCH"].map(part).join(".");
write("package.json", `${JSON.stringify({ name, version, ...rest }, null, 4)}\n`);
for (const name of ["README.md", "kingscan.d.ts", "chess.d.ts", "load.d.ts", "hard.d.ts", "data.d.ts"]) write(name, read("bindings/javascript", name));
const types = (name) => read("bindings/javascript", name).replaceAll(/"\.\/(kingscan|chess)\.js"/g, '"./$1.cjs"');
write("kingscan.d.cts", `${types("kingscan.d.ts")}\n${types("load.d.ts")}`);
write("chess.d.cts", types("chess.d.ts"));
write("LICENSE", read("LICENSE"));

/* The modules of kingscan/chessops import each other and kingscan.js. */
const toCommonJs = (text) => text.replaceAll('.js"', '.cjs"');
function withRequire(script) {
    const declared = [...script.matchAll(/^export (?:class|const|function) (\w+)/gm)].map(([, name]) => name);
    const body = toCommonJs(script)
        .replace(/^import \{([^}]*)\} from ("[^"]*");/gm, (_, names, file) => `const {${names.replaceAll(" as ", ": ")}} = require(${file});`)
        .replace(/^export \* as (\w+) from ("[^"]*");/gm, "exports.$1 = require($2);")
        .replace(/^export \* from ("[^"]*");/gm, "Object.assign(exports, require($1));")
        .replace(/^export \{ (\w+) \} from ("[^"]*");/gm, "exports.$1 = require($2).$1;")
        .replace(/^export (\{[^}]*\});/gm, "Object.assign(exports, $1);")
        .replace(/^export /gm, "");
    return `${body}Object.assign(exports, { ${declared.join(", ")} });\n`;
}
mkdirSync(join(out, "chessops"), { recursive: true });
for (const file of readdirSync(join(root, "bindings/javascript/chessops"))) {
    const text = read("bindings/javascript/chessops", file);
    const script = stripped(text);
    const isTypes = file.endsWith(".d.ts");
    write(join("chessops", file), isTypes ? text : script);
    write(join("chessops", file.replace(/\.(d\.)?[jt]s$/, isTypes ? ".d.cts" : ".cjs")), isTypes ? toCommonJs(text) : withRequire(script));
}
