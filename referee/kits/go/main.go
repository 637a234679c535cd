// @NAME@, a bot for @RULESET@.
//
// It reads one JSON message a line, and answers hello and move with one line each. Start at
// worth: it says how good a move is, and the bot plays the best one.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"strings"
)

// MoveRequest asks for a move. Keys that are not here are ignored; add those that you need.
type MoveRequest struct {
	Seat  int      `json:"seat"`
	Legal []string `json:"legal"`
	View  View     `json:"view"`
}

// @STRATEGY@

// choose returns the legal move with the highest worth, or the first of several.
func choose(request *MoveRequest) string {
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

// read decodes a line, and says on standard error what it cannot read.
func read(line []byte, message any) {
	if problem := json.Unmarshal(line, message); problem != nil {
		fmt.Fprintln(os.Stderr, problem)
	}
}

func main() {
	input := bufio.NewReader(os.Stdin)
	for {
		line, end := input.ReadBytes('\n')
		if len(line) == 0 && end != nil {
			return
		}
		var message struct {
			Type string `json:"type"`
		}
		read(line, &message)
		switch message.Type {
		case "hello":
			say(map[string]string{"type": "ready"}) // do slow preparations before this
		case "move":
			var request MoveRequest
			read(line, &request)
			say(map[string]string{"move": choose(&request)})
		case "bye":
			return
		}
	}
}
