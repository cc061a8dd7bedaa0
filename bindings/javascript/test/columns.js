/* The table of positions in docs/from-chessjs.md: calls of chess.js, of chessops and of this package, row by row. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const PAGE = fileURLToPath(new URL("../../../docs/from-chessjs.md", import.meta.url));
export const FEN = "r1bqkbnr/pppp1ppp/2n5/4p3/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 2 3";

/* Yields { chessjs, chessops, ours, differs }, calls as texts; "" where there is none. */
export function* rows() {
    const table = readFileSync(PAGE, "utf8").split("\n## ").find((section) => section.startsWith("Position and moves"));
    const call = (cell) => cell.trim().replace(/^`|`$/g, "");
    for (const [, ...cells] of table.matchAll(/^\|(.*?)\|(.*?)\|(.*?)\|(.*?)\|$/gm)) {
        const [chessjs, chessops, ours, differs] = cells.map(call);
        if (!["Kingscan", "---"].includes(ours)) yield { chessjs, chessops, ours, differs };
    }
}

/* What a call gives: names has what it may use. */
export const evaluate = (call, names) => new Function(...Object.keys(names), `return ${call};`)(...Object.values(names));

/* What our column gives, row by row. */
export function ours({ Position }) {
    const names = { Position, fen: FEN, position: new Position(FEN), move: new Position(FEN).parse("e2e4") };
    return [...rows()].map((row) => ({ ...row, found: evaluate(row.ours, names) }));
}

/* What the column of chess.js gives with a class Chess, row by row. */
export function byChess({ chess: { Chess } }) {
    const names = { Chess, fen: FEN, chess: new Chess(FEN) };
    return [...rows()].filter(({ chessjs }) => chessjs).map((row) => ({ ...row, found: evaluate(row.chessjs, names) }));
}

/* What the column of chessops gives with the names of its modules, row by row. */
export function byChessops(modules) {
    const { Chess, parseFen, parseUci } = modules;
    const names = { ...modules, fen: FEN, pos: Chess.fromSetup(parseFen(FEN).unwrap()).unwrap(), move: parseUci("e2e4") };
    return [...rows()].filter(({ chessops }) => chessops).map((row) => ({ ...row, found: evaluate(row.chessops, names) }));
}
