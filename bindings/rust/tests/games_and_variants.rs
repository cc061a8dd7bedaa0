//! Games in PGN, and variants.
use std::cell::Cell;
use std::io::{self, Read};
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::rc::Rc;

use kingscan::{Color, Commands, Eval, Game, Games, Outcome, Position, VariantPosition, Variants, Verdict};

const TEXT: &str = "[White \"A\"]\n[White \"B\"]\n\n{before} 1. e4 $1 $14 { x } e5 {y} {z} 2. Nf3 (2. d4) Nc6 1/2-1/2\n\n1. d4 d5 2. Ke3 {lost} c5 0-1\n";

#[test]
fn variants_of_lichess_have_names() {
    use kingscan::variant::{Variant, VariantPosition};
    for variant in Variant::ALL {
        assert_eq!((variant.get().name(), VariantPosition::new(variant).variant()), (variant.uci(), variant.into()));
        assert_eq!(VariantPosition::new(variant).remaining_checks().is_some(), variant == Variant::ThreeCheck);
        assert_eq!(VariantPosition::new(variant).pockets().is_some(), variant == Variant::Crazyhouse);
    }
    let variants = kingscan::Variants::bundled();
    for (written, name) in
        [("threeCheck", "3check"), ("Three-check", "3check"), ("kingOfTheHill", "kingofthehill"), ("Ai Wok", "ai-wok")]
    {
        assert_eq!(variants.get(written).unwrap().name(), name);
    }
    assert_eq!(variants.get("Atomik").unwrap_err().code, "variant-unknown");
    let mut house = VariantPosition::new(Variant::Crazyhouse);
    for san in ["e4", "d5", "exd5", "Qxd5", "Nc3", "Qxa2", "Nxa2"] {
        house.play_unchecked(house.parse(san).unwrap());
    }
    let pockets = house.pockets().unwrap();
    assert_eq!((pockets.white.pawn, pockets.white.queen, pockets.black.pawn, pockets.black.queen), (1, 1, 2, 0));
    let mut checks = VariantPosition::new(Variant::ThreeCheck);
    for san in ["e4", "f6", "Qh5+"] {
        checks.play_unchecked(checks.parse(san).unwrap());
    }
    let checks = checks.remaining_checks().unwrap();
    assert_eq!((checks.white, checks.black), (2, 3));
    let elsewhere = VariantPosition::new(Variant::Atomic).parse("e4").unwrap();
    assert!(std::panic::catch_unwind(|| VariantPosition::new(Variant::Horde).play_unchecked(elsewhere)).is_err());
}

#[test]
fn games() {
    let games: Vec<_> = Games::new(TEXT.as_bytes()).map(Result::unwrap).collect();
    let (game, other) = match &games[..] {
        [game, other] => (game, other),
        _ => panic!("{games:?}"),
    };
    assert_eq!((game.tag("White"), game.tag("Black"), game.tags.len()), (Some("B"), None, 2));
    assert_eq!((game.outcome, other.outcome, game.line, other.line), (Outcome::Draw, Outcome::BlackWins, 1, 6));
    assert_eq!(game.sans().collect::<Vec<_>>(), ["e4", "e5", "Nf3", "Nc6"]);
    let positions: Vec<_> = game.positions().collect();
    assert_eq!((positions.len(), &positions[0]), (5, &Position::start()));
    assert_eq!(positions[4].fen(), "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3");
    assert_eq!((game.variant_positions().count(), game.outcome.to_string().as_str()), (0, "1/2-1/2"));
    assert_eq!(
        (game.comment.as_str(), game.moves()[0].comment.as_str(), &game.moves()[0].nags[..]),
        ("before", "x", &[1, 14][..])
    );
    assert_eq!(game.moves()[1].comment, "y z");
    let mistake = &other.mistakes[0];
    assert_eq!((mistake.error.code, mistake.line, mistake.column, mistake.ply), ("piece-rule", 6, 13, 2));
    assert_eq!(other.moves().len(), 2);
    assert_eq!(Games::new(&b""[..]).count(), 0);
}

