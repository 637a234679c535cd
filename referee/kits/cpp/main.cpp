// @NAME@, a bot for @RULESET@.
//
// It reads one JSON message a line, and answers `hello` and `move` with one line each. Start at
// worth(): it says how good a move is, and the bot plays the best one.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

using Cards = std::vector<std::string>;

// A JSON value: the part of the line from its first character on. It is read when it is asked for.
class Json {
public:
    explicit Json(std::string_view rest = {}) : rest_(rest) {
        rest_.remove_prefix(std::min(rest_.size(), rest_.find_first_not_of(" \t\r\n")));
    }

    char kind() const { return rest_.empty() ? '\0' : rest_[0]; }  // '{', '[', '"', a digit …
    bool is_null() const { return rest_.empty() || kind() == 'n'; }
    int number() const { return std::atoi(std::string(rest_.substr(0, 20)).c_str()); }

    // The value of a key of an object; null if it has none.
    Json operator[](std::string_view key) const {
        if (kind() != '{') return Json();
        for (Json at(rest_.substr(1)); at.kind() == '"';) {
            Json value = at.after().skip(':');
            if (at.text() == key) return value;
            at = value.after().skip(',');
        }
        return Json();
    }

    // The values of a list.
    std::vector<Json> items() const {
        std::vector<Json> found;
        if (kind() != '[') return found;
        Json at(rest_.substr(1));
        while (!at.rest_.empty() && at.kind() != ']') {
            found.push_back(at);
            at = at.after();
            if (at.kind() != ',') break;
            at = at.skip(',');
        }
        return found;
    }

    // A list of texts, such as the hand.
    Cards cards() const {
        Cards found;
        for (const Json& item : items()) found.push_back(item.text());
        return found;
    }

    // A text without its quotes. An escaped character beyond ASCII becomes a question mark: no key,
    // card or move has one.
    std::string text() const {
        std::string out;
        if (kind() != '"') return out;
        for (size_t i = 1; i < rest_.size() && rest_[i] != '"'; i++) {
            if (rest_[i] != '\\' || i + 1 == rest_.size()) {
                out += rest_[i];
            } else if (rest_[++i] == 'u') {
                long code = std::strtol(std::string(rest_.substr(i + 1, 4)).c_str(), nullptr, 16);
                out += code < 128 ? static_cast<char>(code) : '?';
                i += 4;
            } else {
                size_t known = std::string_view("bfnrt").find(rest_[i]);
                out += known == std::string_view::npos ? rest_[i] : "\b\f\n\r\t"[known];
            }
        }
        return out;
    }

    // The value exactly as it stands in the line.
    std::string_view raw() const { return rest_.substr(0, length()); }

private:
    std::string_view rest_;

    Json after() const { return Json(rest_.substr(length())); }
    Json skip(char c) const { return kind() == c ? Json(rest_.substr(1)) : *this; }

    // The number of characters of this value, whatever it holds.
    size_t length() const {
        int depth = 0;
        bool quoted = false;
        for (size_t i = 0; i < rest_.size(); i++) {
            char c = rest_[i];
            if (quoted) {
                if (c == '\\') i++;
                if (c != '"') continue;
                quoted = false;
                if (depth == 0) return i + 1;
            } else if (c == '"') {
                quoted = true;
            } else if (c == '[' || c == '{') {
                depth++;
            } else if (depth == 0 && std::strchr(",]} \t\r\n", c)) {
                return i;
            } else if ((c == ']' || c == '}') && --depth == 0) {
                return i + 1;
            }
        }
        return rest_.size();
    }
};

// @STRATEGY@

// The best legal move: that with the highest worth, or the first of several.
Json choose(const Json& request) {
    Json best;
    double highest = 0;
    for (const Json& legal : request["legal"].items()) {
        Cards words(1);
        for (char c : legal.text()) {
            if (c == ' ') words.emplace_back();
            else words.back() += c;
        }
        double value = worth(words[0], Cards(words.begin() + 1, words.end()), request);
        if (best.is_null() || value > highest) {
            best = legal;
            highest = value;
        }
    }
    return best;
}

// Reads a line of any length. Returns false at the end of the input.
bool read_line(std::string& line) {
    line.clear();
    int c;
    while ((c = std::getchar()) != EOF && c != '\n') line += static_cast<char>(c);
    return c != EOF || !line.empty();
}

int main() {
    for (std::string line; read_line(line);) {
        Json message(line);
        std::string type = message["type"].text();
        if (type == "hello") {
            std::puts("{\"type\":\"ready\"}");  // do slow preparations before this
        } else if (type == "move") {
            std::printf("{\"move\":%s}\n", std::string(choose(message).raw()).c_str());
        } else if (type == "bye") {
            break;
        }
        std::fflush(stdout);  // print nothing else: what you want to log belongs on stderr
    }
}
