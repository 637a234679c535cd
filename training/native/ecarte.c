/* Many games of Écarté at once: the rules of engine/ecarte (docs/2-rules.md, "Écarté").
 *
 * A card is its place in the deck of 32: 8 * suit + rank, the ranks being 7 8 9 T J Q K A. A set of
 * cards has the bit 1 << card.
 */
#include "batch.h"

#define HAND 5
#define MOST_EXCHANGES 21 /* one card each from a stock of 21 */
#define NOBODY (-1)
#define NO_CARD (-1)
#define CARDS 32
#define BIT(card) (UINT32_C(1) << (card))
#define SUIT_OF(card) ((card) / 8)
#define SUIT_CARDS(suit) (UINT32_C(0xff) << (8 * (suit)))
#define KING_OF(suit) (8 * (suit) + 6)

typedef uint32_t Cards;

enum { PROPOSING, RESPONDING, DISCARDING, PLAYING, OVER };
enum { SEED, CLASSIC, WINNER, NONE }; /* the option `vulnerability` */

typedef struct {
    int32_t whole_games; /* an episode is a game, not a deal */
    int32_t must_trump, vulnerability, dealer_min, target;
} Options;

typedef struct {
    uint32_t seed[8];
    Cards hands[2], discarded[2], played[2];
    uint8_t deck[CARDS];
    uint32_t deal;
    int8_t phase, seat, dealer, turned, trump, led, king, king_holder;
    int8_t dealt;                /* cards of `deck` that are gone */
    int8_t proposals, exchanges; /* an exchange counts from the non-dealer's discard on */
    int8_t completed;            /* exchanges in which the dealer has discarded too */
    uint8_t exchanged[2 * MOST_EXCHANGES]; /* by exchange: the cards of non-dealer and dealer */
    uint8_t order[CARDS];        /* by card: 1 for the first that was played in the deal, … */
    int8_t points[2], tricks[2];
} Game;

/* By rank: the ace is between ten and jack (E21). */
static const int8_t STRENGTH[8] = {0, 1, 2, 3, 5, 6, 7, 4};

static Cards higher[CARDS];                     /* by card: those of its suit that rank above it */
static uint8_t discards[HAND + 1][HAND + 1][32]; /* by the fewest and most cards, by places: legal */

static void add_points(Game *game, const Options *options, int seat, int points) {
    game->points[seat] += points;
    if (game->points[seat] >= options->target) game->phase = OVER; /* at once: ER15 */
}

static void begin_deal(Game *game, const Options *options, int dealer) {
    static const int8_t owner[10] = {0, 0, 0, 1, 1, 1, 0, 0, 1, 1}; /* 0: the non-dealer (ER2) */
    uint8_t *deck = game->deck;
    for (int i = 0; i < CARDS; i++) deck[i] = i;
    Stream stream = stream_of(game->seed, game->deal);
    shuffle(&stream, deck, CARDS);
    game->hands[0] = game->hands[1] = 0;
    for (int i = 0; i < 10; i++) game->hands[owner[i] ? dealer : 1 - dealer] |= BIT(deck[i]);
    game->turned = deck[10];
    game->trump = SUIT_OF(deck[10]);
    game->dealt = 11;
    game->dealer = dealer;
    game->seat = 1 - dealer;
    game->phase = PROPOSING;
    game->led = NO_CARD;
    game->king = game->king_holder = NOBODY;
    game->proposals = game->exchanges = game->completed = 0;
    memset(game->exchanged, 0, sizeof game->exchanged);
    memset(game->order, 0, sizeof game->order);
    for (int seat = 0; seat < 2; seat++) {
        game->discarded[seat] = game->played[seat] = 0;
        game->tricks[seat] = 0;
    }
    if (game->turned == KING_OF(game->trump)) add_points(game, options, dealer, 1); /* ER3 */
}