#[test]
fn comments_of_any_length() {
    let words = "word ".repeat(3000);
    let text = format!("1. e4 {{ {words}}} e5 *");
    let game = Games::new(text.as_bytes()).next().unwrap().unwrap();
    assert_eq!(game.moves()[0].comment, words.trim());
}

#[test]
fn null_moves_and_variants() {
    let text = "1. e4 -- 2. d4 *\n[Variant \"Atomic\"]\n\n1. e4 *\n[FEN \"x\"]\n\n1. e4 *";
    let games = Games::with_null_moves(text.as_bytes()).map(Result::unwrap).collect::<Vec<_>>();
    let (passes, atomic, wrong) = match &games[..] {
        [passes, atomic, wrong] => (passes, atomic, wrong),
        _ => panic!("{games:?}"),
    };
    assert_eq!(passes.moves().iter().map(|played| played.one().is_some()).collect::<Vec<_>>(), [true, false, true]);
    assert_eq!((atomic.start(), atomic.mistakes[0].error.code), (None, "pgn-variant"));
    assert_eq!((wrong.start(), wrong.moves().len(), wrong.mistakes.len()), (None, 0, 1));
    let without = Games::new(text.as_bytes()).next().unwrap().unwrap();
    assert_eq!((without.moves().len(), without.mistakes[0].error.code), (1, "pgn-null-move"));
}

#[test]
fn null_moves_in_san() {
    let game = Games::with_null_moves("1. e4 -- 2. d4 *".as_bytes()).next().unwrap().unwrap();
    assert_eq!(game.sans().collect::<Vec<_>>(), ["e4", "--", "d4"]);
    assert_eq!(game.positions().last().unwrap().fen(), "rnbqkbnr/pppppppp/8/8/3PP3/8/PPP2PPP/RNBQKBNR b KQkq - 0 2");
}

#[test]
fn games_of_variants() {
    let text = "[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@e6! {here [%clk 0:01:00.5]} *\n\n[Variant \"none\"]\n\n1. e4 *\n\n1. d4 *";
    let variants = Variants::bundled();
    let games: Vec<_> = Games::new(text.as_bytes()).use_variants(&variants).map(Result::unwrap).collect();
    let (house, unknown, chess) = match &games[..] {
        [house, unknown, chess] => (house, unknown, chess),
        _ => panic!("{games:?}"),
    };
    assert_eq!(house.sans().collect::<Vec<_>>(), ["e4", "d5", "exd5", "Qxd5", "P@e6"]);
    assert_eq!(house.variant_start().unwrap().variant().name(), "crazyhouse");
    assert_eq!((house.start(), house.moves()[0].one(), house.positions().count()), (None, None, 0));
    assert_eq!(house.moves()[4].commands().clock.unwrap().as_millis(), 60_500);
    let last = house.variant_positions().last().unwrap();
    assert_eq!(last.fen(), "rnb1kbnr/ppp1pppp/4P3/3q4/8/8/PPPP1PPP/RNBQKBNR[p] b KQkq - 0 3");
    assert_eq!(
        last,
        house.variant_positions().nth(4).unwrap().after(house.moves()[4].variant_move().unwrap()).unwrap()
    );
    assert_ne!(last, house.variant_positions().next().unwrap());
    assert_eq!((unknown.moves().len(), unknown.mistakes[0].error.code), (0, "pgn-variant"));
    assert_eq!((chess.variant_start(), chess.sans().next().as_deref()), (None, Some("d4")));
}

#[test]
fn commands_in_comments() {
    let commands = Commands::of("[%eval #-3] text [%emt 0:00:02] [%clk x]");
    assert_eq!((commands.eval, commands.clock), (Some(Eval::Mate(-3)), None));
    assert_eq!(commands.elapsed.unwrap().as_secs(), 2);
    assert_eq!(Commands::of("[%eval 0.00]").eval, Some(Eval::Centipawns(0)));
    assert_eq!(Commands::of("[%eval #-0]").eval, Some(Eval::Mate(0)));
    assert_eq!(Commands::of(""), Commands::default());
}

