//! A loader for trainers built with bullet: entries of .binpack, games and all else that Kingscan reads become records of
//! bulletformat while a net is trained. cargo run --release --example bullet FILE...
//!
//! bullet is no dependency here. `DataLoader` below has the shape that its trait `value::loader::DataLoader` is taken to
//! have, and `ChessBoard` the 32 bytes of its type of that name: with bullet, replace the two by `use`, and make the
//! record of its bytes. docs/data-formats.md describes bulletformat.
use std::error::Error;
use std::fs::File;
use std::time::Instant;

use kingscan::{Color, Data, Entry};

/// A record of bulletformat: a position as the side to move sees it, a score and a result.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ChessBoard {
    occupied: u64,
    pieces: [u8; 16],
    score: i16,
    result: u8,
    king: u8,
    other_king: u8,
    extra: [u8; 3],
}

/// What bullet asks of a loader.
pub trait DataLoader<T>: Clone + Send + Sync + 'static {
    fn data_file_paths(&self) -> &[String];

    fn count_positions(&self) -> Option<u64> {
        None
    }

    /// Calls `f` with one full batch after another, from the number `start_batch` on, until it returns true.
    fn map_batches<F: FnMut(&[T]) -> bool>(&self, start_batch: usize, batch_size: usize, f: F);
}

/// Returns the record of an entry; None when its score, its result or its position is not known.
fn record(entry: &Entry) -> Option<ChessBoard> {
    let position = entry.position.as_ref().ok()?;
    let (own, flip) = if position.turn() == Color::White { (0, 56) } else { (8, 0) };
    let mut board =
        ChessBoard { score: entry.score?, result: (entry.result? + 1) as u8, ..ChessBoard::default() };
    let mut count = 0;
    for square in 0..64u8 {
        let code = position.board()[usize::from(square ^ flip)]; // from a8 on; 1 to 6 white, 9 to 14 black
        if code == 0 {
            continue;
        }
        let (role, other) = ((code & 7) - 1, (code & 8) ^ own);
        board.occupied |= 1 << square;
        *board.pieces.get_mut(count / 2)? |= (role | other) << (4 * (count % 2));
        count += 1;
        match (role, other) {
            (5, 0) => board.king = square,
            (5, _) => board.other_king = square ^ 56,
            _ => {}
        }
    }
    Some(board)
}

/// Reads files over and over. Entries that `keep` wants wait in a pool, from which they are drawn by chance.
#[derive(Clone)]
pub struct Loader {
    paths: Vec<String>,
    format: &'static str,
    pool: usize,
    keep: fn(&Entry) -> bool,
}

