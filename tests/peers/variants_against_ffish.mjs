#!/usr/bin/env node
// Compare pieces in Betza notation with Fairy-Stockfish as WebAssembly: perft 3 from the start, and the legal moves
// along games of random moves.
//
//     npm install --prefix /tmp/ffish ffish@0.7.10
//     tests/peers/variants_against_ffish.mjs /tmp/ffish build/kingscan
//     tests/peers/variants_against_ffish.mjs /tmp/ffish build/kingscan --write
//
// Both programs read the same text. ffish 0.7.10 understands leapers of all atoms, ranges of W, F, R, B and Q, riders
// of W, F and N, n before N, A and D, p and g before R, B and Q, i together with m; it silently misreads the rest,
// which tests/variant/naive.c covers. All pieces with first moves capture en passant here, since ffish allows that.
// Prints each difference and a closing line; exit status 1 when there was any.
// --write keeps the text and ffish's answers in tests/data/, which the tests read.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fnv1a, lehmer, movesOf, withFfish } from './ffish.mjs';

const GAMES = 2, POSITIONS = 3, PLIES = 25; // each game gives POSITIONS positions, at most PLIES plies apart

const pieces = [
  // Leapers, and their directions.
  'W', 'F', 'D', 'A', 'H', 'N', 'C', 'Z', 'G', 'K', 'WD', 'FA', 'WA', 'FD', 'CZ', 'NGH',
  'fN', 'bN', 'vN', 'sN', 'lN', 'frN', 'rfN', 'fsN', 'blC', 'fF', 'bF', 'frF', 'lrF', 'fsW', 'FfW', 'fbW', 'rD', 'fA',
  // Slides, ranges and riders.
  'R', 'B', 'Q', 'NB', 'NR', 'WB', 'FR', 'fR', 'bB', 'sR', 'frB', 'W2', 'F3', 'R4', 'B2', 'Q3', 'W3F2', 'NN', 'WWF', 'FFW',
  'fNN',
  // Separate moves and captures.
  'mNcB', 'mBcN', 'mRcK', 'fmRbcB', 'mQcN', 'cAmD',
  // Lame leapers and hoppers.
  'nN', 'nA', 'nD', 'nNnA', 'WnD', 'mRcpR', 'pR', 'pB', 'pQ', 'gR', 'gB', 'gQ', 'mBcgB', 'mRcgR', 'RcpRnN',
  // First moves.
  'imN', 'FimfnD', 'WimR', 'imBW', 'fWimfR2',
];

// The boards with the piece, as the lines in which they differ from chess.
const boards = [
  { first: 0, rules: 'startFen = rxbqkbxr/ppxppxpp/8/8/8/8/PPXPPXPP/RXBQKBXR w KQkq - 0 1\npromotionPieceTypes = qrx\nenPassantTypes = px\n' },
  { first: 1, rules: 'maxFile = 12\nmaxRank = 10\ncastling = false\ndoubleStepRegionWhite = *2\ndoubleStepRegionBlack = *9\n' +
    'promotionRegionWhite = *10\npromotionRegionBlack = *1\npromotionPieceTypes = rx\nenPassantTypes = px\n' +
    'startFen = r1xbq1k2x1r/ppppxppxpppp/12/12/12/12/12/12/PPPPXPPXPPPP/R1XBQ1K2X1R w - - 0 1\n' },
];

const variants = pieces.flatMap((betza, i) => boards.filter((_, board) => board === 0 || i % 5 === 0).map(({ first, rules }) =>
  ({ name: `t${i}-${first}`, text: `[t${i}-${first}:chess]\ncustomPiece1 = x:${betza}\n${rules}` })));
const text = '# Made by tests/peers/variants_against_ffish.mjs.\n' + variants.map(v => v.text).join('\n');

// The hash of the sorted moves with blanks between them.
const hash = moves => fnv1a(moves.join(' ')).toString(16).padStart(8, '0');

const below = lehmer(1);

function perft(board, depth) {
  const moves = movesOf(board);
  if (depth === 1)
    return moves.length;
  return moves.reduce((nodes, move) => {
    board.push(move);
    nodes += perft(board, depth - 1);
    board.pop();
    return nodes;
  }, 0);
}

// Yields rows of the table: a name, a depth and the nodes; or a name, the number of moves and their hash; and the
// position.
function* ask(ffish, name) {
  const start = new ffish.Board(name);
  yield { name, depth: 3, nodes: perft(start, 3), fen: start.fen() };
  start.delete();
  for (let game = 0; game < GAMES; game++) {
    const board = new ffish.Board(name);
    for (let position = 0; position < POSITIONS; position++) {
      let moves = movesOf(board);
      for (let plies = 1 + below(PLIES); plies > 0 && moves.length > 0; plies--) {
        board.push(moves[below(moves.length)]);
        moves = movesOf(board);
      }
      yield { name, moves, fen: board.fen() };
    }
    board.delete();
  }
}

function answerOf(row, command) {
  const run = (...words) => command([...words, '--variant', row.name, row.fen]);
  if (row.depth)
    return [Number(run('perft', String(row.depth))), row.nodes];
  return [run('moves').split('\n').filter(Boolean).sort().join(' '), row.moves.join(' ')];
}

function main(ffish, kingscan, write) {
  const directory = mkdtempSync(join(tmpdir(), 'variants-')), file = join(directory, 'variants.ini');
  const command = words => execFileSync(kingscan, [...words, '--variants', file], { encoding: 'utf8' });
  const rows = [];
  let differences = 0;
  writeFileSync(file, text);
  ffish.loadVariantConfig(text);
  for (const { name, text } of variants)
    for (const row of ask(ffish, name)) {
      const [found, expected] = answerOf(row, command);
      rows.push(row);
      if (found !== expected) {
        differences++;
        console.log(`${text}${row.fen}\n  ffish:    ${expected}\n  kingscan: ${found}\n`);
      }
    }
  rmSync(directory, { recursive: true });
  if (write) {
    writeFileSync('tests/data/variants_ffish.ini', text);
    writeFileSync('tests/data/variants_ffish.tsv',
      '# What ffish 0.7.10 says of tests/data/variants_ffish.ini: variant, depth, nodes, position; or variant, "moves",\n' +
      '# their number and FNV-1a hash, position. Made by tests/peers/variants_against_ffish.mjs DIRECTORY build/kingscan --write\n' +
      rows.map(r => [r.name, ...(r.depth ? [r.depth, r.nodes] : ['moves', `${r.moves.length}:${hash(r.moves)}`]), r.fen]
        .join('\t') + '\n').join(''));
  }
  console.log(`${pieces.length} pieces, ${variants.length} variants, ${rows.length} comparisons, ${differences} differences`);
  process.exitCode = differences ? 1 : 0;
}

const [modules, kingscan, write] = process.argv.slice(2);
if (!kingscan || (write && write !== '--write')) {
  console.error('usage: variants_against_ffish.mjs DIRECTORY KINGSCAN [--write]');
  process.exit(2);
}
withFfish(modules, ffish => main(ffish, kingscan, write));
