/* The panel "How it is found" has the kernels' values: its answers are those of ks_king_scan and ks_in_check on chance
 * boards, and its registers are those of the kernels themselves, which trace.c runs an instruction at a time. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { AVX2_STEPS, runAvx2 } from "../src/avx2.js";
import { AVX512_STEPS, runAvx512 } from "../src/avx512.js";
import { codesOf } from "../src/classes.js";
import { readPlacement } from "../src/placement.js";
import { SCAN_STEPS, runScan } from "../src/scan.js";
import { unpackTables } from "../src/tables.js";
import { hexMask } from "../src/vectors.js";
import { packTables, readTables } from "../tables.mjs";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const build = process.env.KINGSCAN_BUILD ?? join(root, "build");
const tracer = join(build, "workbench/trace");
const tables = readTables(join(build, "workbench"), join(build, "constants.inc"));

const BOARDS = 10000;
const TRACED = 1000;

/* ---- Boards ---- */

let seed = 1;
const random = (n) => (seed = (seed * 48271) % 2147483647) % n;

const { KS_WHITE_KING, KS_BLACK_BIT } = tables.constants;
const KINGS = [KS_WHITE_KING, KS_WHITE_KING | KS_BLACK_BIT];

/* Anything on any square, and a king of each side. */
function chanceBoard() {
    const empty = random(16);
    const board = Uint8Array.from({ length: 64 }, () => (random(16) < empty ? 0 : 1 + random(5) + KS_BLACK_BIT * random(2)));
    const first = random(64);
    board[first] = KINGS[0];
    board[(first + 1 + random(63)) % 64] = KINGS[1];
    return board;
}

