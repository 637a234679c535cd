const ORDER: &str = "6789JQKTA"; // lowest first: the ten is second only to the ace

fn points(cards: &[String]) -> f64 {
    let of = |card: &String| match &card[..1] {
        "J" => 2.0,
        "Q" => 3.0,
        "K" => 4.0,
        "T" => 10.0,
        "A" => 11.0,
        _ => 0.0,
    };
    cards.iter().map(of).sum()
}

/// What it costs to give these cards away: high ranks, and most of all trumps.
fn price(cards: &[String], trump: &str) -> f64 {
    let of = |card: &String| {
        let rank = ORDER.find(&card[..1]).unwrap_or(0) as f64;
        rank + if card.ends_with(trump) { 12.0 } else { 0.0 }
    };
    cards.iter().map(of).sum()
}

/// How good a move is. Put your own ideas here.
fn worth(verb: &str, cards: &[String], request: Json) -> f64 {
    let view = request.get("view");
    let (best, trump) = (view.get("best"), view.get("trump").text());
    let count = cards.len() as f64;
    if verb == "molodka" {
        return 1.0; // four cards of a suit are hard to beat; a pass is worth 0
    }
    if verb == "lead" {
        return 14.0 * count - price(cards, &trump); // many cards are hard to beat
    }
    if best.is_null() {
        return 0.0;
    }
    let played = view.get("table").items().len();
    let last = played == 3; // nobody plays after us
    if best.get("seat").number() % 2 == request.get("seat").number() % 2 {
        // Our partner holds the trick.
        let gift = if last { points(cards) } else { -points(cards) };
        let kept = if verb == "drop" { 0.0 } else { 20.0 };
        return gift - price(cards, &trump) / 2.0 - kept;
    }
    if verb == "beat" {
        let beaten = best.get("cards").cards();
        let stake = points(&beaten) + points(cards) + 4.0 * played as f64 * count;
        return stake * if last { 1.5 } else { 1.0 } - price(cards, &trump);
    }
    -2.0 * points(cards) - price(cards, &trump) // drop what costs least
}
