/* Many games of Svoi Kozyri at once: the rules of engine/svoi_kozyri (docs/2-rules.md).
 *
 * A card is 9 * suit + rank, as in engine/cards.py; a set of cards has the bit 1 << card.
 */
#include "batch.h"
#include "streams.h"

#define CARDS 36
#define BIT(card) (UINT64_C(1) << (card))
#define SUIT_OF(card) ((card) / 9)
#define SUIT_CARDS(suit) (UINT64_C(0x1ff) << (9 * (suit)))
#define ALL_CARDS ((UINT64_C(1) << CARDS) - 1)
#define NO_TRUMP (-1)
#define REPETITIONS 3 /* occurrences of a position that make a draw (SR12) */

typedef uint64_t Cards;

enum { CHOOSE, PLAY, OVER };
enum { RANDOM, CHOSEN, FIXED }; /* the option `trumps` */

/* Actions are the moves of engine/svoi_kozyri/moves.py. */
enum { BEAT = CARDS, TAKE = BEAT + CARDS * CARDS, TRUMP, ACTIONS = TRUMP + 4 };

typedef struct {
    int32_t mirror, voluntary_take, trumps, max_plies, draw_rule;
} Options;

typedef struct {
    uint32_t seed[8];
    Cards hands[2];
    uint64_t *positions; /* a digest of each position that was counted, the first first */
    int32_t counted, ply;
    uint8_t pile[CARDS]; /* its top card last */
    int8_t size, phase, turn, trumps[2], repetition;
    int8_t lead; /* at the end: 1 if seat 0 has won, -1 if seat 1 has, 0 for a draw */
} Game;

static int64_t notes_size(const Options *options) {
    return ((int64_t)options->max_plies + 2) * (int64_t)sizeof(uint64_t);
}

/* By the trump of the seat to act and the top card: the cards that beat it (S12, S20). */
static Cards beating[4][CARDS];

static int top_of(const Game *game) { return game->pile[game->size - 1]; }

/* S23 to S25: how many cards the seat whose turn it is would take. */
static int take_size(const Game *game) {
    if (!game->size) return 0;
    int top = top_of(game);
    int most = SUIT_OF(top) != game->trumps[game->turn] ? 3 : top % 9 == 8 ? CARDS : 5;
    return most < game->size ? most : game->size;
}

static uint64_t mixed(uint64_t digest, uint64_t word) {
    digest = (digest ^ word) * UINT64_C(0x9e3779b97f4a7c15);
    return digest ^ digest >> 29;
}

/* Of the hands, the ordered pile and the mover. The deck gives the other hand. */
static uint64_t digest_of(const Game *game) {
    uint8_t pile[40] = {0};
    uint64_t words[5], digest = mixed(game->turn + 1, game->hands[game->turn]);
    for (int i = 0; i < game->size; i++) pile[i] = game->pile[i] + 1;
    memcpy(words, pile, sizeof words);
    for (int i = 0; i < 5; i++) digest = mixed(digest, words[i]);
    return mixed(digest, game->size);
}

/* SR12: the third occurrence of a position or the last ply is a draw. */
static void count_position(Game *game, const Options *options) {
    uint64_t digest = digest_of(game);
    int times = 1;
    for (int i = game->counted - 2; i >= 0; i -= 2) times += game->positions[i] == digest;
    game->positions[game->counted++] = digest;
    game->repetition = times;
    if (times >= REPETITIONS || game->ply >= options->max_plies) game->phase = OVER;
}

/* SR8, SR9: `winner` has laid its last card. */
static void go_out(Game *game, const Options *options, int winner) {
    int loser = 1 - winner;
    Cards left = game->hands[loser];
    int beats = size_of(left) == 1 && (left & beating[game->trumps[loser]][top_of(game)]);
    game->phase = OVER;
    game->turn = loser;
    game->repetition = 1;
    game->lead = options->draw_rule && beats ? 0 : winner == 0 ? 1 : -1;
}

/* SR2: the hands mirror each other when trumps and the other two suits are exchanged. */
static void mirror_deal(Game *game, Cards first_half) {
    int sides[2], twins[4], count = 0;
    for (int suit = 0; suit < 4; suit++)
        if (suit != game->trumps[0] && suit != game->trumps[1]) sides[count++] = suit;
    twins[game->trumps[0]] = game->trumps[1];
    twins[sides[0]] = sides[1];
    Cards own = SUIT_CARDS(game->trumps[0]) | SUIT_CARDS(sides[0]);
    Cards kept = first_half & own, twin = 0;
    for (Cards left = kept; left; left &= left - 1) {
        int card = lowest(left);
        twin |= BIT(9 * twins[SUIT_OF(card)] + card % 9);
    }
    game->hands[0] = kept | (ALL_CARDS & ~own & ~twin);
    game->hands[1] = twin | (own & ~kept);
}