#[test]
fn threads_may_share_them() {
    fn shared<T: Send + Sync>() {}
    fn sent<T: Send>() {}
    shared::<Position>();
    shared::<Variants>();
    shared::<VariantPosition>();
    shared::<Game>();
    sent::<Games<std::fs::File>>();
}

/// Gives a text, in parts of this length, and then fails.
struct Failing<'a>(&'a [u8], usize);

impl Read for Failing<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.0.len().min(self.1).min(buffer.len());
        buffer[..length].copy_from_slice(&self.0[..length]);
        self.0 = &self.0[length..];
        if length > 0 {
            Ok(length)
        } else {
            Err(io::ErrorKind::ConnectionReset.into())
        }
    }
}

#[test]
fn sources_that_fail() {
    let text = "[White \"A\"]\n[Result \"*\"]\n\n{x} 1. e4 $1 (1. d4 d5 {y}) e5 2. Nf3 *\n\n1. e4 Ke5 2. d4 {z} 1-0\n\n\n[White \"B\"]\n\n*\n";
    let games: Vec<_> = Games::new(text.as_bytes()).map(Result::unwrap).collect();
    let ends: Vec<_> = ["Nf3 *\n", "1-0\n", "\n*\n"].iter().map(|end| text.find(end).unwrap() + end.len()).collect();
    for (cut, size) in (0..=text.len()).flat_map(|cut| [(cut, 1), (cut, 1000)]) {
        let mut read = Games::new(Failing(&text.as_bytes()[..cut], size));
        let whole: Vec<_> =
            read.by_ref().take(ends.iter().filter(|&&end| end <= cut).count()).map(Result::unwrap).collect();
        let rest: Vec<_> = read.collect();
        assert_eq!(whole[..], games[..whole.len()], "{cut}");
        let (error, more) = rest.split_last().unwrap();
        assert_eq!(error.as_ref().unwrap_err().kind(), io::ErrorKind::ConnectionReset, "{cut}");
        assert!(more.iter().zip(&games[whole.len()..]).all(|(game, known)| game.as_ref().unwrap() == known), "{cut}");
    }
    let month = "1. e4 e5 *\n\n".repeat(30000);
    let mut month = Games::new(Failing(month.as_bytes(), 5000));
    assert_eq!((month.by_ref().filter(Result::is_ok).count(), month.next().is_none()), (30000, true));
}

/// Says that it has read more than there is room for.
struct Boasting;

impl Read for Boasting {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        Ok(buffer.len() + 1)
    }
}

#[test]
fn sources_that_are_wrong() {
    let mut games = Games::new(Boasting);
    let error = games.next().unwrap().unwrap_err();
    assert!(error.to_string().starts_with("the input says that it has read"), "{error}");
    assert!(games.next().is_none());
}

/// Gives the text a byte at a time, and then panics.
struct Panicking(&'static [u8], Rc<Cell<usize>>);

impl Read for Panicking {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.0 {
            [first, rest @ ..] => (buffer[0], self.0) = (*first, rest),
            [] => std::panic::panic_any(7),
        }
        Ok(1)
    }
}

impl Drop for Panicking {
    fn drop(&mut self) {
        self.1.set(self.1.get() + 1);
    }
}

#[test]
fn sources_that_panic() {
    for text in ["", "1", "[White \"A\"]\n", "1. e4 {x", "1. e4 *", "1. e4 *\n1. d4 d5"] {
        let drops = Rc::new(Cell::new(0));
        let mut games = Games::new(Panicking(text.as_bytes(), drops.clone()));
        let panic = catch_unwind(AssertUnwindSafe(|| games.by_ref().count())).unwrap_err();
        assert_eq!(panic.downcast_ref::<i32>(), Some(&7), "{text}");
        assert!(games.by_ref().all(|game| game.is_ok()));
        assert_eq!(drops.get(), 0);
        drop(games);
        assert_eq!(drops.get(), 1);
    }
}

