//! Entries of training data, lines and games.
use std::io::{self, Read};
use std::panic::{catch_unwind, AssertUnwindSafe};

use kingscan::{Data, DataError, Position};

const PLAIN: &str = include_str!("../../../examples/data.plain");

#[test]
fn training_data() {
    let entries: Vec<_> = Data::new(PLAIN.as_bytes(), "plain").unwrap().map(Result::unwrap).collect();
    assert_eq!(entries.len(), 3);
    assert_eq!(entries[0].position.as_ref().unwrap(), &Position::start());
    assert_eq!(entries.iter().map(|entry| entry.score).collect::<Vec<_>>(), [Some(54), Some(91), Some(32002)]);
    assert_eq!(entries.iter().map(|entry| entry.ply).collect::<Vec<_>>(), [Some(0), Some(2), Some(8)]);
    assert_eq!(entries[1].played.unwrap().to_string(), "e4d5");
    assert!(entries.iter().all(|entry| entry.is_first && entry.clock.is_none()));
}

#[test]
fn games_and_their_faults() {
    let text = "1. e4 {[%eval 0.25] [%clk 0:03:00]} e5 2. Ke3 0-1\n\n1. d4 *\n";
    let all: Vec<_> = Data::new(text.as_bytes(), "pgn").unwrap().collect();
    assert_eq!(all.len(), 6);
    match &all[0] {
        Err(DataError::Fault(fault)) => {
            assert_eq!((fault.error.code, fault.line, fault.error.offset), ("piece-rule", 1, 42));
        }
        other => panic!("{other:?}"),
    }
    let entries: Vec<_> = all[1..].iter().map(|entry| entry.as_ref().unwrap()).collect();
    assert_eq!(entries.iter().map(|entry| entry.result).collect::<Vec<_>>(), [Some(-1), Some(1), Some(-1), None, None]);
    assert_eq!(entries[0].clock.unwrap().as_secs(), 180);
    assert_eq!((entries[0].score, entries[1].score), (None, Some(-25)));
    assert_eq!(entries.iter().filter(|entry| entry.is_first).count(), 2);
}

#[test]
fn forms_of_scores() {
    let text = "1. e4 {[%eval 0.25]} {+0.31/12 1.2s} e5 {[%eval 0.10]} {-0.20/9 1.0s} 1-0";
    let scores = |form| -> Vec<_> {
        Data::with_scores(text.as_bytes(), form).unwrap().map(|entry| entry.unwrap().score).collect()
    };
    assert_eq!(scores("cutechess"), [Some(31), Some(-20), None]);
    assert_eq!(scores("eval"), [None, Some(-25), Some(10)]);
    assert_eq!(Data::with_scores(text.as_bytes(), "stockfish").err().unwrap().code, "data-format");
}

#[test]
fn patterns() {
    let refused = Data::with_pattern(&b""[..], "FEN | score").err().unwrap();
    assert_eq!((refused.code, refused.offset), ("data-format", 6));
    assert!(Data::with_pattern(&b""[..], "FEN\0").is_err());
    let fault = Data::with_pattern(&b"x\n"[..], "fen").unwrap().next().unwrap().unwrap_err();
    assert_eq!(fault.to_string(), "line 1, byte 1: expected a piece letter, a digit 1-8 or '/', found 'x'");
}

#[test]
fn formats_that_are_none() {
    assert_eq!(Data::new(PLAIN.as_bytes(), "plane").err().unwrap().code, "data-format");
}

struct Broken(bool);

impl Read for Broken {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        if self.0 {
            panic!("a reader")
        }
        Err(io::Error::new(io::ErrorKind::Other, "no disk"))
    }
}

#[test]
fn inputs_that_fail() {
    let mut data = Data::new(Broken(false), "pgn").unwrap();
    assert!(matches!(data.next(), Some(Err(DataError::Input(error))) if error.to_string() == "no disk"));
    assert!(data.next().is_none());
    let read = catch_unwind(AssertUnwindSafe(|| Data::new(Broken(true), "epd").unwrap().next()));
    assert_eq!(read.unwrap_err().downcast_ref(), Some(&"a reader"));
}
