//! Games by calls of a visitor.
use kingscan::pgn::{v0_26, Nag, Outcome, RawComment, RawTag, Reader, SanPlus, Skip, Visitor};
use kingscan::{Games, Mistake};
use std::io::{self, Read};
use std::ops::ControlFlow::{self, Break, Continue};

/// Writes down each call. Leaves a game at the move `leaves`, and passes over the variations that `skips` names by number.
#[derive(Default)]
struct Log {
    leaves: &'static str,
    skips: Vec<usize>,
    begun: usize,
}

impl Visitor for Log {
    type Tags = String;
    type Movetext = String;
    type Output = String;

    fn begin_tags(&mut self) -> ControlFlow<String, String> {
        self.begun = 0;
        Continue(String::new())
    }
    fn tag(&mut self, log: &mut String, name: &[u8], value: RawTag<'_>) -> ControlFlow<String> {
        assert_eq!(value.decode_utf8().unwrap_or_default().as_bytes(), value.as_bytes());
        *log += &format!("{}={} ", String::from_utf8_lossy(name), value.decode_utf8_lossy());
        Continue(())
    }
    fn begin_movetext(&mut self, tags: String) -> ControlFlow<String, String> {
        Continue(tags + "| ")
    }
    fn san(&mut self, log: &mut String, san_plus: SanPlus) -> ControlFlow<String> {
        *log += &format!("{san_plus} ");
        if san_plus.to_string() == self.leaves {
            return Break(log.clone() + "left");
        }
        Continue(())
    }
    fn nag(&mut self, log: &mut String, nag: Nag) -> ControlFlow<String> {
        *log += &format!("{nag} ");
        Continue(())
    }
    fn comment(&mut self, log: &mut String, comment: RawComment<'_>) -> ControlFlow<String> {
        *log += &format!("{{{}}} ", String::from_utf8_lossy(comment.as_bytes()));
        Continue(())
    }
    fn begin_variation(&mut self, log: &mut String) -> ControlFlow<String, Skip> {
        self.begun += 1;
        let skip = self.skips.contains(&self.begun);
        *log += if skip { "skip " } else { "( " };
        Continue(Skip(skip))
    }
    fn end_variation(&mut self, log: &mut String) -> ControlFlow<String> {
        *log += ") ";
        Continue(())
    }
    fn mistake(&mut self, log: &mut String, mistake: Mistake) -> ControlFlow<String> {
        *log += &format!("{}@{} ", mistake.error.code, mistake.ply);
        Continue(())
    }
    fn outcome(&mut self, log: &mut String, outcome: Outcome) -> ControlFlow<String> {
        *log += &outcome.to_string();
        Continue(())
    }
    fn end_game(&mut self, log: String) -> String {
        log
    }
}

fn logs(pgn: &str, mut log: Log) -> Vec<String> {
    Reader::new(pgn.as_bytes()).read_games(&mut log).collect::<Result<_, _>>().unwrap()
}

#[test]
fn calls_come_in_the_order_of_the_text() {
    let pgn = "[White \"A \\\"B\\\"\"]\n[Result \"1-0\"]\n\n{first} 1. e4! {a} {} $14 (1. d4 d5 (1... Nf6 {x}) 2. c4) e5 $2 1-0\n\n1. d4 *";
    let whole = "White=A \"B\" Result=1-0 | {first} e4 $1 {a} {} $14 ( d4 d5 ( Nf6 {x} ) c4 ) e5 $2 1-0";
    assert_eq!(logs(pgn, Log::default()), [whole, "| d4 *"]);
    let outer = logs(pgn, Log { skips: vec![1], ..Log::default() });
    assert_eq!(outer[0], "White=A \"B\" Result=1-0 | {first} e4 $1 {a} {} $14 skip e5 $2 1-0");
    let inner = logs(pgn, Log { skips: vec![2], ..Log::default() });
    assert!(inner[0].ends_with("( d4 d5 skip c4 ) e5 $2 1-0"), "{}", inner[0]);
}

#[test]
fn moves_are_san_however_they_are_written() {
    let pgn = "1. e2e4!? 1... e7-e5 2. Ng1f3 Nb8c6?? 3. Bc4 Bc5 4. 0-0 -- 5. d4 ";
    assert_eq!(logs(pgn, Log::default()), ["| e2e4 $5 e5 Ng1f3 Nb8c6 $4 Bc4 Bc5 O-O -- d4 *"]);
    let promoted = "[FEN \"7k/P7/8/8/8/8/8/K7 w - - 0 1\"]\n\n1. a8Q (1. a8=N Kg7 2. Nb6) Kg7 *";
    let log = logs(promoted, Log::default());
    assert!(log[0].ends_with("| a8=Q+ ( a8=N Kg7 Nb6 ) Kg7 *"), "{}", log[0]);
}

#[test]
fn mistakes_are_given_where_they_are() {
    let pgn = "1. e4 (1. c4 e5 2. Ke4 d5) e5 2. Nf6 Nc6 1-0\n\n1. Nf3 d5 *";
    let expected = ["| e4 ( c4 e5 Ke4 piece-rule@1 ) e5 Nf6 none-fits@2 1-0", "| Nf3 d5 *"];
    assert_eq!(logs(pgn, Log::default()), expected);
    assert_eq!(logs(pgn, Log { skips: vec![1], ..Log::default() })[0], "| e4 skip e5 Nf6 none-fits@2 1-0");
}

