/* Writes a position as commands, for an engine in UCI and for the program's command line. */

const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

const movesBehind = (moves) => (moves.length > 0 ? ` moves ${moves.join(" ")}` : "");

/* The lines to type into an engine. */
export function uciLines({ name, fen, moves, chess960 }, depth) {
    const position = name === "chess" && fen === START ? "startpos" : `fen ${fen}`;
    return [
        ...(name === "chess" ? [] : [`setoption name UCI_Variant value ${name}`]),
        ...(chess960 ? ["setoption name UCI_Chess960 value true"] : []),
        `position ${position}${movesBehind(moves)}`,
        ...(depth ? [`go perft ${depth}`] : []),
    ].join("\n");
}

const quoted = (text) => (/^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

function options({ name, text, chess960 }) {
    return (
        (name === "chess" ? "" : ` --variant ${quoted(name)}`) +
        (text === "" ? "" : " --variants FILE") +
        (chess960 && name === "chess" ? " --chess960" : "")
    );
}

/* The command that says the same of a move of the position with this FEN. */
export const moveCommand = (job, fen, move) => `kingscan move${options(job)} ${quoted(fen)} ${quoted(move)}`;

/* The command that lets an engine count here. */
export function diffCommand(job, depth) {
    const { fen, moves, name, text } = job;
    const variant = options({ name, text });
    return `echo ${quoted(fen + movesBehind(moves))} | kingscan diff ${depth} -${variant} --engine 'YOUR ENGINE'`;
}
