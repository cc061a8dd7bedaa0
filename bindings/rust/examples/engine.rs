//! A small engine: alpha-beta with captures to the end, over UCI. cargo run --release --example engine
use std::io::{self, BufRead};
use std::time::{Duration, Instant};

use kingscan::{Color, Move, Piece, Position, Role};

const MATE: i32 = 30_000;

struct Search {
    deadline: Instant,
    nodes: u64,
    /// The keys of the game, and of the positions on the way to a node.
    keys: Vec<u64>,
}

/// Material, and a step towards the middle of the board, for the side to move.
fn evaluate(position: &Position) -> i32 {
    let value = |color| -> i32 {
        let of = |(role, value): (Role, i32)| {
            let squares = position.by_piece(Piece { color, role });
            squares
                .map(|square| {
                    value + 6 - (square.file() as i32 * 2 - 7).abs() / 2 - (square.rank() as i32 * 2 - 7).abs() / 2
                })
                .sum::<i32>()
        };
        [(Role::Pawn, 100), (Role::Knight, 320), (Role::Bishop, 330), (Role::Rook, 500), (Role::Queen, 900)]
            .into_iter()
            .map(of)
            .sum()
    };
    value(position.turn()) - value(!position.turn())
}

/// The most valuable victim first, by the least valuable piece.
fn order(position: &Position, one: Move) -> i32 {
    let victim = position.captured(one).map_or(0, |piece| 10 * piece.role as i32);
    let mover = position.piece_at(one.from()).map_or(0, |piece| piece.role as i32);
    -(victim * 8 - mover + one.promotion().map_or(0, |role| role as i32))
}

impl Search {
    fn is_over(&mut self) -> bool {
        self.nodes += 1;
        self.nodes % 1024 == 0 && Instant::now() >= self.deadline
    }

    /// Returns None when the time is over.
    fn alpha_beta(&mut self, position: &Position, depth: i32, ply: i32, mut alpha: i32, beta: i32) -> Option<i32> {
        if self.is_over() {
            return None;
        }
        if ply > 0 && (position.halfmove_clock() >= 100 || position.repetitions(&self.keys) > 0) {
            return Some(0);
        }
        let quiet = depth <= 0 && !position.is_check();
        if quiet {
            alpha = alpha.max(evaluate(position));
            if alpha >= beta {
                return Some(alpha);
            }
        }
        let mut moves = if quiet { position.captures() } else { position.legal_moves() };
        if moves.is_empty() && !quiet {
            return Some(if position.is_check() { ply - MATE } else { 0 });
        }
        moves.sort_by_key(|&one| order(position, one));
        for &one in &moves {
            let after = position.after(one).expect("it was listed");
            self.keys.push(after.key());
            let value = self.alpha_beta(&after, depth - 1, ply + 1, -beta, -alpha).map(|value| -value);
            self.keys.pop();
            alpha = alpha.max(value?);
            if alpha >= beta {
                break;
            }
        }
        Some(alpha)
    }

    fn best(&mut self, position: &Position, depth_most: i32) -> Option<Move> {
        let mut moves = position.legal_moves().to_vec();
        for depth in 1..=depth_most {
            let mut alpha = -MATE;
            for n in 0..moves.len() {
                let after = position.after(moves[n])?;
                self.keys.push(after.key());
                let value = self.alpha_beta(&after, depth - 1, 1, -MATE, -alpha);
                self.keys.pop();
                let value = match value {
                    Some(value) => -value,
                    None => return moves.first().copied(),
                };
                if value > alpha {
                    alpha = value;
                    moves[..=n].rotate_right(1);
                }
            }
            println!("info depth {depth} nodes {} score cp {alpha}", self.nodes);
        }
        moves.first().copied()
    }
}

/// Reads "startpos moves ..." or "fen ... moves ...". Returns the position, and the keys up to it.
fn read_position(words: &str) -> Option<(Position, Vec<u64>)> {
    let (start, moves) = words.split_once(" moves ").unwrap_or((words, ""));
    let mut position = match start.trim().strip_prefix("fen ") {
        Some(fen) => Position::from_fen(fen).ok()?,
        None => Position::start(),
    };
    let mut keys = vec![position.key()];
    for text in moves.split_whitespace() {
        position.make(position.parse(text).ok()?).ok()?;
        keys.push(position.key());
    }
    Some((position, keys))
}

fn main() -> io::Result<()> {
    let mut game = (Position::start(), vec![Position::start().key()]);
    for line in io::stdin().lock().lines() {
        let line = line?;
        let (command, rest) = line.split_once(' ').unwrap_or((&line, ""));
        let number = |name: &str| rest.split_whitespace().skip_while(|&word| word != name).nth(1)?.parse::<u64>().ok();
        match command {
            "uci" => println!("id name Kingscan's example\nuciok"),
            "isready" => println!("readyok"),
            "position" => game = read_position(rest).unwrap_or(game),
            "go" => {
                let clock = number(if game.0.turn() == Color::White { "wtime" } else { "btime" }).map(|time| time / 30);
                let time =
                    number("movetime").or(clock).unwrap_or(if number("depth").is_some() { 1 << 30 } else { 1000 });
                let deadline = Instant::now() + Duration::from_millis(time);
                let mut search = Search { deadline, nodes: 0, keys: game.1.clone() };
                let best = search.best(&game.0, number("depth").unwrap_or(60) as i32).and_then(|one| game.0.uci(one));
                println!("bestmove {}", best.as_deref().unwrap_or("0000"));
            }
            "quit" => break,
            _ => (),
        }
    }
    Ok(())
}
