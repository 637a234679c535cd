def features(view: Any, seat: int, legal: list[str]) -> tuple[list[str], list[list[str]]]:
    """The position as words, and each legal move. Each word is an input of the network, so what
    matters in the game should have a word. These are just the values of the view: put your own
    ideas here, and train again."""
    seen = [f"seat {seat}", *words("", view)]
    moves = []
    for move in legal:
        verb, *cards = move.split()
        moves.append([f"{verb} {len(cards)}", *(f"{verb} {card}" for card in cards)])
    return seen, moves


def words(name: str, value: Any) -> list[str]:
    """Texts in a list are cards, and their order says little. Numbers in a list have their place."""
    if isinstance(value, dict):
        return [word for key, inner in value.items() for word in words(f"{name} {key}", inner)]
    if isinstance(value, list):
        named = [(name if isinstance(v, str) else f"{name} {at}", v) for at, v in enumerate(value)]
        return [word for key, inner in named for word in words(key, inner)]
    return [f"{name} {value}"]