/* Deals all the cards to the owners of the trumps. */
static void deal(Game *game, const Options *options) {
    uint8_t deck[CARDS];
    Stream stream = stream_of(game->seed, 0);
    for (int card = 0; card < CARDS; card++) deck[card] = card;
    shuffle(&stream, deck, CARDS);
    Cards even = 0, first_half = 0;
    for (int i = 0; i < CARDS; i += 2) even |= BIT(deck[i]);
    for (int i = 0; i < CARDS / 2; i++) first_half |= BIT(deck[i]);
    if (options->mirror) {
        mirror_deal(game, first_half);
    } else {
        game->hands[0] = even;
        game->hands[1] = ALL_CARDS & ~even;
    }
    game->phase = PLAY;
    game->turn = 0;
    count_position(game, options);
}

static void begin_game(Game *game, const Options *options, uint8_t *notes) {
    game->positions = (uint64_t *)(void *)notes;
    game->counted = game->ply = game->size = game->repetition = game->lead = 0;
    game->hands[0] = game->hands[1] = 0;
    if (options->trumps == CHOSEN) {
        game->trumps[0] = game->trumps[1] = NO_TRUMP;
        game->phase = CHOOSE;
        game->turn = 1;
        return;
    }
    game->trumps[0] = 3;
    game->trumps[1] = 2;
    if (options->trumps == RANDOM) {
        Stream setup = stream_of(game->seed, SETUP_STREAM);
        game->trumps[0] = below(&setup, 4);
        int second = below(&setup, 3);
        game->trumps[1] = second + (second >= game->trumps[0]);
    }
    deal(game, options);
}

static void play(Game *game, const Options *options, int action) {
    int seat = game->turn;
    if (action >= TRUMP) { /* seat 1 chooses, then seat 0 (SR3) */
        game->trumps[seat] = action - TRUMP;
        game->turn = 0;
        if (seat == 0) deal(game, options);
        return;
    }
    if (action == TAKE) {
        for (int left = take_size(game); left; left--)
            game->hands[seat] |= BIT(game->pile[--game->size]);
    } else {
        int first = action < BEAT ? action : (action - BEAT) / CARDS;
        int second = action < BEAT ? action : (action - BEAT) % CARDS;
        game->pile[game->size++] = first;
        if (second != first) game->pile[game->size++] = second;
        game->hands[seat] &= ~(BIT(first) | BIT(second));
    }
    game->ply++;
    if (!game->hands[seat]) {
        go_out(game, options, seat);
        return;
    }
    game->turn = 1 - seat;
    count_position(game, options);
}

static void mask(const Game *game, const Options *options, uint8_t *out) {
    memset(out, 0, ACTIONS);
    if (game->phase == CHOOSE) {
        for (int suit = 0; suit < 4; suit++) out[TRUMP + suit] = suit != game->trumps[1];
        return;
    }
    Cards hand = game->hands[game->turn];
    if (!game->size) {
        write_bits(out, hand, CARDS);
        return;
    }
    Cards able = hand & beating[game->trumps[game->turn]][top_of(game)];
    out[TAKE] = !able || options->voluntary_take;
    int alone = size_of(hand) == 1;
    for (Cards left = able; left; left &= left - 1) {
        int card = lowest(left);
        uint8_t *seconds = out + BEAT + CARDS * card;
        write_bits(seconds, hand, CARDS);
        seconds[card] = alone;
    }
}

#define SIZE 161
#define SEATS 2

/* The features of engine/svoi_kozyri/observation.py, in its order. */
static void observe(const Game *game, const Options *options, int seat, uint8_t *out) {
    (void)options;
    int other = 1 - seat;
    write_bits(out, game->hands[seat], CARDS);
    write_bits(out + CARDS, game->hands[other], CARDS);
    write_one(out + 2 * CARDS, game->size ? top_of(game) : -1, CARDS);
    out += 3 * CARDS;
    memset(out, 0, 13 + CARDS);
    if (game->trumps[seat] != NO_TRUMP) out[game->trumps[seat]] = 1;
    if (game->trumps[other] != NO_TRUMP) out[4 + game->trumps[other]] = 1;
    out[8 + game->phase] = 1;
    out[11 + (game->turn ^ seat)] = 1;
    out += 13;
    for (int i = 0; i < game->size; i++) out[game->pile[i]] = game->size - i;
    out += CARDS;
    out[0] = take_size(game);
    out[1] = game->repetition;
    out[2] = game->ply >> 8;
    out[3] = game->ply & 255;
}

static int seat_of(const Game *game) { return game->turn; }
static int is_over(const Game *game) { return game->phase == OVER; }

static void reward_of(const Game *game, const Options *options, float reward[2]) {
    (void)options;
    reward[0] = game->lead;
    reward[1] = 0 - reward[0]; /* no -0.0 */
}

static void prepare(void) {
    prepare_bytes();
    for (int trump = 0; trump < 4; trump++)
        for (int top = 0; top < CARDS; top++) {
            Cards higher = SUIT_CARDS(SUIT_OF(top)) & ~((BIT(top) << 1) - 1);
            beating[trump][top] = higher | (SUIT_OF(top) != trump ? SUIT_CARDS(trump) : 0);
        }
}

#include "episodes.h"
