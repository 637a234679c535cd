/* first_bot.py as a native program: answers immediately with the first legal move. */

#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *line = NULL;
    size_t size = 0;
    while (getline(&line, &size, stdin) > 0) {
        char *legal = strstr(line, "\"legal\":[\"");
        if (strstr(line, "\"type\":\"hello\"")) {
            puts("{\"type\":\"ready\"}");
        } else if (legal) {
            char *move = legal + strlen("\"legal\":[\"");
            *strchr(move, '"') = '\0';
            printf("{\"move\":\"%s\"}\n", move);
        } else if (strstr(line, "\"type\":\"bye\"")) {
            return 0;
        }
        fflush(stdout);
    }
    return 0;
}