/* ER11 to ER14. The points of the tricks go to the dealer or the other seat. */
static void end_deal(Game *game, const Options *options) {
    int dealer = game->dealer;
    int won = game->tricks[1 - dealer]; /* by the non-dealer */
    int refused = game->proposals > game->exchanges;
    int by_dealer = won < 3, twice;
    if (options->vulnerability == SEED)
        twice = !by_dealer && (game->proposals == 0 || refused);
    else if (options->vulnerability == CLASSIC)
        twice = by_dealer ? game->proposals == 0 : refused && game->exchanges == 0;
    else
        twice = options->vulnerability == WINNER && game->exchanges == 0;
    int points = twice || won == 0 || won == HAND ? 2 : 1;
    add_points(game, options, by_dealer ? dealer : 1 - dealer, points);
    if (game->phase == OVER) return;
    if (options->whole_games) {
        game->deal++;
        begin_deal(game, options, 1 - dealer);
    } else {
        game->phase = OVER;
    }
}

static int64_t notes_size(const Options *options) {
    (void)options;
    return 0;
}

static void begin_game(Game *game, const Options *options, uint8_t *notes) {
    (void)notes;
    Stream setup = stream_of(game->seed, SETUP_STREAM);
    game->deal = 0;
    game->points[0] = game->points[1] = 0;
    begin_deal(game, options, below(&setup, 2));
}

static void begin_play(Game *game) {
    Cards king = BIT(KING_OF(game->trump));
    game->phase = PLAYING;
    game->seat = 1 - game->dealer;
    for (int seat = 0; seat < 2; seat++)
        if (game->hands[seat] & king) game->king_holder = seat; /* ER8 */
}

static void discard(Game *game, Cards cards) {
    int seat = game->seat, count = size_of(cards);
    game->discarded[seat] |= cards;
    game->hands[seat] &= ~cards;
    for (int i = 0; i < count; i++) game->hands[seat] |= BIT(game->deck[game->dealt++]);
    game->seat = 1 - seat;
    if (seat == game->dealer) {
        game->exchanged[2 * game->completed++ + 1] = count;
        game->phase = PROPOSING;
    } else {
        game->exchanged[2 * game->exchanges++] = count;
    }
}

/* ER8, ER9: `announced` if the king of trumps is. */
static void play_card(Game *game, const Options *options, int card, int announced) {
    int seat = game->seat, led = game->led;
    game->hands[seat] &= ~BIT(card);
    game->order[card] = 1 + size_of(game->played[0] | game->played[1]);
    game->played[seat] |= BIT(card);
    if (led == NO_CARD) {
        game->led = card;
        game->seat = 1 - seat;
    } else {
        int wins = (higher[led] >> card & 1) ||
                   (SUIT_OF(card) == game->trump && SUIT_OF(led) != game->trump);
        int taker = wins ? seat : 1 - seat;
        game->led = NO_CARD;
        game->tricks[taker]++;
        game->king_holder = NOBODY;
        game->seat = taker;
    }
    if (announced) {
        game->king = seat;
        add_points(game, options, seat, 1);
    } else if (led != NO_CARD && !game->hands[seat]) {
        end_deal(game, options);
    }
}

/* The cards that the seat to act may play (ER9, ER10). */
static Cards playable(const Game *game, const Options *options) {
    Cards hand = game->hands[game->seat];
    if (game->led == NO_CARD) return hand;
    Cards winning = hand & higher[game->led];
    if (winning) return winning;
    Cards following = hand & SUIT_CARDS(SUIT_OF(game->led));
    if (following) return following;
    Cards trumps = options->must_trump ? hand & SUIT_CARDS(game->trump) : 0;
    return trumps ? trumps : hand;
}

/* Actions are the outputs of engine/ecarte/policy.py. */
enum { CARD = 0, CARD_KING = 32, STAND = 64, PROPOSE, ACCEPT, REFUSE, DISCARD, ACTIONS = DISCARD + 32 };

