/* The hard set: small positions, each with a rule that move generators get wrong. The build puts the two files of
 * `kingscan diff` behind this one, as hardEpd and hardVariantsEpd. */

const LINE = /^(?<fen>.*?) (?:moves (?<moves>[^;]*); )?c0 "(?<rule>[^"]*)"; c1 "(?<move>\S+) (?<answer>\S+)";/;

/* Reads a line: { fen, moves, rule, move, answer, variant, nodes }. moves: those to be made first; move: one that shows
 * the rule; answer: "ok", or the code of the error that explains why it is illegal; nodes: perft to the depths 1, 2 … */
function readHardLine(line) {
    const { fen, moves = "", rule, move, answer } = line.match(LINE).groups;
    const variant = line.match(/ c2 "([^"]*)";/)?.[1] ?? "chess";
    const nodes = [...line.matchAll(/ D\d+ (\d+);/g)].map(([, count]) => Number(count));
    return { fen, moves: moves.split(" ").filter(Boolean), rule, move, answer, variant, nodes };
}

const readHardSet = (text) => text.split("\n").filter((line) => line && !line.startsWith("#")).map(readHardLine);

/* The positions of chess. */
export const hardSet = () => readHardSet(hardEpd);

/* Those of variants. */
export const hardVariants = () => readHardSet(hardVariantsEpd);
