#!/usr/bin/env node
// Write games of random moves as Fairy-Stockfish as WebAssembly writes them in SAN, for the tests to read:
// tests/data/variants_games_ffish.tsv.
//
//     npm install --prefix /tmp/ffish ffish@0.7.10
//     tests/peers/games_by_ffish.mjs /tmp/ffish >tests/data/variants_games_ffish.tsv
//     tests/peers/games_by_ffish.mjs /tmp/ffish 20 80
//
// The second form writes so many games of so many plies of each variant. Moves whose SAN means another legal move too
// are not made: in Micro Shogi, the promoted forms of two pieces have the same letter.
import { readFileSync } from 'node:fs';
import { fnv1a, lehmer, movesOf, withFfish } from './ffish.mjs';

const bundled = readFileSync('c/variant/collection/variants.ini', 'utf8').replace(/ : /g, ':');
const own = readFileSync('tests/data/variants_ffish.ini', 'utf8');
const namesOf = text => [...text.matchAll(/^\[([\w-]+)/gm)].map(match => match[1]);

// Returns a legal move and its SAN, which no other legal move has; nothing when there is none.
function choose(ffish, board, below) {
  const moves = movesOf(board).map(uci => [uci, board.sanMove(uci, ffish.Notation.SAN)]);
  const clear = moves.filter(([, san]) => moves.filter(([, other]) => other === san).length === 1);
  return clear.length > 0 ? clear[below(clear.length)] : undefined;
}

// Returns the moves of a game in UCI and in SAN.
function play(ffish, name, plies, below) {
  const board = new ffish.Board(name), played = [];
  for (let move; played.length < plies && (move = choose(ffish, board, below)); played.push(move))
    board.push(move[0]);
  board.delete();
  return [0, 1].map(which => played.map(move => move[which]).join(' '));
}

function main(ffish, games, plies) {
  ffish.loadVariantConfig(bundled);
  ffish.loadVariantConfig(own);
  console.log('# Games of random moves: variant, FNV-1a hash of the moves in UCI, moves in SAN by ffish 0.7.10. Made by\n' +
    '# tests/peers/games_by_ffish.mjs.');
  for (const [index, name] of [...namesOf(bundled), ...namesOf(own)].entries())
    for (let game = 0; game < games; game++) {
      const [uci, san] = play(ffish, name, plies, lehmer(1 + index * 100 + game));
      if (uci)
        console.log([name, fnv1a(uci).toString(16).padStart(8, '0'), san].join('\t'));
    }
}

const [modules, games = '1', plies = '60'] = process.argv.slice(2);
if (!modules) {
  console.error('usage: games_by_ffish.mjs DIRECTORY [GAMES PLIES]');
  process.exit(2);
}
withFfish(modules, ffish => main(ffish, Number(games), Number(plies)));