static void play(Game *game, const Options *options, int action) {
    if (action < STAND) {
        int announced = action >= CARD_KING;
        play_card(game, options, action - (announced ? CARD_KING : CARD), announced);
    } else if (action == PROPOSE) {
        game->proposals++;
        game->phase = RESPONDING;
        game->seat = game->dealer;
    } else if (action == ACCEPT) {
        game->phase = DISCARDING;
        game->seat = 1 - game->dealer;
    } else if (action < DISCARD) {
        begin_play(game);
    } else {
        Cards cards = 0, hand = game->hands[game->seat];
        for (int places = action - DISCARD; places; places >>= 1, hand &= hand - 1)
            if (places & 1) cards |= BIT(lowest(hand));
        discard(game, cards);
    }
}

static void mask(const Game *game, const Options *options, uint8_t *out) {
    memset(out, 0, ACTIONS);
    int seat = game->seat, stock = CARDS - game->dealt;
    if (game->phase == PLAYING) {
        Cards cards = playable(game, options);
        write_bits(out + CARD, cards, CARDS);
        if (seat == game->king_holder) {
            write_bits(out + CARD_KING, cards, CARDS);
            if (game->led == NO_CARD) out[CARD + KING_OF(game->trump)] = 0;
        }
    } else if (game->phase == PROPOSING) {
        out[STAND] = 1;
        out[PROPOSE] = stock > 0;
    } else if (game->phase == RESPONDING) {
        out[ACCEPT] = out[REFUSE] = 1;
    } else {
        int least = seat != game->dealer ? 1 : options->dealer_min < stock ? options->dealer_min : stock;
        memcpy(out + DISCARD, discards[least][stock < HAND ? stock : HAND], 32);
    }
}

#define SIZE 291
#define SEATS 2

/* The features of engine/ecarte/observation.py, in its order. */
static void observe(const Game *game, const Options *options, int seat, uint8_t *out) {
    (void)options;
    int other = 1 - seat;
    write_bits(out, game->hands[seat], CARDS);
    write_bits(out + CARDS, game->discarded[seat], CARDS);
    write_bits(out + 2 * CARDS, game->played[seat], CARDS);
    write_bits(out + 3 * CARDS, game->played[other], CARDS);
    write_one(out + 4 * CARDS, game->led, CARDS);
    write_one(out + 5 * CARDS, game->turned, CARDS);
    out += 6 * CARDS;
    memset(out, 0, 15);
    out[game->trump] = 1;
    out[4 + game->phase] = 1;
    out[9 + (game->dealer ^ seat)] = 1;
    if (game->phase != OVER) out[11 + (game->seat ^ seat)] = 1;
    if (game->king != NOBODY) out[13 + (game->king ^ seat)] = 1;
    out += 15;
    memcpy(out, game->order, CARDS);
    out += CARDS;
    out[0] = game->points[seat];
    out[1] = game->points[other];
    out[2] = game->tricks[seat];
    out[3] = game->tricks[other];
    out[4] = size_of(game->hands[seat]);
    out[5] = size_of(game->hands[other]);
    out[6] = CARDS - game->dealt;
    out[7] = game->proposals;
    memcpy(out + 8, game->exchanged, 2 * MOST_EXCHANGES);
    out += 8 + 2 * MOST_EXCHANGES;
    out[0] = game->completed;
    out[1] = game->deal;
}

static int seat_of(const Game *game) { return game->seat; }
static int is_over(const Game *game) { return game->phase == OVER; }

static void reward_of(const Game *game, const Options *options, float reward[2]) {
    int lead = game->points[0] - game->points[1];
    if (options->whole_games)
        reward[0] = lead > 0 ? 1 : -1;
    else
        reward[0] = lead;
    reward[1] = 0 - reward[0]; /* no -0.0 */
}

/* Fills the tables. */
static void prepare(void) {
    prepare_bytes();
    for (int card = 0; card < CARDS; card++)
        for (int other = 0; other < CARDS; other++)
            if (SUIT_OF(card) == SUIT_OF(other) && STRENGTH[other % 8] > STRENGTH[card % 8])
                higher[card] |= BIT(other);
    for (int least = 0; least <= HAND; least++)
        for (int most = 0; most <= HAND; most++)
            for (int places = 0; places < 32; places++)
                discards[least][most][places] = least <= size_of(places) && size_of(places) <= most;
}

#include "episodes.h"
