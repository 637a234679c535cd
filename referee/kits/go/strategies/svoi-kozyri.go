// View is what the bot reads of the view. Add the keys that you need.
type View struct {
	Hand     []string `json:"hand"`
	Opponent []string `json:"opponent"`
	Trumps   []string `json:"trumps"` // null, before they are chosen, is read as ""
}

const order = "6789TJQKA" // lowest first

// price is what a card is worth to a player with this trump suit.
func price(card, trump string) float64 {
	rank := float64(strings.IndexByte(order, card[0]))
	if card[1:] == trump {
		return rank + 5
	}
	return rank
}

// beats says whether it beats the top of the pile in the hand of a player with this trump suit.
func beats(card, top, trump string) bool {
	if card[1:] == top[1:] {
		return strings.IndexByte(order, card[0]) > strings.IndexByte(order, top[0])
	}
	return card[1:] == trump
}

// worth says how good a move is. Put your own ideas here.
func worth(verb string, cards []string, request *MoveRequest) float64 {
	view := &request.View
	if verb != "lead" && verb != "beat" {
		return -100 // taking cards is the last resort
	}
	if len(cards) == len(view.Hand) {
		return 1000 // no cards left: this wins
	}
	mine, theirs := view.Trumps[request.Seat], view.Trumps[1-request.Seat]
	spent, answer := 0.0, 20.0 // without an answer the opponent must take
	for _, card := range cards {
		spent += price(card, mine)
	}
	for _, card := range view.Opponent {
		if beats(card, cards[len(cards)-1], theirs) && price(card, theirs) < answer {
			answer = price(card, theirs)
		}
	}
	return answer - spent
}
