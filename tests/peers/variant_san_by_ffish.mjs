#!/usr/bin/env node
// Write the SAN by Fairy-Stockfish as WebAssembly for every legal move in games of random moves, in every bundled
// variant, for the tests to compare with: tests/data/variants_san.tsv.
//
//     npm install --prefix /tmp/ffish ffish@0.7.10
//     tests/peers/variant_san_by_ffish.mjs /tmp/ffish build/kingscan >tests/data/variants_san.tsv
//     tests/peers/variant_san_by_ffish.mjs /tmp/ffish build/kingscan VARIANT SEED
//
// The second form prints one game, each position with its moves. Half of the games begin with many pieces of few
// types on random squares, so that moves need their origin squares; kingscan decides whether such a position is
// valid. Variants without such positions, or without kings, begin all games at their start. ffish writes other
// letters and promotions than Kingscan for xiangqi, janggi, shogi and their relatives, and no checks for atomic
// chess.
// Kingscan's letters in notation are not Fairy-Stockfish's: the test uses those of the board.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fnv1a, lehmer, movesOf, withFfish } from './ffish.mjs';

const GAMES = 28, PLIES = 80, TRIES = 100;
const text = readFileSync('c/variant/collection/variants.ini', 'utf8').replace(/ : /g, ':');
const names = [...text.matchAll(/^\[([\w-]+)/gm)].map(match => match[1]);

// Writes rows of letters and dots as FEN.
const fenOf = rows => rows.map(row => row.join('').replace(/\.+/g, run => run.length)).join('/');

// Places two kings, two types of pieces, and pawns.
function crowded(below, start) {
  const [placement] = start.split(' ');
  const ranks = placement.split('/').length, letters = [...new Set(placement.toLowerCase().replace(/[^a-z]/g, ''))];
  const files = placement.split('/')[1].replace(/\d+/g, run => '.'.repeat(run)).length;
  const rows = Array.from({ length: ranks }, () => Array(files).fill('.'));
  const others = letters.filter(letter => letter !== 'k' && letter !== 'p');
  const put = (letter, edge) => {
    const row = edge + below(ranks - 2 * edge), file = below(files);
    if (rows[row][file] === '.')
      rows[row][file] = letter;
    else
      put(letter, edge);
  };
  put('K', 0);
  put('k', 0);
  const kinds = [others[below(others.length)], others[below(others.length)]];
  for (let count = 4 + below(6); count > 0; count--) {
    const letter = kinds[below(2)];
    put(below(3) ? letter.toUpperCase() : letter, 0);
  }
  for (let count = below(2 * files); count > 0; count--)
    put('Pp'[below(2)], 2);
  return `${fenOf(rows)} ${'wb'[below(2)]} - - 0 1`;
}

// Yields each position of a game as its FEN and "move=SAN move=SAN ...".
function* play(ffish, name, fen, below) {
  const board = new ffish.Board(name, fen, name === 'fischerandom');
  for (let ply = 0, moves = movesOf(board); ply < PLIES && moves.length > 0; ply++) {
    yield [board.fen(), moves.map(move => `${move}=${board.sanMove(move, ffish.Notation.SAN)}`).join(' ')];
    board.push(moves[below(moves.length)]);
    moves = movesOf(board);
  }
  board.delete();
}

// Returns two hexadecimal digits a position, from the hash of all positions so far.
function digest(positions) {
  let hash, digits = '';
  for (const [, moves] of positions) {
    hash = fnv1a(`${moves}\n`, hash);
    digits += (hash & 255).toString(16).padStart(2, '0');
  }
  return digits;
}

function main(ffish, kingscan, only, seed) {
  ffish.loadVariantConfig(text);
  const hasMoves = (name, fen) => spawnSync(kingscan, ['moves', '--variant', name, fen]).stdout.length > 0;
  const startOf = (name, below, game) => {
    const start = ffish.startingFen(name);
    for (let tries = game % 2 ? TRIES : 0, fen; tries > 0; tries--)
      if (ffish.validateFen(fen = crowded(below, start), name) === 1 && hasMoves(name, fen))
        return fen;
    return start;
  };
  if (!only)
    console.log('# SAN as ffish 0.7.10 writes it, in games of random moves: variant, seed of the game, its first position,\n' +
      '# two digits a position. Made by tests/peers/variant_san_by_ffish.mjs, which says more.');
  for (const [index, name] of names.entries())
    for (let game = 0; game < GAMES; game++) {
      const number = 1 + index * GAMES + game, fen = startOf(name, lehmer(number + 1000), game);
      const positions = play(ffish, name, fen, lehmer(number));
      if (!only)
        console.log([name, number, fen, digest(positions)].join('\t'));
      else if (only === name && number === Number(seed))
        for (const position of positions)
          console.log(position.join('\n  '));
    }
}

const [modules, kingscan, only, seed] = process.argv.slice(2);
if (!kingscan || (only && !seed)) {
  console.error('usage: variant_san_by_ffish.mjs DIRECTORY KINGSCAN [VARIANT SEED]');
  process.exit(2);
}
withFfish(modules, ffish => main(ffish, kingscan, only, seed));
