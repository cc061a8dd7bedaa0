/* Finds the verdicts on a text with a position of chess in each line. */
import { FenError, errorAt } from "./errors.js";
import { allocate, bytes, bytesOfText, decoder, readName, room, squaresAt, wasm, withText, words } from "./memory.js";
import { flagsOf } from "./position.js";
import { bundledVariants } from "./variant.js";
import { verdictNames } from "./verdicts.js";

const NO_POSITION = 5; /* the verdict of such a line; those below are verdicts of positions */
/* The places of the members of ks_checked_line, in words. */
const LINE = { offset: 0, length: 1, number: 2, checkers: 4, verdict: 6, size: 8 };
const LINES_AT_ONCE = 1024;
const BLOCK = 1 << 18;
const LF = 10;

/* Reads FEN or EPD, a position a line, as `kingscan check` does, and yields for each line { number, text, verdict,
 * checkers, error }. text: a string, or bytes of UTF-8. error: a FenError, and the verdict is null, when the line is no
 * position; else null. Blank lines and lines that begin with # are skipped. options: strict, lenient, possible. */
export const check = (text, options = {}) => linesOf(text, flagsOf(options));

function* linesOf(text, flags) {
    const names = verdictNames();
    const { squares } = bundledVariants().get("chess");
    for (const { given, lines } of blocksOf(text, flags))
        for (const { offset, length, number, verdict, checkers } of lines) {
            const line = decoder.decode(given.subarray(offset, offset + length));
            yield {
                number,
                text: line,
                verdict: names[verdict] ?? null,
                checkers: checkers.map((square) => squares[square]),
                error: verdict === NO_POSITION ? errorOf(line, flags) : null,
            };
        }
}

/* Counts the verdicts of such a text: { safe, check, "double-check", checkmate, stalemate, rejected }. */
export function countVerdicts(text, options = {}) {
    const counts = new Array(NO_POSITION + 1).fill(0);
    for (const { lines } of blocksOf(text, flagsOf(options), true)) for (const verdict of lines) counts[verdict]++;
    return Object.fromEntries([...verdictNames(), "rejected"].map((name, verdict) => [name, counts[verdict]]));
}

function errorOf(line, flags) {
    withText(line, (at, length) => wasm.lines_error(at, length, flags, room.answer));
    return errorAt(FenError, line);
}

/* Yields blocks of whole lines as { given, lines }: the block's bytes and what is said of them. The module's memory is
 * free again whenever this yields, so that nothing is lost with a caller who stops. */
function* blocksOf(text, flags, verdictsAlone = false) {
    const all = bytesOfText(text, "a text");
    for (let start = 0, line = 0; start < all.length; ) {
        const given = all.subarray(start, endOfBlock(all, start));
        const { lines, last } = checkBlock(given, flags, line, verdictsAlone);
        yield { given, lines };
        start += given.length;
        line = last;
    }
}

function endOfBlock(all, start) {
    if (all.length - start <= BLOCK) return all.length;
    const before = all.lastIndexOf(LF, start + BLOCK - 1) + 1;
    return before > start ? before : all.indexOf(LF, start + BLOCK) + 1 || all.length;
}

/* lineBefore: the number of lines before the block. last: that after it. */
function checkBlock(given, flags, lineBefore, verdictsAlone) {
    const answers = allocate(4 * LINE.size * LINES_AT_ONCE + 16);
    const cursor = answers + 4 * LINE.size * LINES_AT_ONCE;
    const text = allocate(given.length);
    const lines = [];
    try {
        bytes().set(given, text);
        words().set([0, 0, lineBefore, 0], cursor >> 2);
        for (let count = LINES_AT_ONCE; count === LINES_AT_ONCE; ) {
            count = wasm.lines_check(text, given.length, flags, cursor, answers, LINES_AT_ONCE);
            for (let i = 0; i < count; i++) lines.push(lineAt((answers >> 2) + LINE.size * i, verdictsAlone));
        }
        return { lines, last: words()[(cursor >> 2) + 2] };
    } finally {
        wasm.release(text);
        wasm.release(answers);
    }
}

function lineAt(at, verdictAlone) {
    const memory = words();
    const verdict = memory[at + LINE.verdict] & 255;
    if (verdictAlone) return verdict;
    return {
        offset: memory[at + LINE.offset],
        length: memory[at + LINE.length],
        number: memory[at + LINE.number],
        checkers: squaresAt(4 * (at + LINE.checkers), 2),
        verdict,
    };
}
