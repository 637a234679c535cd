// View is what the bot reads of the view. Add the keys that you need.
type View struct {
	Trump string `json:"trump"`
	Best  *struct {
		Seat  int      `json:"seat"`
		Cards []string `json:"cards"`
	} `json:"best"`
	Table []json.RawMessage `json:"table"`
}

const order = "6789JQKTA" // lowest first: the ten is second only to the ace

func points(cards []string) (sum float64) {
	for _, card := range cards {
		sum += map[byte]float64{'J': 2, 'Q': 3, 'K': 4, 'T': 10, 'A': 11}[card[0]]
	}
	return sum
}

// price is what it costs to give these cards away: high ranks, and most of all trumps.
func price(cards []string, trump string) (sum float64) {
	for _, card := range cards {
		sum += float64(strings.IndexByte(order, card[0]))
		if card[1:] == trump {
			sum += 12
		}
	}
	return sum
}

// worth says how good a move is. Put your own ideas here.
func worth(verb string, cards []string, request *MoveRequest) float64 {
	view := &request.View
	cost := price(cards, view.Trump)
	if verb == "molodka" {
		return 1 // four cards of a suit are hard to beat; a pass is worth 0
	}
	if verb == "lead" {
		return 14*float64(len(cards)) - cost // many cards are hard to beat
	}
	if view.Best == nil {
		return 0
	}
	last := len(view.Table) == 3 // nobody plays after us
	if view.Best.Seat%2 == request.Seat%2 {
		// Our partner holds the trick.
		gift := -points(cards)
		if last {
			gift = points(cards)
		}
		if verb != "drop" {
			gift -= 20
		}
		return gift - cost/2
	}
	if verb == "beat" {
		stake := points(view.Best.Cards) + points(cards) + float64(4*len(view.Table)*len(cards))
		if last {
			stake *= 1.5
		}
		return stake - cost
	}
	return -2*points(cards) - cost // drop what costs least
}
