// @NAME@, a bot for @RULESET@.
//
// It reads one JSON message a line, and answers hello and move with one line each. Start at
// worth: it says how good a move is, and the bot plays the best one.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
)

// Message is any message of the referee. Keys that are not here are ignored.
type Message struct {
	Type    string                     `json:"type"`
	Options map[string]json.RawMessage `json:"options"` // of hello
	Seat    int                        `json:"seat"`
	Legal   []string                   `json:"legal"`
	View    View                       `json:"view"`
}

// @STRATEGY@

// choose returns the legal move with the highest worth, or the first of several.
func choose(request *Message) string {
	best, highest := "", 0.0
	for number, move := range request.Legal {
		words := strings.Split(move, " ")
		value := worth(words[0], words[1:], request)
		if number == 0 || value > highest {
			best, highest = move, value
		}
	}
	return best
}

// say writes one line. Print nothing else: what you want to log belongs on os.Stderr.
func say(answer any) {
	line, _ := json.Marshal(answer)
	fmt.Println(string(line))
}

func main() {
	input := bufio.NewReader(os.Stdin)
	for {
		line, end := input.ReadBytes('\n')
		var message Message
		if problem := json.Unmarshal(line, &message); problem != nil && end == nil {
			fmt.Fprintln(os.Stderr, problem)
		}
		switch message.Type {
		case "hello":
			say(map[string]string{"type": "ready"}) // do slow preparations before this
		case "move":
			say(map[string]string{"move": choose(&message)})
		case "bye":
			return
		}
		if end == io.EOF {
			return
		}
	}
}
