//! Games in PGN, and variants.
use std::io::{self, Read};

use kingscan::{Color, Commands, Eval, Game, Games, Outcome, Position, VariantPosition, Variants, Verdict};

const TEXT: &str = "[White \"A\"]\n[White \"B\"]\n\n{before} 1. e4 $1 $14 { x } e5 {y} {z} 2. Nf3 (2. d4) Nc6 1/2-1/2\n\n1. d4 d5 2. Ke3 {lost} c5 0-1\n";

#[test]
fn games() {
    let games: Vec<_> = Games::new(TEXT.as_bytes()).collect();
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
        (game.comment.as_str(), game.moves[0].comment.as_str(), &game.moves[0].nags[..]),
        ("before", "x", &[1, 14][..])
    );
    assert_eq!(game.moves[1].comment, "y z");
    let mistake = &other.mistakes[0];
    assert_eq!((mistake.error.code, mistake.line, mistake.column, mistake.ply), ("piece-rule", 6, 13, 2));
    assert_eq!(other.moves.len(), 2);
    assert_eq!(Games::new(&b""[..]).count(), 0);
}

#[test]
fn comments_of_any_length() {
    let words = "word ".repeat(3000);
    let text = format!("1. e4 {{ {words}}} e5 *");
    let game = Games::new(text.as_bytes()).next().unwrap();
    assert_eq!(game.moves[0].comment, words.trim());
}

#[test]
fn null_moves_and_variants() {
    let text = "1. e4 -- 2. d4 *\n[Variant \"Atomic\"]\n\n1. e4 *\n[FEN \"x\"]\n\n1. e4 *";
    let games = Games::with_null_moves(text.as_bytes()).collect::<Vec<_>>();
    let (passes, atomic, wrong) = match &games[..] {
        [passes, atomic, wrong] => (passes, atomic, wrong),
        _ => panic!("{games:?}"),
    };
    assert_eq!(passes.moves.iter().map(|played| played.one.is_some()).collect::<Vec<_>>(), [true, false, true]);
    assert_eq!((&atomic.start, atomic.mistakes[0].error.code), (&None, "pgn-variant"));
    assert_eq!((&wrong.start, wrong.moves.len(), wrong.mistakes.len()), (&None, 0, 1));
    let without = Games::new(text.as_bytes()).next().unwrap();
    assert_eq!((without.moves.len(), without.mistakes[0].error.code), (1, "pgn-null-move"));
}

#[test]
fn null_moves_in_san() {
    let game = Games::with_null_moves("1. e4 -- 2. d4 *".as_bytes()).next().unwrap();
    assert_eq!(game.sans().collect::<Vec<_>>(), ["e4", "--", "d4"]);
    assert_eq!(game.positions().last().unwrap().fen(), "rnbqkbnr/pppppppp/8/8/3PP3/8/PPP2PPP/RNBQKBNR b KQkq - 0 2");
}

#[test]
fn games_of_variants() {
    let text = "[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@e6! {here [%clk 0:01:00.5]} *\n\n[Variant \"none\"]\n\n1. e4 *\n\n1. d4 *";
    let variants = Variants::built_in();
    let games: Vec<_> = Games::new(text.as_bytes()).use_variants(&variants).collect();
    let (house, unknown, chess) = match &games[..] {
        [house, unknown, chess] => (house, unknown, chess),
        _ => panic!("{games:?}"),
    };
    assert_eq!(house.sans().collect::<Vec<_>>(), ["e4", "d5", "exd5", "Qxd5", "P@e6"]);
    assert_eq!(house.variant_start.as_ref().unwrap().variant().name(), "crazyhouse");
    assert_eq!((&house.start, house.moves[0].one, house.positions().count()), (&None, None, 0));
    assert_eq!(house.moves[4].commands().clock.unwrap().as_millis(), 60_500);
    let last = house.variant_positions().last().unwrap();
    assert_eq!(last.fen(), "rnb1kbnr/ppp1pppp/4P3/3q4/8/8/PPPP1PPP/RNBQKBNR[p] b KQkq - 0 3");
    assert_eq!(last, house.variant_positions().nth(4).unwrap().after(house.moves[4].variant_move.unwrap()).unwrap());
    assert_ne!(last, house.variant_positions().next().unwrap());
    assert_eq!((unknown.moves.len(), unknown.mistakes[0].error.code), (0, "pgn-variant"));
    assert_eq!((&chess.variant_start, chess.sans().next().as_deref()), (&None, Some("d4")));
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

/// Gives a byte at a time, and then fails.
struct Failing(usize);

impl Read for Failing {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let text = b"1. e4 *\n1. d4 d5";
        buffer[0] = *text.get(self.0).ok_or(io::ErrorKind::BrokenPipe)?;
        self.0 += 1;
        Ok(1)
    }
}

#[test]
fn sources_that_fail() {
    let mut games = Games::new(Failing(0));
    assert_eq!(games.next().unwrap().mistakes, []);
    assert_eq!(games.next().unwrap().mistakes[0].error.code, "pgn-source");
    assert!(games.next().is_none());
    assert_eq!(games.take_error().unwrap().kind(), io::ErrorKind::BrokenPipe);
}

#[test]
fn variants() {
    let variants = Variants::built_in();
    assert!(variants.names().count() >= 124 && variants.names().any(|name| name == "duck"));
    let error = variants.get("none").unwrap_err();
    assert_eq!(error.code, "variant-unknown");
    let capablanca = variants.get("capablanca").unwrap();
    assert_eq!((capablanca.name(), capablanca.size()), ("capablanca", (10, 8)));
    assert_eq!(capablanca.start().perft(3), 25228);
    let mut house = variants.get("crazyhouse").unwrap().from_fen("4k3/8/8/8/8/8/8/4K3[N] w - - 0 1").unwrap();
    assert_eq!(
        (house.perft(3), house.turn(), house.verdict(), house.outcome()),
        (4554, Color::White, Verdict::Safe, Outcome::Undecided)
    );
    let drop = house.parse("N@d4").unwrap();
    assert_eq!((house.uci(drop).as_deref(), house.san(drop).as_deref()), (Some("N@d4"), Some("N@d4")));
    let key = house.key();
    house.play(drop).unwrap();
    assert!(house.play(drop).is_none() && house.key() != key && house.san(drop).is_none());
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