#[test]
fn a_game_can_be_left_or_passed_over() {
    let pgn = "1. e4 e5 (1... c5 2. Nf3) 2. Nc3 *\n\n1. d4 d5 *\n\n1. c4 *";
    assert_eq!(logs(pgn, Log { leaves: "c5", ..Log::default() }), ["| e4 e5 ( c5 left", "| d4 d5 *", "| c4 *"]);
    let (mut reader, mut log) = (Reader::new(pgn.as_bytes()), Log::default());
    assert!(reader.skip_game().unwrap());
    assert_eq!(reader.read_game(&mut log).unwrap().as_deref(), Some("| d4 d5 *"));
    assert!(reader.skip_game().unwrap() && !reader.skip_game().unwrap());
    assert_eq!(reader.read_game(&mut log).unwrap(), None);
}

#[test]
fn a_game_can_be_looked_for() {
    let (mut reader, mut log) = (Reader::new(&b"1. d4 d5 *\n\n1. c4 1-0\n\n1. e4 *"[..]), Log::default());
    assert!(reader.has_more().unwrap() && reader.has_more().unwrap());
    assert_eq!(reader.read_game(&mut log).unwrap().as_deref(), Some("| d4 d5 *"));
    assert!(reader.has_more().unwrap() && reader.skip_game().unwrap());
    assert_eq!(reader.read_game(&mut log).unwrap().as_deref(), Some("| e4 *"));
    assert!(!reader.has_more().unwrap() && !reader.skip_game().unwrap());
    let mut failing = Reader::new(Failing(b""));
    assert!(failing.has_more().is_err() && !failing.has_more().unwrap());
}

/// Writes down each call of the older visitor. Passes over the moves of games of `skips`.
struct OldLog(String, &'static str);

impl v0_26::Visitor for OldLog {
    type Result = String;
    fn begin_game(&mut self) {
        self.0 += "<";
    }
    fn header(&mut self, key: &[u8], value: v0_26::RawHeader<'_>) {
        self.0 += &format!("{}={} ", String::from_utf8_lossy(key), value.decode_utf8_lossy());
    }
    fn end_headers(&mut self) -> Skip {
        Skip(!self.1.is_empty() && self.0.contains(self.1))
    }
    fn san(&mut self, san_plus: SanPlus) {
        self.0 += &format!("{san_plus} ");
    }
    fn nag(&mut self, nag: Nag) {
        self.0 += &format!("{nag} ");
    }
    fn comment(&mut self, comment: RawComment<'_>) {
        self.0 += &format!("{{{}}} ", String::from_utf8_lossy(comment.as_bytes()));
    }
    fn begin_variation(&mut self) -> Skip {
        self.0 += "( ";
        Skip(false)
    }
    fn end_variation(&mut self) {
        self.0 += ") ";
    }
    fn outcome(&mut self, outcome: Option<v0_26::Outcome>) {
        self.0 += &outcome.map_or("?".into(), |outcome| outcome.to_string());
    }
    fn end_game(&mut self) -> String {
        std::mem::take(&mut self.0) + ">"
    }
}

#[test]
fn older_visitors_are_called_too() {
    let pgn = "[White \"A\"]\n\n1. e4! {a} (1. d4 d5) e5 0-1\n\n1. Nf3 *";
    let logs = |skips| {
        let mut visitor = OldLog(String::new(), skips);
        v0_26::BufferedReader::new_cursor(pgn).into_iter(&mut visitor).collect::<io::Result<Vec<_>>>().unwrap()
    };
    assert_eq!(logs(""), ["<White=A e4 $1 {a} ( d4 d5 ) e5 0-1>", "<Nf3 ?>"]);
    assert_eq!(logs("White=A"), ["<White=A >", "<Nf3 ?>"]);
    let (mut reader, mut visitor) = (v0_26::BufferedReader::new(pgn.as_bytes()), OldLog(String::new(), ""));
    assert!(reader.skip_game(&mut visitor).unwrap() && reader.has_more().unwrap());
    reader.read_all(&mut visitor).unwrap();
    assert!(!reader.has_more().unwrap());
}

#[test]
fn long_comments_are_whole() {
    let comment = "word ".repeat(5000);
    let pgn = format!("1. e4 {{{comment}}} e5 *");
    assert_eq!(logs(&pgn, Log::default()), [format!("| e4 {{{comment}}} e5 *")]);
}

/// Gives a text, and then fails.
struct Failing<'t>(&'t [u8]);

impl Read for Failing<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.0.read(buffer)? {
            0 => Err(io::Error::new(io::ErrorKind::Other, "the line is dead")),
            count => Ok(count),
        }
    }
}

#[test]
fn an_error_of_the_input_takes_the_place_of_a_game() {
    let pgn = b"1. e4 e5 *\n\n1. d4 d5 2. c4";
    let (mut reader, mut log) = (Reader::new(Failing(pgn)), Log::default());
    let found: Vec<_> = reader.read_games(&mut log).take(5).map(|game| game.is_ok()).collect();
    assert_eq!(found, Games::new(Failing(pgn)).map(|game| game.is_ok()).collect::<Vec<_>>());
    assert_eq!((found, reader.read_game(&mut log).unwrap()), (vec![true, false], None));
    let mut reader = Reader::new(Failing(pgn));
    let skipped: Vec<_> = (0..4).map(|_| reader.skip_game().map_err(|error| error.to_string())).collect();
    assert_eq!(skipped, [Ok(true), Ok(true), Err("the line is dead".into()), Ok(false)]);
}
