/* @NAME@, a bot for @RULESET@.
 *
 * It reads one JSON message a line, and answers `hello` and `move` with one line each. Start at
 * worth(): it says how good a move is, and the bot plays the best one.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_WORD = 32, MAX_CARDS = 64 };

struct cards {
    int count;
    char card[MAX_CARDS][MAX_WORD];
};

/* ---- Reading JSON. A value is a pointer to where it begins in the line; NULL: there is none. ---- */

const char *spaces(const char *p) {
    return p + strspn(p, " \t\r\n");
}

/* The first character after the text in quotes that begins here. */
const char *past_text(const char *p) {
    for (p++; *p && *p != '"'; p++)
        if (*p == '\\' && p[1]) p++;
    return *p ? p + 1 : p;
}

/* The first character after the value that begins here, whatever it holds. */
const char *past(const char *p) {
    int depth = 0;
    while (*p) {
        if (*p == '"') {
            p = past_text(p);
            if (depth == 0) return p;
            continue;
        }
        if (depth == 0 && strchr(",]} \t\r\n", *p)) return p;
        if (*p == '[' || *p == '{') depth++;
        if ((*p == ']' || *p == '}') && --depth == 0) return p + 1;
        p++;
    }
    return p;
}

/* Copies the text in quotes that begins here, cut to MAX_WORD. An escaped character beyond ASCII
 * becomes a question mark: no key, card or move has one. */
void read_text(const char *p, char *out) {
    static const char from[] = "bfnrt", to[] = "\b\f\n\r\t";
    char *end = out + MAX_WORD - 1;
    if (p && *p == '"') {
        for (p++; *p && *p != '"' && out < end; p++) {
            if (*p != '\\' || !p[1]) {
                *out++ = *p;
            } else if (*++p == 'u' && strspn(p + 1, "0123456789abcdefABCDEF") >= 4) {
                char digits[5] = {p[1], p[2], p[3], p[4], 0};
                long code = strtol(digits, NULL, 16);
                *out++ = code < 128 ? (char)code : '?';
                p += 4;
            } else {
                const char *known = strchr(from, *p);
                *out++ = known ? to[known - from] : *p;
            }
        }
    }
    *out = 0;
}

int is_text(const char *p, const char *wanted) {
    char word[MAX_WORD];
    read_text(p, word);
    return strcmp(word, wanted) == 0;
}

/* The value of a key of an object. */
const char *get(const char *object, const char *key) {
    if (!object || *object != '{') return NULL;
    const char *p = spaces(object + 1);
    while (*p == '"') {
        const char *value = spaces(past_text(p));
        if (*value == ':') value = spaces(value + 1);
        if (is_text(p, key)) return value;
        p = spaces(past(value));
        if (*p == ',') p = spaces(p + 1);
    }
    return NULL;
}

/* The first value of a list, and the one after a value of a list. */
const char *first(const char *list) {
    if (!list || *list != '[') return NULL;
    const char *p = spaces(list + 1);
    return *p && *p != ']' ? p : NULL;
}

const char *next(const char *value) {
    const char *p = spaces(past(value));
    return *p == ',' ? spaces(p + 1) : NULL;
}

int get_number(const char *object, const char *key) {
    const char *p = get(object, key);
    return p ? atoi(p) : 0;
}

/* The length of a list. */
int length(const char *list) {
    int count = 0;
    for (const char *p = first(list); p; p = next(p)) count++;
    return count;
}

/* A list of texts, such as the hand. */
struct cards get_cards(const char *object, const char *key) {
    struct cards cards = {0};
    for (const char *p = first(get(object, key)); p && cards.count < MAX_CARDS; p = next(p))
        read_text(p, cards.card[cards.count++]);
    return cards;
}

/* ---- The strategy: verb and cards are the words of the move. ---- */

// @STRATEGY@

/* ---- The protocol. ---- */

/* The value of the best legal move: that with the highest worth, or the first of several. */
const char *choose(const char *request) {
    const char *best = NULL;
    double highest = 0;
    for (const char *p = first(get(request, "legal")); p; p = next(p)) {
        char move[MAX_WORD], *word;
        struct cards cards = {0};
        read_text(p, move);
        const char *verb = (word = strtok(move, " ")) ? word : "";
        while ((word = strtok(NULL, " ")) && cards.count < MAX_CARDS)
            strcpy(cards.card[cards.count++], word);
        double value = worth(verb, &cards, request);
        if (!best || value > highest) {
            best = p;
            highest = value;
        }
    }
    return best;
}

/* Reads a line of any length into a buffer that grows. Returns NULL at the end of the input. */
char *read_line(void) {
    static char *line;
    static size_t size;
    size_t used = 0;
    for (int c = getchar(); c != EOF; c = getchar()) {
        if (used + 1 >= size && !(line = realloc(line, size = 2 * size + 4096))) exit(1);
        if (c == '\n') break;
        line[used++] = (char)c;
    }
    if (used == 0 && feof(stdin)) return NULL;
    line[used] = 0;
    return line;
}

int main(void) {
    for (char *line; (line = read_line());) {
        const char *message = spaces(line);
        const char *type = get(message, "type");
        if (is_text(type, "hello")) {
            puts("{\"type\":\"ready\"}"); /* do slow preparations before this */
        } else if (is_text(type, "move")) {
            const char *move = choose(message); /* still in its quotes */
            if (move) printf("{\"move\":%.*s}\n", (int)(past_text(move) - move), move);
        } else if (is_text(type, "bye")) {
            break;
        }
        fflush(stdout); /* print nothing else: what you want to log belongs on stderr */
    }
    return 0;
}
