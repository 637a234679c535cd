// @NAME@, a bot for @RULESET@.
//
// It reads one JSON message a line, and answers `hello` and `move` with one line each. Start at
// worth(): it says how good a move is, and the bot plays the best one.
"use strict";

const readline = require("node:readline");

/** @typedef {import("./protocol").MoveRequest} MoveRequest */
/** @typedef {import("./protocol").Message} Message */

// @STRATEGY@

/**
 * One of the legal moves: that with the highest worth, or the first of several.
 * @param {MoveRequest} request
 * @returns {string}
 */
function choose(request) {
  let best = request.legal[0];
  for (const move of request.legal) {
    if (worth(move, request) > worth(best, request)) best = move;
  }
  return best;
}

/**
 * Writes one line. Print nothing else: what you want to log belongs in console.error.
 * @param {object} answer
 */
function say(answer) {
  process.stdout.write(JSON.stringify(answer) + "\n");
}

async function main() {
  process.stdout.on("error", () => process.exit()); // nobody reads any more
  for await (const line of readline.createInterface({ input: process.stdin })) {
    /** @type {Message} */
    const message = JSON.parse(line);
    if (message.type === "hello") {
      say({ type: "ready" }); // do slow preparations before this
    } else if (message.type === "move") {
      say({ move: choose(message) });
    } else if (message.type === "bye") {
      break;
    }
  }
}

if (require.main === module) main();
module.exports = { choose };
