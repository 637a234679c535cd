/// How good a move is. Put your ideas here: until then the first legal move is played.
/// request.get("view") is everything that you may know.
fn worth(_verb: &str, _cards: &[String], request: Json) -> f64 {
    let view = request.get("view");
    let _hand = view.get("hand").cards();
    let _seat = request.get("seat").number();
    0.0
}
