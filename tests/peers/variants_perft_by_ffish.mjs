#!/usr/bin/env node
// Count perft of three variants that Fairy-Stockfish has by its file of variants alone: the rows of
// tests/data/variants_perft_relatives.tsv for them.
//
//     npm install --prefix /tmp/ffish ffish@0.7.10
//     tests/peers/variants_perft_by_ffish.mjs /tmp/ffish
//
// ffish counts nothing itself: these are the sums of the lengths of its lists of legal moves, from each start and
// in positions of games of random moves that castle when they can.
import { lehmer, movesOf, withFfish } from './ffish.mjs';

// castle and opposite-castling are sections of the engine's variants.ini; the cannon is a piece of the engine.
const INI = `[castle:chess]
castlingWins = q

[opposite-castling:chess]
oppositeCastling = true

[cannon-chess:chess]
rook = -
cannon = c
startFen = cnbqkbnc/pppppppp/8/8/8/8/PPPPPPPP/CNBQKBNC w - - 0 1
castling = false
promotionPieceTypes = qcbn
`;
const OPEN = ['r3k2r/pppq1ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPQ1PPP/R3K2R w KQkq - 0 1',
  'r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R b KQkq - 0 1', 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1'];
const VARIANTS = [['cannon', 'cannon-chess', []], ['winbycastling', 'castle', OPEN],
  ['oppositecastling', 'opposite-castling', OPEN]];
const GAMES = 12, PLIES = 12, LATER = 3, START = 4, MILLION = 5;

function perft(board, depth) {
  const moves = movesOf(board);
  return depth === 1 ? moves.length : moves.reduce((sum, move) => {
    board.push(move);
    const nodes = perft(board, depth - 1);
    board.pop();
    return sum + nodes;
  }, 0);
}

function count(ffish, [name, section, starts]) {
  const start = ffish.startingFen(section), below = lehmer(1);
  const print = (fen, depth) => {
    const board = new ffish.Board(section, fen);
    console.log([name, depth, perft(board, depth), fen].join('\t'));
    board.delete();
  };
  print(start, START);
  print(start, MILLION);
  starts.forEach(fen => print(fen, START - 1));
  for (let game = 0; game < GAMES; game++) {
    const board = new ffish.Board(section, starts.length > 0 ? starts[game % starts.length] : start);
    for (let ply = below(PLIES) + 1; ply > 0; ply--) {
      const moves = movesOf(board), castling = moves.filter(move => /^e([18])[gc]\1$/.test(move));
      board.push(below(3) === 0 && castling.length > 0 ? castling[0] : moves[below(moves.length)]);
      if (movesOf(board).length === 0) { // the game has ended
        board.pop();
        break;
      }
    }
    print(board.fen(), LATER);
    board.delete();
  }
}

const [directory] = process.argv.slice(2);
if (!directory) {
  console.error('usage: variants_perft_by_ffish.mjs DIRECTORY');
  process.exit(2);
}
withFfish(directory, ffish => {
  ffish.loadVariantConfig(INI);
  VARIANTS.forEach(row => count(ffish, row));
});
