/* Divides of engines: reading one as text, and comparing two. */

export const TEXT_MAX = 200000;
const LINE = /^(?:[-*•]\s*)?(?:\d+[.)]\s+)?(\S+?)\s*(?:[:=,;|]\s*|->\s*|\s)\s*(\d[\d,._' ]*)\s*(?:nodes?)?$/i;
const MOVE = /[a-l]\d|O-O|0-0|@|^0000$|^pass$/;
const TOTAL = /^(?:nodes searched|total(?: nodes)?|nodes|sum)\b\D*([\d,._' ]+)$/i;

const number = (text) => Number(text.replace(/\D/g, ""));

/* Reads the lines of a text. Returns counts: the moves as written, with their counts; total: the sum that the text
 * names, or null; ignored: how many other lines there are, and the first. */
export function readDivide(text) {
    const found = { counts: [], total: null, ignored: 0, firstIgnored: "" };
    for (const line of text.split(/\r\n|\r|\n/).map((line) => line.trim())) {
        const total = line.match(TOTAL);
        const row = line.match(LINE);
        if (total) found.total = number(total[1]);
        else if (row && MOVE.test(row[1])) found.counts.push([row[1], number(row[2])]);
        else if (line !== "" && found.ignored++ === 0) found.firstIgnored = line;
    }
    return found;
}

/* Reads a list of moves without counts, as readDivide does: each counts 1. */
export function readList(text) {
    const found = { counts: [], total: null, ignored: 0, firstIgnored: "" };
    for (const word of text.split(/[\s,;[\]"']+/).filter((word) => !/^(?:\d+[.)]?|)$/.test(word))) {
        if (MOVE.test(word)) found.counts.push([word, 1]);
        else if (found.ignored++ === 0) found.firstIgnored = word;
    }
    return found;
}

/* Why a legal move is missing, in the words of `kingscan diff`. */
function kindOf(position, move) {
    const taken = position.get(move.to) !== null;
    if (move.kind === "plain") {
        if (move.promotion) return "promotion";
        if (move.gated) return "gate";
        if (position.verdict === "check" || position.verdict === "double-check") return "check evasion";
        return taken ? "capture" : "move";
    }
    return move.kind;
}

/* The engine's counts by the moves that Kingscan writes; illegal ones stay as they are written. twice: those that the
 * engine lists more than once, such as a castling as e1g1 and as e1h1. */
function canonical(position, counts) {
    const theirs = new Map();
    const twice = new Set();
    for (const [text, nodes] of counts) {
        const move = position.isLegal(text) ? position.uci(text) : text;
        if (theirs.has(move)) twice.add(move);
        theirs.set(move, nodes);
    }
    return { theirs, twice };
}

/* A legal move that the engine does not list, and one that only the engine lists. */
export function missing(position, move) {
    const sentence = `${move} is legal (${position.san(move)}), but your engine does not list it`;
    return { move, fault: "missing", rule: kindOf(position, position.parse(move)), sentence };
}

export function tooMany(position, move) {
    const { code, message } = position.explain(move);
    return { move, fault: "too many", rule: code, sentence: message };
}

const FAULTS = ["too many", "missing", "twice", "differs", ""];
const equal = { fault: "", rule: "", sentence: "" };
const differs = { ...equal, fault: "differs" };
const listedTwice = { fault: "twice", rule: "duplicate", sentence: "your engine lists this move more than once" };

/* Compares the engine's counts with Kingscan's, both by the moves' texts. Returns rows { move, ours, theirs, fault, rule,
 * sentence }, faults first, and of wrong counts the smallest. fault: one of the above. */
export function compareDivides(position, ours, counts) {
    const { theirs, twice } = canonical(position, counts);
    const row = ([move, nodes]) => {
        const other = theirs.get(move);
        const known = twice.has(move) ? listedTwice : other === nodes ? equal : differs;
        const found = other === undefined ? missing(position, move) : known;
        return { ...found, move, ours: nodes, theirs: other ?? null };
    };
    const illegal = [...theirs].filter(([move]) => !ours.has(move));
    const rows = [...ours]
        .map(row)
        .concat(illegal.map(([move, nodes]) => ({ ...tooMany(position, move), ours: null, theirs: nodes })));
    const rank = ({ fault }) => FAULTS.indexOf(fault);
    return rows.sort((a, b) => rank(a) - rank(b) || (a.fault === "differs" ? a.ours - b.ours : 0));
}
