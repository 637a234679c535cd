// View is what the bot reads of the view. Add the keys that you need.
type View struct {
	Hand  []string `json:"hand"`
	Trump string   `json:"trump"`
	Led   string   `json:"led"` // null, if it is our lead, is read as ""
}

const order = "789TAJQK" // lowest first: the ace ranks below the jack

// strength is 0 to 7 by rank, and 8 more for a trump.
func strength(card, trump string) float64 {
	rank := float64(strings.IndexByte(order, card[0]))
	if card[1:] == trump {
		return rank + 8
	}
	return rank
}

// worth says how good a move is. Put your own ideas here.
func worth(verb string, cards []string, request *MoveRequest) (value float64) {
	view := &request.View
	switch verb {
	case "stand", "refuse": // play with these cards; to propose and to accept is worth 0
		for _, card := range view.Hand {
			value += strength(card, view.Trump)
		}
		return value - 32
	case "discard": // keep trumps and kings
		for _, card := range cards {
			if strength(card, view.Trump) < 7 {
				value++
			} else {
				value -= 2
			}
		}
	case "card":
		card, led := cards[0], view.Led
		power := strength(card, view.Trump)
		if len(cards) > 1 {
			value = 1 // announcing the king of trumps is worth a point
		}
		if led == "" {
			return value + power
		}
		wins := card[1:] == view.Trump
		if card[1:] == led[1:] {
			wins = power > strength(led, view.Trump)
		}
		if wins {
			value += 20
		}
		value -= power // win cheaply, or lose little
	}
	return value
}
