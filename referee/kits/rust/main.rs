//! @NAME@, a bot for @RULESET@.
//!
//! It reads one JSON message a line, and answers `hello` and `move` with one line each. Start at
//! worth(): it says how good a move is, and the bot plays the best one.

use std::io::{self, BufRead, Write};

/// A JSON value: the part of the line from its first character on. It is read when it is asked for.
#[derive(Clone, Copy)]
struct Json<'a>(&'a str);

impl<'a> Json<'a> {
    fn new(rest: &'a str) -> Self {
        Json(rest.trim_start_matches([' ', '\t', '\r', '\n']))
    }

    /// The value of a key of an object; nothing if it has none.
    fn get(self, key: &str) -> Json<'a> {
        if !self.0.starts_with('{') {
            return Json("");
        }
        let mut at = Json::new(&self.0[1..]);
        while at.0.starts_with('"') {
            let value = at.after().skip(':');
            if at.text() == key {
                return value;
            }
            at = value.after().skip(',');
        }
        Json("")
    }

    /// The values of a list.
    fn items(self) -> Vec<Json<'a>> {
        let mut found = Vec::new();
        if !self.0.starts_with('[') {
            return found;
        }
        let mut at = Json::new(&self.0[1..]);
        while !at.0.is_empty() && !at.0.starts_with(']') {
            found.push(at);
            let after = at.after();
            if !after.0.starts_with(',') {
                break;
            }
            at = after.skip(',');
        }
        found
    }

    /// A list of texts, such as the hand.
    fn cards(self) -> Vec<String> {
        self.items().into_iter().map(Json::text).collect()
    }

    /// A text without its quotes; empty for anything else. An escaped character beyond ASCII
    /// becomes a question mark: no key, card or move has one.
    fn text(self) -> String {
        let mut out = String::new();
        let mut letters = self.0.chars();
        if letters.next() != Some('"') {
            return out;
        }
        while let Some(letter) = letters.next() {
            match letter {
                '"' => break,
                '\\' => out.push(match letters.next() {
                    Some('b') => '\u{8}',
                    Some('f') => '\u{c}',
                    Some('n') => '\n',
                    Some('r') => '\r',
                    Some('t') => '\t',
                    Some('u') => {
                        let digits: String = letters.by_ref().take(4).collect();
                        let code = u8::from_str_radix(&digits, 16).ok();
                        code.filter(u8::is_ascii).map_or('?', char::from)
                    }
                    Some(other) => other,
                    None => break,
                }),
                other => out.push(other),
            }
        }
        out
    }

    #[allow(dead_code)] // not every strategy reads a number
    fn number(self) -> i64 {
        self.raw().parse().unwrap_or(0)
    }

    fn is_null(self) -> bool {
        self.0.is_empty() || self.0.starts_with('n')
    }

    /// The value exactly as it stands in the line, whatever it holds.
    fn raw(self) -> &'a str {
        let (mut depth, mut quoted, mut escaped) = (0, false, false);
        for (at, letter) in self.0.bytes().enumerate() {
            if quoted {
                let ends = letter == b'"' && !escaped;
                escaped = letter == b'\\' && !escaped;
                quoted = !ends;
                if ends && depth == 0 {
                    return &self.0[..=at];
                }
                continue;
            }
            match letter {
                b'"' => quoted = true,
                b'[' | b'{' => depth += 1,
                b',' | b']' | b'}' | b' ' | b'\t' | b'\r' | b'\n' if depth == 0 => {
                    return &self.0[..at];
                }
                b']' | b'}' => {
                    depth -= 1;
                    if depth == 0 {
                        return &self.0[..=at];
                    }
                }
                _ => {}
            }
        }
        self.0
    }

    fn after(self) -> Json<'a> {
        Json::new(&self.0[self.raw().len()..])
    }

    fn skip(self, mark: char) -> Json<'a> {
        self.0.strip_prefix(mark).map_or(self, Json::new)
    }
}

// @STRATEGY@

/// The best legal move: that with the highest worth, or the first of several.
fn choose<'a>(request: Json<'a>) -> Json<'a> {
    let mut best = Json("");
    let mut highest = 0.0;
    for legal in request.get("legal").items() {
        let text = legal.text();
        let mut words = text.split(' ');
        let verb = words.next().unwrap_or("");
        let cards: Vec<String> = words.map(String::from).collect();
        let value = worth(verb, &cards, request);
        if best.is_null() || value > highest {
            best = legal;
            highest = value;
        }
    }
    best
}

fn main() -> io::Result<()> {
    let (mut input, mut output) = (io::stdin().lock(), io::stdout().lock());
    let mut line = Vec::new();
    while input.read_until(b'\n', &mut line)? > 0 {
        let text = String::from_utf8_lossy(&line);
        let message = Json::new(&text);
        match message.get("type").text().as_str() {
            // Do slow preparations before you answer hello.
            "hello" => writeln!(output, "{{\"type\":\"ready\"}}")?,
            "move" => writeln!(output, "{{\"move\":{}}}", choose(message).raw())?,
            "bye" => break,
            _ => {}
        }
        output.flush()?; // write nothing else to it: what you want to log belongs in eprintln!
        line.clear();
    }
    Ok(())
}
