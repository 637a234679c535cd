/* How good a move is. Put your ideas here: until then the first legal move is played.
 * get(request, "view") is everything that you may know. */
double worth(const char *verb, const struct cards *cards, const char *request) {
    (void)verb, (void)cards, (void)request;
    return 0;
}
