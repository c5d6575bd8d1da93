/* The practical limit: random legal play of four-player Hearts, written by hand for speed.
 *
 * No strategies, no views, no rule options, no records: the article's rules are wired in, with or without passing.
 * Prints seconds, processor seconds and a checksum, so that the compiler cannot leave anything out.
 *
 * Usage: limit DEALS SEED [pass]
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define HEARTS 0xFFF8000000000ULL
#define QUEEN (1ULL << 36)

static uint64_t state;

static inline uint64_t draw(void) { /* SplitMix64 */
    uint64_t z = (state += 0x9E3779B97F4A7C15ULL);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31);
}

static inline uint32_t below(uint32_t limit) { return (uint32_t)(((draw() >> 32) * limit) >> 32); }

static inline int nth(uint64_t cards, uint32_t index) {
#ifdef __BMI2__
    return __builtin_ctzll(__builtin_ia32_pdep_di(1ULL << index, cards)); /* as hearts_bench.cards.nth does */
#else
    while (index--) cards &= cards - 1;
    return __builtin_ctzll(cards);
#endif
}

static void deal(uint64_t hands[4]) {
    uint8_t deck[52];
    for (int i = 0; i < 52; i++) deck[i] = (uint8_t)i;
    for (int seat = 0; seat < 3; seat++) {
        uint64_t hand = 0;
        for (int at = 13 * seat; at < 13 * seat + 13; at++) {
            uint32_t other = at + below(52 - at);
            hand |= 1ULL << deck[other];
            deck[other] = deck[at];
        }
        hands[seat] = hand;
    }
    hands[3] = ((1ULL << 52) - 1) & ~(hands[0] | hands[1] | hands[2]);
}

static void pass(uint64_t hands[4], int offset) {
    uint64_t passed[4] = {0, 0, 0, 0};
    for (int seat = 0; seat < 4; seat++)
        for (int left = 13; left > 10; left--) {
            uint64_t card = 1ULL << nth(hands[seat], below(left));
            hands[seat] ^= card;
            passed[seat] |= card;
        }
    for (int seat = 0; seat < 4; seat++) hands[(seat + offset) & 3] |= passed[seat];
}

static uint64_t legal(uint64_t hand, int led, int trick, int broken) {
    if (led >= 0) {
        uint64_t same = hand & (0x1FFFULL << (13 * led));
        if (same) return same;
        if (trick > 0) return hand;
        uint64_t harmless = hand & ~(HEARTS | QUEEN);
        return harmless ? harmless : hand;
    }
    if (trick == 0) return 1;
    if (broken || !(hand & ~HEARTS)) return hand;
    return hand & ~HEARTS;
}

static void play(uint64_t hands[4], int points[4]) {
    int leader = 0, broken = 0, moon = -1;
    uint64_t taken[4] = {0, 0, 0, 0};
    for (int seat = 0; seat < 4; seat++)
        if (hands[seat] & 1) leader = seat;
    for (int trick = 0; trick < 13; trick++) {
        int led = -1, winner = leader, best = -1;
        uint64_t cards = 0;
        for (int turn = 0; turn < 4; turn++) {
            int seat = (leader + turn) & 3;
            uint64_t choices = legal(hands[seat], led, trick, broken);
            int card = nth(choices, below(__builtin_popcountll(choices)));
            int suit = card / 13;
            hands[seat] ^= 1ULL << card;
            cards |= 1ULL << card;
            broken |= suit == 3;
            if (led < 0) led = suit;
            if (suit == led && card > best) best = card, winner = seat;
        }
        taken[winner] |= cards;
        leader = winner;
    }
    for (int seat = 0; seat < 4; seat++) {
        points[seat] = __builtin_popcountll(taken[seat] & HEARTS) + (taken[seat] & QUEEN ? 13 : 0);
        if ((taken[seat] & (HEARTS | QUEEN)) == (HEARTS | QUEEN)) moon = seat;
    }
    if (moon >= 0)
        for (int seat = 0; seat < 4; seat++) points[seat] = seat == moon ? 0 : 26;
}

static double seconds(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

int main(int argc, char **argv) {
    static const int offsets[4] = {1, 3, 2, 0}; /* left, right, across, none */
    long deals = argc > 1 ? atol(argv[1]) : 1000000;
    state = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    int passing = argc > 3;
    long total[4] = {0, 0, 0, 0};
    double start = seconds(CLOCK_MONOTONIC), start_cpu = seconds(CLOCK_PROCESS_CPUTIME_ID);
    for (long i = 0; i < deals; i++) {
        uint64_t hands[4];
        int points[4];
        deal(hands);
        if (passing && offsets[i & 3]) pass(hands, offsets[i & 3]);
        play(hands, points);
        for (int seat = 0; seat < 4; seat++) total[seat] += points[seat];
    }
    double wall = seconds(CLOCK_MONOTONIC) - start, cpu = seconds(CLOCK_PROCESS_CPUTIME_ID) - start_cpu;
    printf("%.9f %.9f %ld %ld %ld %ld\n", wall, cpu, total[0], total[1], total[2], total[3]);
    return 0;
}
