// Tests of the bot, on a recorded game. Run them with: node --test
"use strict";

const assert = require("node:assert");
const { execFileSync } = require("node:child_process");
const { readFileSync } = require("node:fs");
const path = require("node:path");
const { test } = require("node:test");
const { choose } = require("./main.js");

const read = (name) => readFileSync(path.join(__dirname, name), "utf8");
const messages = (name) => read(name).trim().split("\n").map((line) => JSON.parse(line));
const requests = (name) => messages(name).filter((message) => message.type === "move");

test("every choice in the example game is legal", () => {
  for (const request of requests("example.jsonl")) {
    assert.ok(request.legal.includes(choose(request)));
  }
});

// @POSITION@

test("the program answers hello and every request", () => {
  const options = { input: read("example.jsonl"), encoding: "utf8" };
  const answers = execFileSync(process.execPath, [path.join(__dirname, "main.js")], options);
  assert.equal(answers.trim().split("\n").length, 1 + requests("example.jsonl").length);
});