impl Loader {
    /// Calls `each` with the records of all files, until it returns true. Says whether it did.
    fn read(&self, each: &mut impl FnMut(ChessBoard) -> bool) -> Result<bool, Box<dyn Error>> {
        for path in &self.paths {
            for entry in Data::new(File::open(path)?, self.format)? {
                let entry = entry.map_err(|error| format!("{path}: {error}"))?;
                let chosen = if (self.keep)(&entry) { record(&entry) } else { None };
                if chosen.map_or(false, &mut *each) {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }
}

impl DataLoader<ChessBoard> for Loader {
    fn data_file_paths(&self) -> &[String] {
        &self.paths
    }

    fn map_batches<F: FnMut(&[ChessBoard]) -> bool>(&self, start_batch: usize, batch_size: usize, mut f: F) {
        let (mut pool, mut batch, mut number) = (Vec::with_capacity(self.pool), Vec::new(), 0);
        let mut random = 1u64;
        let mut each = |board| {
            if pool.len() < self.pool {
                pool.push(board);
                return false;
            }
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let place = ((random >> 32) * pool.len() as u64) >> 32;
            batch.push(std::mem::replace(&mut pool[place as usize], board));
            if batch.len() < batch_size {
                return false;
            }
            let ended = number >= start_batch && f(&batch);
            number += 1;
            batch.clear();
            ended
        };
        loop {
            let mut found = false;
            let ended = self.read(&mut |board| {
                found = true;
                each(board)
            });
            match ended {
                Ok(false) if found => {}
                Ok(false) => panic!("no entry of the files is kept"),
                Ok(true) => return,
                Err(error) => panic!("{error}"),
            }
        }
    }
}

/// Entries that trainers learn from: quiet ones with a score of their own.
fn is_quiet(entry: &Entry) -> bool {
    let quiet = |position: &kingscan::Position| {
        !position.is_check() && entry.played.map_or(true, |played| position.captured(played).is_none())
    };
    entry.score != Some(32002) && entry.position.as_ref().map_or(false, quiet)
}

fn main() {
    let paths: Vec<String> = std::env::args().skip(1).collect();
    let loader = Loader { paths, format: "binpack", pool: 1 << 20, keep: is_quiet };
    let (begun, mut batches) = (Instant::now(), 0);
    loader.map_batches(0, 16384, |batch| {
        batches += 1;
        println!("{} records, the first one with the score {}", batch.len(), batch[0].score);
        batches == 100
    });
    println!("{:.0} ns a record", begun.elapsed().as_nanos() as f64 / f64::from(batches * 16384));
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/data.plain");

    fn loader(pool: usize) -> Loader {
        Loader { paths: vec![PLAIN.into()], format: "plain", pool, keep: |_| true }
    }

    fn bytes(board: &ChessBoard) -> Vec<u8> {
        let kings = [board.result, board.king, board.other_king, 0, 0, 0];
        [&board.occupied.to_le_bytes()[..], &board.pieces, &board.score.to_le_bytes(), &kings].concat()
    }

    const LINES: &str = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1 | 34 | 1.0
8/8/3k4/8/2q5/8/5P2/R3K3 w Q - 3 40 | -250 | 0.0
7r/5p2/8/8/3Q4/1k6/8/4K3 b - - 3 41 | -12 | 0.5
";

    /// The library reads the records as the entries that they were made of, turned to the side to move.
    #[test]
    fn records_are_read_back() {
        let lines = Data::with_pattern(LINES.as_bytes(), "FEN | white-score | white-result").unwrap();
        let entries: Vec<_> = lines.map(Result::unwrap).collect();
        assert_eq!(entries.len(), 3);
        let records: Vec<u8> = entries.iter().filter_map(record).flat_map(|board| bytes(&board)).collect();
        assert_eq!(records.len(), 32 * entries.len());
        let back = Data::new(&records[..], "bulletformat").unwrap().map(Result::unwrap);
        for (entry, back) in entries.iter().zip(back) {
            let (position, turned) = (entry.position.as_ref().unwrap(), back.position.unwrap());
            let flip = if position.turn() == Color::White { (0, 0) } else { (56, 8) };
            for square in 0..64 {
                let code = position.board()[square ^ flip.0];
                assert_eq!(turned.board()[square], if code == 0 { 0 } else { code ^ flip.1 });
            }
            assert_eq!((entry.score, entry.result), (back.score, back.result));
        }
        for (entry, board) in entries.iter().zip(entries.iter().map(|entry| record(entry).unwrap())) {
            let position = entry.position.as_ref().unwrap();
            let squares = (position.king(position.turn()), position.king(!position.turn()));
            let flip = if position.turn() == Color::White { 0 } else { 56 };
            let number = |square: kingscan::Square| square.file() as u8 + 8 * square.rank() as u8;
            assert_eq!((board.king, board.other_king), (number(squares.0) ^ flip, number(squares.1) ^ flip ^ 56));
        }
    }

    #[test]
    fn batches_are_full_and_go_on() {
        let mut first = Vec::new();
        loader(2).map_batches(0, 2, |batch| {
            first.push(batch.to_vec());
            first.len() == 10
        });
        assert!(first.iter().all(|batch| batch.len() == 2));
        let mut later = Vec::new();
        loader(2).map_batches(4, 2, |batch| {
            later.push(batch.to_vec());
            later.len() == 6
        });
        assert_eq!(later, first[4..]);
        let entries = Data::new(File::open(PLAIN).unwrap(), "plain").unwrap().map(Result::unwrap);
        let mut records = entries.map(|entry| record(&entry).unwrap()).take(2);
        loader(1).map_batches(0, 1, |batch| records.next().map_or(true, |wanted| batch != [wanted]));
        assert!(records.next().is_none(), "a pool of one changes no order");
        assert_eq!(loader(2).data_file_paths().len(), 1);
        assert_eq!(loader(2).count_positions(), None);
    }

    #[test]
    #[should_panic(expected = "no entry of the files is kept")]
    fn nothing_kept_ends() {
        Loader { keep: |_| false, ..loader(1) }.map_batches(0, 1, |_| true);
    }
}
