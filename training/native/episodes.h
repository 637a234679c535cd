/* The loop over the games of a batch: checks the actions, plays them, and begins new episodes.
 *
 * The file that includes this has defined Game, Options, SEATS, SIZE (of an observation), ACTIONS
 * and:
 *   prepare()                          fills tables
 *   notes_size(options)                bytes that a game needs beside Game; a multiple of 8
 *   begin_game(game, options, notes)   game->seed is set; `notes` are those bytes
 *   play(game, options, action)        a legal action
 *   is_over(game)                      whether the episode has ended
 *   seat_of(game)                      the seat to act
 *   reward_of(game, options, reward)   of the two sides
 *   observe(game, options, seat, out)  SIZE bytes
 *   mask(game, options, out)           ACTIONS bytes
 */

/* training/batches/native.py has the same fields. All arrays are Python's. */
typedef struct {
    int64_t n;
    const Options *options;
    const uint8_t *seed;
    uint32_t *episodes; /* begun, by game */
    Game *games;
    uint8_t *notes;
    uint8_t *observation, *mask;
    int8_t *seat;
    float *reward;
    uint8_t *done, *final;
} Batch;

/* For Python's checks. */
int64_t game_size(void) { return sizeof(Game); }
int64_t options_size(void) { return sizeof(Options); }
int64_t notes_of(const Options *options) { return notes_size(options); }
int64_t observation_size(void) { return SIZE; }
int64_t number_of_actions(void) { return ACTIONS; }

/* For tests: a block of a stream, by the processor's instructions for SHA-256 or without them.
 * Returns 0 if this processor has no such instructions. */
int64_t words_of_block(const uint32_t *seed, uint32_t stream, uint32_t block, int32_t portable,
                       uint32_t *out) {
    if (!portable && !has_sha_instructions()) return 0;
    (portable ? portable_block : quick_block)(seed, stream, block, out);
    return 1;
}

/* Block `episode` of stream `game` of the batch's seed: training/batches/batch.py. */
static void begin_episode(const Batch *batch, int64_t i) {
    uint32_t seed[8];
    for (int word = 0; word < 8; word++) seed[word] = big_endian(batch->seed + 4 * word);
    Game *game = &batch->games[i];
    stream_block(seed, (uint32_t)i, batch->episodes[i]++, game->seed);
    begin_game(game, batch->options, batch->notes + i * notes_size(batch->options));
}

static void show(const Batch *batch, int64_t i) {
    const Game *game = &batch->games[i];
    batch->seat[i] = seat_of(game);
    observe(game, batch->options, seat_of(game), batch->observation + i * SIZE);
    mask(game, batch->options, batch->mask + i * ACTIONS);
}

/* Begins the first episode of each game. */
void begin(const Batch *batch) {
    prepare();
    for (int64_t i = 0; i < batch->n; i++) {
        batch->episodes[i] = 0;
        begin_episode(batch, i);
        show(batch, i);
    }
}

/* The place of the first action that is out of range or illegal, n if all are legal. */
static int64_t first_illegal(const Batch *batch, const int64_t *actions) {
    for (int64_t i = 0; i < batch->n; i++)
        if (actions[i] < 0 || actions[i] >= ACTIONS || !batch->mask[i * ACTIONS + actions[i]])
            return i;
    return batch->n;
}

/* Plays an action in each game. Returns n, or the place of an illegal action: nothing is played. */
int64_t step(const Batch *batch, const int64_t *actions) {
    int64_t illegal = first_illegal(batch, actions);
    if (illegal < batch->n) return illegal;
    uint8_t *final = batch->final;
    for (int64_t i = 0; i < batch->n; i++) {
        Game *game = &batch->games[i];
        float *reward = batch->reward + 2 * i;
        play(game, batch->options, (int)actions[i]);
        reward[0] = reward[1] = 0;
        batch->done[i] = is_over(game);
        if (batch->done[i]) {
            reward_of(game, batch->options, reward);
            for (int seat = 0; seat < SEATS; seat++, final += SIZE)
                observe(game, batch->options, seat, final);
            begin_episode(batch, i);
        }
        show(batch, i);
    }
    return batch->n;
}
