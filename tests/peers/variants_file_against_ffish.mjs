#!/usr/bin/env node
// Compare the variants of a file with Fairy-Stockfish as WebAssembly: the legal moves along games of random moves.
//
//     npm install --prefix /tmp/ffish ffish@0.7.10
//     tests/peers/variants_file_against_ffish.mjs /tmp/ffish build/kingscan FILE [POSITIONS] [NAME…]
//
// Both programs read the same file, such as Fairy-Stockfish's variants.ini, which is not part of this project. ffish
// plays random games of each variant that Kingscan reads until there are POSITIONS (300) positions; kingscan uci
// lists the moves of each. Prints the first difference of each variant, and a closing line; exit status 1 when there
// was any. variants_against_ffish.mjs lists the errors of ffish 0.7.10.
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { lehmer, movesOf, withFfish } from './ffish.mjs';

const PLIES = 200; // of a game, at most

const [modules, kingscan, file, positions = '300', ...names] = process.argv.slice(2);
if (!file) {
  console.error('usage: variants_file_against_ffish.mjs DIRECTORY KINGSCAN FILE [POSITIONS] [NAME...]');
  process.exit(2);
}

// Returns the names of the sections that Kingscan reads, and of those that it rejects.
function sections() {
  const list = options => spawnSync(kingscan, ['variants', '--json', ...options], { encoding: 'utf8', maxBuffer: 1 << 28 })
    .stdout.split('\n').filter(Boolean).map(line => JSON.parse(line));
  const bundled = new Set(list([]).map(variant => variant.name));
  return list(['--variants', file]).filter(variant => variant.error || !bundled.has(variant.name));
}

// ffish lists drops of pawns that give an illegal mate, and lets the side lose that makes one; Kingscan does not list
// them.
function withoutMatesByPawns(board, moves) {
  const lost = board.turn() ? '0-1' : '1-0';
  return moves.filter(move => {
    if (!/^[A-Z]@/.test(move))
      return true;
    board.push(move);
    const mates = board.isCheck() && movesOf(board).length === 0 && board.result() === lost;
    board.pop();
    return !mates;
  });
}

function* randomPositions(ffish, name, wanted) {
  const below = lehmer(1);
  for (let found = 0, games = 0; found < wanted && games < 40 * wanted; games++) {
    const board = new ffish.Board(name);
    for (let ply = 0; ply < PLIES && found < wanted; ply++) {
      const moves = movesOf(board);
      // ffish may still list moves after a win by a rule of the variant; Kingscan lists none.
      if (board.isGameOver(false) && moves.length > 0) {
        if (board.result() !== '1/2-1/2')
          yield { fen: board.fen(), moves, over: true };
        break;
      }
      yield { fen: board.fen(), moves: withoutMatesByPawns(board, moves) };
      found++;
      if (moves.length === 0)
        break;
      board.push(moves[below(moves.length)]);
    }
    board.delete();
  }
}

// Returns Kingscan's moves in each position, from one process.
function movesByKingscan(name, fens) {
  const input = `setoption name UCI_Variant value ${name}\n` +
    fens.map(fen => `position fen ${fen}\ngo perft 1\n`).join('') + 'quit\n';
  const output = execFileSync(kingscan, ['uci', '--variants', file], { input, encoding: 'utf8', maxBuffer: 1 << 28 });
  const all = [];
  let moves = [];
  for (const line of output.split('\n')) {
    const move = /^(\S+): 1$/.exec(line);
    if (move)
      moves.push(move[1]);
    else if (/^Nodes searched|^info string/.test(line)) {
      all.push(line.startsWith('info') ? line : moves.sort().join(' '));
      moves = [];
    }
  }
  return all;
}

function compare(ffish, name) {
  const cases = [...randomPositions(ffish, name, Number(positions))];
  const found = movesByKingscan(name, cases.map(c => c.fen));
  let differences = 0;
  cases.forEach((c, i) => {
    const expected = c.over ? '' : c.moves.join(' ');
    if (found[i] === expected)
      return;
    if (differences++ === 0) {
      const ours = new Set((found[i] ?? '').split(' ')), theirs = new Set(expected.split(' '));
      console.log(`${name}: ${c.fen}${c.over ? ' (over)' : ''}\n  only ffish:    ${[...theirs].filter(m => !ours.has(m)).join(' ')}\n` +
        `  only kingscan: ${[...ours].filter(m => !theirs.has(m)).join(' ')}`);
    }
  });
  console.log(`${name}: ${cases.length} positions, ${differences} differences`);
  return differences;
}

withFfish(modules, ffish => {
  ffish.loadVariantConfig(readFileSync(file, 'utf8'));
  const all = sections(), known = new Set(ffish.variants().split(' '));
  const ours = all.filter(variant => !variant.error && (names.length === 0 || names.includes(variant.name)));
  const asked = ours.filter(variant => known.has(variant.name));
  const wrong = asked.filter(variant => compare(ffish, variant.name) > 0);
  console.log(`${all.length} sections, ${ours.length} in, ${asked.length} asked, ${wrong.length} different`);
  process.exitCode = wrong.length ? 1 : 0;
});