const FENS = readFileSync(join(root, "tests/data/positions.epd"), "utf8").split("\n").filter((line) => /^[1-8KkQqRrBbNnPp]+\//.test(line));

/* Half of the boards are real positions. A record: the board, the king's square, its side. */
function record(i) {
    const board = i % 2 ? chanceBoard() : codesOf(readPlacement(FENS[random(FENS.length)], 8, 8), tables);
    const side = random(2);
    return { board, king: board.indexOf(KINGS[side]), side };
}

const records = Array.from({ length: BOARDS }, (_, i) => record(i));

/* ---- The native kernels ---- */

function run(some, ...args) {
    const input = Buffer.concat(some.map(({ board, king, side }) => Buffer.from([...board, king, side])));
    const ran = spawnSync(tracer, args, { input, maxBuffer: 2 ** 28 });
    if (ran.status === 3) return null;
    assert.equal(ran.status, 0, `${ran.error ?? ran.stderr} ${ran.signal}`);
    const lines = ran.stdout.toString().trimEnd().split("\n").map((line) => line.split(" "));
    assert.equal(lines.length, some.length);
    return lines;
}

const ANSWER = ({ inCheck, lines: { checkers, checkLines, pinned, pinOrthogonal, pinDiagonal } }) =>
    [Number(inCheck), ...[checkers, checkLines, pinned, pinOrthogonal, pinDiagonal].map(hexMask)].map(String);

const METHODS = { scan: runScan, avx2: runAvx2, avx512: runAvx512 };
const panelOf = (method, { board, king, side }) => METHODS[method](board, king, side, tables);
const answers = run(records);

for (const method of Object.keys(METHODS))
    test(`${method}: the panel's answers are the library's, on ${BOARDS} boards`, () =>
        records.forEach((record, i) => assert.deepEqual(ANSWER(panelOf(method, record)), answers[i], `board ${i}`)));

test("the boards have checks and pins of all kinds", () => {
    for (let column = 0; column < 6; column++) {
        const some = answers.filter((answer) => /[1-9a-f]/.test(answer[column])).length;
        assert.ok(some > BOARDS / 20 && some < BOARDS, `column ${column}: ${some}`);
    }
});

for (const method of ["avx2", "avx512"])
    test(`${method}: kinds lead to the same answers as classes`, () =>
        records.forEach((record, i) => {
            const { inCheck, registers } = panelOf(method, record);
            assert.equal(registers.checks.some(Boolean) || (registers.near ?? []).some(Boolean), inCheck, `board ${i}`);
        }));

test("the page's text has the same tables", async () => assert.deepEqual(await unpackTables(packTables(tables)), tables));

/* ---- Registers ---- */

/* The instructions of a function: { offset, text }, the text in Intel's syntax with single blanks. */
function disassemble(name) {
    const args = ["-d", "-M", "intel", "--no-show-raw-insn", `--disassemble=${name}`, tracer];
    const { stdout, status, error } = spawnSync("objdump", args, { encoding: "utf8" });
    assert.equal(status, 0, String(error));
    const found = [...stdout.matchAll(/^ *([0-9a-f]+):\t(.*)$/gm)];
    return found.map(([, address, text]) => ({
        offset: parseInt(address, 16) - parseInt(found[0][1], 16),
        text: text.replace(/\s+/g, " ").trim(),
    }));
}

/* The general registers that hold parts of 64 bits under other names. */
const whole = (register) => ({ eax: "rax", ecx: "rcx", cl: "rcx", edx: "rdx", esi: "rsi", edi: "rdi" })[register] ?? register.replace(/^(r\d+)[dwb]$/, "$1").replace(/^e(.*)/, "r$1");

/* The places behind the instructions that a pattern finds; its first group is the register. */
function placesOf(instructions, pattern) {
    const found = instructions.map(({ offset, text }) => [offset, text.match(pattern)?.[1]]).filter(([, register]) => register);
    return found.map(([offset, register]) => `${offset}:${whole(register)}`);
}

const bytesOf = (vector) => Buffer.from(vector).toString("hex");

/* watched: [pattern, which of those found, value(panel)]; the value is undefined when the register means nothing there. */
function compareRegisters(t, method, name, watched) {
    const instructions = disassemble(`ks_${method}_${name}`);
    const places = watched.map(([pattern, which]) => placesOf(instructions, pattern).at(which));
    assert.deepEqual(places.map((place, i) => (place ? "" : String(watched[i][0]))).filter(Boolean), [], "no such instruction");
    const some = records.slice(0, TRACED);
    const lines = run(some, method, name, ...places);
    if (lines === null) return t.skip(`this processor lacks the kernel ${method}: its registers have not been compared`);
    let compared = 0;
    some.forEach((record, i) => {
        const panel = panelOf(method, record);
        watched.forEach(([pattern, , value], n) => {
            const expected = value(panel);
            if (expected === undefined) return;
            const real = lines[i][6 + n].slice(-expected.length);
            assert.equal(real, expected, `board ${i}, ${pattern}`);
            compared++;
        });
    });
    assert.ok(compared >= TRACED);
}

const bytes = (name) => ({ registers }) => bytesOf(registers[name]);

const AVX512_WATCHED = [
    [/^vmovdqa64 (zmm16),/, 0, bytes("numbers")],
    [/^vpermb (zmm16),/, 0, bytes("codes")],
    [/^vpshufb (zmm17),/, 0, bytes("occupied")],
    [/^vpshufb (zmm16),/, 0, bytes("classes")],
    [/^vpandq (zmm20),/, 0, bytes("attacks")],
    [/^vpaddq (zmm18),/, 0, bytes("before")],
    [/^vpandnq (zmm22),/, 0, bytes("nearest")],
    [/^vpandq (zmm23),/, 0, bytes("behind")],
    [/^vpaddq (zmm24),/, 0, bytes("reach")],
    [/^vpandq (zmm20),/, 1, bytes("attackers")],
    [/^vporq (zmm26),/, -1, bytes("marks")],
    [/^vpermb (zmm26),/, 0, bytes("bySquare")],
];
test("avx512: the panel's registers are the kernel's", (t) => compareRegisters(t, "avx512", "king_scan", AVX512_WATCHED));

/* in_check looks up kinds. */
const SEEN_BY_AVX512 = [
    [/^vpermb (zmm16),/, 0, bytes("kinds")],
    [/^vpaddq (zmm16),/, 0, bytes("seenKinds")],
    [/^vpshufb (zmm16),/, 0, bytes("seen")],
];
test("avx512: what the king sees is the kernel's", (t) => compareRegisters(t, "avx512", "in_check", SEEN_BY_AVX512));

const AVX2_WATCHED = [
    [/^vpor (ymm2),ymm2,ymm0/, 0, bytes("codes")],
    [/^vpshufb (ymm0),ymm7,/, 0, bytes("classes")],
    [/^vpand (ymm1),/, 0, bytes("occupied")],
    [/^vpand (xmm8),/, 0, bytes("leaps")],
    [/^vpsubq (ymm2),/, 0, bytes("before")],
    [/^vpand (ymm3),/, 0, bytes("attacks")],
    [/^vpandn (ymm1),/, 0, bytes("nearestOwn")],
    [/^vpsubq (ymm6),/, 0, bytes("beforeWithout")],
    [/^vpand (ymm4),/, 0, bytes("hits")],
];
test("avx2: the panel's registers are the kernel's", (t) => compareRegisters(t, "avx2", "king_scan", AVX2_WATCHED));

const SEEN_BY_AVX2 = [
    [/^vpshufb (ymm0),ymm4,/, 0, bytes("kinds")],
    [/^vpand (xmm5),/, 0, bytes("near")],
    [/^vpsubq (ymm0),/, 0, bytes("seenKinds")],
    [/^vpshufb (ymm1),ymm4,/, 0, bytes("seen")],
];
test("avx2: what the king sees is the kernel's", (t) => compareRegisters(t, "avx2", "in_check", SEEN_BY_AVX2));

const word = (number) => hexMask(BigInt(number));
const eight = [...Array(8).keys()];
const SCAN_WATCHED = [
    [/^or (r\w+),QWORD PTR/, 0, ({ occupied }) => hexMask(occupied)],
    ...eight.map((n) => [/^(?:tzcnt|rep bsf|bsr|bsf) (r\w+),/, n, ({ rays }) => word(rays[n].square)]),
    ...eight.map((n) => [/^and (\w+),BYTE PTR/, n, ({ rays }) => word(rays[n].found)]),
    [/^or (r\d+d),/, -1, ({ found }) => word(found)],
];
test("scan: the panel's registers are the kernel's", (t) => compareRegisters(t, "scan", "in_check", SCAN_WATCHED));

/* The second scan of each ray, behind the king's own piece. */
const BEHIND_WATCHED = eight.map((n) => [
    /^(?:tzcnt|rep bsf|bsr|bsf) (r\w+),/,
    2 * n + 1,
    ({ behind }) => (behind[n] ? word(behind[n].square) : "-"),
]);
test("scan: so are those of the second-nearest pieces", (t) => compareRegisters(t, "scan", "king_scan", BEHIND_WATCHED));

/* ---- The listings ---- */

test("the lines of assembly that the panel shows are in asm/", () => {
    const sources = { scan: ["scan.asm", "masks.inc"], avx2: ["four_lanes.inc", "avx2.asm"], avx512: ["avx512.asm"] };
    const steps = { scan: SCAN_STEPS, avx2: AVX2_STEPS, avx512: AVX512_STEPS };
    for (const [method, names] of Object.entries(sources)) {
        const text = names.map((name) => readFileSync(join(root, "asm", name), "utf8")).join("");
        const lines = new Set(text.split("\n").flatMap((line) => [line.trim(), line.replace(/;.*/, "").trim()]));
        for (const { title, code } of steps[method])
            for (const line of code) assert.ok(lines.has(line), `${method}, ${title}: ${line}`);
    }
});
