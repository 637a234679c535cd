// @NAME@, a bot for @RULESET@.
//
// It reads one JSON message a line, and answers `hello` and `move` with one line each. Start at
// worth(): it says how good a move is, and the bot plays the best one.

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

public class Main {
    // @STRATEGY@

    /** The best legal move: that with the highest worth, or the first of several. */
    static Json choose(Json request) {
        Json best = null;
        double highest = 0;
        for (Json legal : request.get("legal").items()) {
            List<String> words = List.of(legal.text().split(" "));
            double value = worth(words.get(0), words.subList(1, words.size()), request);
            if (best == null || value > highest) {
                best = legal;
                highest = value;
            }
        }
        return best;
    }

    /** Writes one line. Print nothing else: what you want to log belongs on System.err. */
    static void say(String answer) {
        System.out.print(answer + "\n");
        System.out.flush();
    }

    public static void main(String[] arguments) throws IOException {
        var input = new InputStreamReader(System.in, StandardCharsets.UTF_8);
        var lines = new BufferedReader(input);
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            Json message = new Json(line, 0);
            switch (message.get("type").text()) {
                case "hello" -> say("{\"type\":\"ready\"}"); // do slow preparations before this
                case "move" -> say("{\"move\":" + choose(message).raw() + "}");
                case "bye" -> { return; }
                default -> { } // a message that this bot does not know
            }
        }
    }

    /** A JSON value: where it begins in the line. It is read when it is asked for. */
    static final class Json {
        private final String line;
        private final int start;

        Json(String line, int from) {
            while (from < line.length() && " \t\r\n".indexOf(line.charAt(from)) >= 0) from++;
            this.line = line;
            this.start = from;
        }

        /** How it begins: '{', '[', '"', a digit …; 0 at the end of the line. */
        private char kind() {
            return start < line.length() ? line.charAt(start) : 0;
        }

        boolean isNull() {
            return kind() == 0 || kind() == 'n';
        }

        /** The value of a key of an object; null if it has none. */
        Json get(String key) {
            if (kind() == '{') {
                Json at = new Json(line, start + 1);
                while (at.kind() == '"') {
                    Json value = at.after().skip(':');
                    if (at.text().equals(key)) return value;
                    at = value.after().skip(',');
                }
            }
            return new Json("", 0);
        }

        /** The values of a list. */
        List<Json> items() {
            List<Json> found = new ArrayList<>();
            if (kind() != '[') return found;
            Json at = new Json(line, start + 1);
            while (at.kind() != 0 && at.kind() != ']') {
                found.add(at);
                at = at.after();
                if (at.kind() != ',') break;
                at = at.skip(',');
            }
            return found;
        }

        /** A list of texts, such as the hand. */
        List<String> cards() {
            return items().stream().map(Json::text).toList();
        }

        int number() {
            return isNull() ? 0 : (int) Double.parseDouble(raw());
        }

        /** A text without its quotes; empty for anything else. */
        String text() {
            if (kind() != '"') return "";
            var out = new StringBuilder();
            String quoted = raw();
            for (int i = 1; i < quoted.length() - 1; i++) {
                char letter = quoted.charAt(i);
                if (letter != '\\') {
                    out.append(letter);
                    continue;
                }
                letter = quoted.charAt(++i);
                int known = "bfnrt".indexOf(letter);
                if (letter == 'u') {
                    out.append((char) Integer.parseInt(quoted.substring(i + 1, i + 5), 16));
                    i += 4;
                } else {
                    out.append(known < 0 ? letter : "\b\f\n\r\t".charAt(known));
                }
            }
            return out.toString();
        }

        /** The value exactly as it stands in the line, whatever it holds. */
        String raw() {
            return line.substring(start, end());
        }

        private Json after() {
            return new Json(line, end());
        }

        private Json skip(char mark) {
            return kind() == mark ? new Json(line, start + 1) : this;
        }

        private int end() {
            int depth = 0;
            boolean quoted = false;
            for (int i = start; i < line.length(); i++) {
                char letter = line.charAt(i);
                if (quoted) {
                    if (letter == '\\') i++;
                    if (letter != '"') continue;
                    quoted = false;
                    if (depth == 0) return i + 1;
                } else if (letter == '"') {
                    quoted = true;
                } else if (letter == '[' || letter == '{') {
                    depth++;
                } else if (depth == 0 && ",]} \t\r\n".indexOf(letter) >= 0) {
                    return i;
                } else if ((letter == ']' || letter == '}') && --depth == 0) {
                    return i + 1;
                }
            }
            return line.length();
        }
    }
}