#[test]
fn readers_that_are_moved() {
    let text = "1. e4 e5 *\n".repeat(20000);
    let mut readers: Vec<_> = (0..3).map(|_| Box::new(Games::new(text.as_bytes()))).collect();
    let mut count = 0;
    while let Some(mut games) = readers.pop() {
        if games.next().is_some() {
            count += 1;
            readers.insert(0, Box::new(*games));
        }
    }
    assert_eq!(count, 60000);
}

#[test]
fn games_keep_the_moves_that_were_read() {
    let variants = Variants::bundled();
    let text = "[Variant \"Atomic\"]\n\n1. e4 *\n\n1. e4 e5 2. Ke3 *\n\n[FEN \"x\"]\n\n1. e4 *\n\n[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n1. e4 *\n";
    let games: Vec<_> = Games::new(text.as_bytes()).use_variants(&variants).map(Result::unwrap).collect();
    let shown: Vec<_> = games
        .iter()
        .map(|game| {
            (game.sans().count(), game.positions().count(), game.variant_positions().count(), game.moves().len())
        })
        .collect();
    assert_eq!(shown, [(1, 0, 2, 1), (2, 3, 0, 2), (0, 0, 0, 0), (0, 0, 0, 0)]);
    let [e4, e5] = [0, 1].map(|n| games[1].moves()[n].one().unwrap());
    assert_eq!((Position::start().after(e5), Position::start().san(e5)), (None, None));
    let after = Position::start().after(e4).unwrap();
    assert_eq!((after.after(e4), after.uci(e4)), (None, None));
    let atomic = games[0].variant_start().unwrap();
    let one = games[0].moves()[0].variant_move().unwrap();
    assert_eq!(atomic.after(one).unwrap().after(one), None);
    for code in 0..0x8000 {
        let one = kingscan::Move::from_code(code);
        let after = [after.after(one), Position::start().after(one)];
        assert!(after.iter().flatten().all(|position| position.pieces().count() == 32), "{one}");
    }
}

#[test]
fn variants() {
    let variants = Variants::bundled();
    assert!(variants.names().count() >= 124 && variants.names().any(|name| name == "duck"));
    let error = variants.get("none").unwrap_err();
    assert_eq!(error.code, "variant-unknown");
    let capablanca = variants.get("capablanca").unwrap();
    assert_eq!((capablanca.name(), capablanca.size()), ("capablanca", (10, 8)));
    assert_eq!(capablanca.start().perft(3), 25228);
    let mut house = variants.get("crazyhouse").unwrap().from_fen("4k3/8/8/8/8/8/8/4K3[N] w - - 0 1").unwrap();
    assert_eq!(
        (house.perft(3), house.turn(), house.verdict(), house.outcome()),
        (4554, Color::White, Verdict::Safe, Outcome::Draw)
    );
    let drop = house.parse("N@d4").unwrap();
    assert_eq!((house.uci(drop).as_deref(), house.san(drop).as_deref()), (Some("N@d4"), Some("N@d4")));
    let key = house.key();
    house.make(drop).unwrap();
    assert!(house.make(drop).is_err() && house.key() != key && house.san(drop).is_none());
    assert_eq!(house.parse("N@e8").unwrap_err().code, "not-in-hand");
    let duck = variants.get("amazons").unwrap().start();
    assert_eq!(duck.legal_moves().len(), 2176);
    let mine = Variants::from_text("[mine : chess]\nqueen = -\ncustomPiece1 = q:QN\n").unwrap();
    assert_eq!(mine.names().last(), Some("mine"));
    assert_eq!(mine.get("mine").unwrap().start().perft(3), 12483);
    assert_ne!(variants.get("atomic").unwrap().summary(), "");
    let error = Variants::from_text("[mine : chess]\ncustomPiece1 = d:F?\n").err().unwrap();
    assert_eq!((error.code, error.offset), ("betza", 33));
}
