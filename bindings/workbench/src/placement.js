/* The first field of a FEN as squares, also while it is no position yet. */

const PIECE = /\+?[A-Za-z]~?|\*/y;
const EMPTY = /\d+/y;

/* Reads as much as there is: an array of letters as in FEN, null for an empty square, the top left square first. */
export function readPlacement(fen, files, ranks) {
    const squares = new Array(files * ranks).fill(null);
    const rows = (fen.trim().split(/[\s[]/)[0] ?? "").split("/");
    rows.slice(0, ranks).forEach((row, rank) => readRow(row, squares, rank * files, files));
    return squares;
}

function readRow(row, squares, first, files) {
    for (let at = 0, file = 0; at < row.length && file < files;) {
        const token = [EMPTY, PIECE].map((kind) => ((kind.lastIndex = at), kind.exec(row)?.[0])).find(Boolean);
        if (token === undefined) return;
        if (/^\d/.test(token)) file += Number(token);
        else squares[first + file++] = token;
        at += token.length;
    }
}

export function writePlacement(squares, files) {
    const rows = [];
    for (let first = 0; first < squares.length; first += files)
        rows.push(
            squares
                .slice(first, first + files)
                .map((piece) => piece ?? " ")
                .join("")
                .replace(/ +/g, (gap) => String(gap.length)),
        );
    return rows.join("/");
}

/* Returns the FEN with other squares. Pieces in hand, in brackets, stay. */
export function withPlacement(fen, squares, files) {
    const [first = "", ...others] = fen.trim().split(/\s+/);
    const hand = first.match(/\[.*$/)?.[0] ?? "";
    return [writePlacement(squares, files) + hand, ...(others.length > 0 ? others : ["w", "-", "-", "0", "1"])].join(
        " ",
    );
}
