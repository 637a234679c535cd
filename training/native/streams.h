/* The SHA-256 streams of engine/randomness.py, and its shuffle (docs/2-rules.md, "Shuffles").
 *
 * SHA-256: FIPS 180-4. Only what streams need of it: messages of 40 bytes, which fit one block.
 */
#ifndef STREAMS_H
#define STREAMS_H

#include <stdint.h>
#include <string.h>

#define SEED_BYTES 32
#define SETUP_STREAM 0xffffffffu

static const uint32_t SHA_K[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};
static const uint32_t SHA_START[8] = {
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
};

static inline uint32_t rotated(uint32_t word, int places) {
    return (word >> places) | (word << (32 - places));
}

static inline uint32_t big_endian(const uint8_t *bytes) {
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

/* The block that is hashed: seed ‖ be32(stream) ‖ be32(block), a 1, zeros, and the length in bits. */
static inline void message_of(const uint32_t seed[8], uint32_t stream, uint32_t block,
                              uint32_t words[16]) {
    memcpy(words, seed, SEED_BYTES);
    words[8] = stream;
    words[9] = block;
    words[10] = 0x80000000;
    memset(words + 11, 0, 4 * sizeof *words);
    words[15] = 40 * 8;
}

static void portable_block(const uint32_t seed[8], uint32_t stream, uint32_t block,
                           uint32_t out[8]) {
    uint32_t w[64];
    message_of(seed, stream, block, w);
    for (int t = 16; t < 64; t++) {
        uint32_t a = w[t - 15], b = w[t - 2];
        w[t] = (rotated(b, 17) ^ rotated(b, 19) ^ (b >> 10)) + w[t - 7] +
               (rotated(a, 7) ^ rotated(a, 18) ^ (a >> 3)) + w[t - 16];
    }
    uint32_t a = SHA_START[0], b = SHA_START[1], c = SHA_START[2], d = SHA_START[3];
    uint32_t e = SHA_START[4], f = SHA_START[5], g = SHA_START[6], h = SHA_START[7];
    for (int t = 0; t < 64; t++) {
        uint32_t one = h + (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) +
                       ((e & f) ^ (~e & g)) + SHA_K[t] + w[t];
        uint32_t two = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) +
                       ((a & b) ^ (a & c) ^ (b & c));
        h = g, g = f, f = e, e = d + one;
        d = c, c = b, b = a, a = one + two;
    }
    const uint32_t sums[8] = {a, b, c, d, e, f, g, h};
    for (int i = 0; i < 8; i++) out[i] = SHA_START[i] + sums[i];
}

#if defined(__x86_64__)
/* The same with the processor's instructions for SHA-256, which take a sixth of the time. */
#include <cpuid.h>
#include <immintrin.h>

__attribute__((target("sha,sse4.1"))) static void quick_block(const uint32_t seed[8],
                                                              uint32_t stream, uint32_t block,
                                                              uint32_t out[8]) {
    uint32_t words[16];
    __m128i w[4], abef, cdgh;
    message_of(seed, stream, block, words);
    for (int i = 0; i < 4; i++) w[i] = _mm_loadu_si128((const __m128i *)(words + 4 * i));
    const uint32_t *s = SHA_START;
    const __m128i first = _mm_set_epi32(s[0], s[1], s[4], s[5]);
    const __m128i second = _mm_set_epi32(s[2], s[3], s[6], s[7]);
    abef = first;
    cdgh = second;
#pragma GCC unroll 16
    for (int i = 0; i < 16; i++) { /* four rounds at a time */
        __m128i now = w[i & 3];
        __m128i added = _mm_add_epi32(now, _mm_loadu_si128((const __m128i *)(SHA_K + 4 * i)));
        cdgh = _mm_sha256rnds2_epu32(cdgh, abef, added);
        abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(added, 0x0e));
        if (i < 12) {
            __m128i last = w[(i + 3) & 3];
            __m128i next = _mm_sha256msg1_epu32(now, w[(i + 1) & 3]);
            next = _mm_add_epi32(next, _mm_alignr_epi8(last, w[(i + 2) & 3], 4));
            w[i & 3] = _mm_sha256msg2_epu32(next, last);
        }
    }
    uint32_t low[4], high[4];
    _mm_storeu_si128((__m128i *)low, _mm_add_epi32(abef, first));
    _mm_storeu_si128((__m128i *)high, _mm_add_epi32(cdgh, second));
    out[0] = low[3], out[1] = low[2], out[4] = low[1], out[5] = low[0];
    out[2] = high[3], out[3] = high[2], out[6] = high[1], out[7] = high[0];
}

static int has_sha_instructions(void) {
    unsigned a, b, c, d;
    if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & bit_SSE4_1)) return 0;
    return __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b & 1u << 29);
}
#else
static void quick_block(const uint32_t seed[8], uint32_t stream, uint32_t block, uint32_t out[8]) {
    portable_block(seed, stream, block, out);
}
static int has_sha_instructions(void) { return 0; }
#endif

/* The eight words of SHA-256(seed ‖ be32(stream) ‖ be32(block)); `seed` as eight words. */
static inline void stream_block(const uint32_t seed[8], uint32_t stream, uint32_t block,
                                uint32_t out[8]) {
    static int quick = -1;
    if (quick < 0) quick = has_sha_instructions();
    (quick ? quick_block : portable_block)(seed, stream, block, out);
}

typedef struct {
    const uint32_t *seed;
    uint32_t number, block, words[8];
    int unread;
} Stream;

static inline Stream stream_of(const uint32_t seed[8], uint32_t number) {
    Stream stream = {.seed = seed, .number = number};
    return stream;
}

static inline uint32_t next_word(Stream *stream) {
    if (!stream->unread) {
        stream_block(stream->seed, stream->number, stream->block++, stream->words);
        stream->unread = 8;
    }
    return stream->words[8 - stream->unread--];
}

/* A number from 0 to `bound` - 1. Words that would favour small numbers are rejected. */
static inline uint32_t below(Stream *stream, uint32_t bound) {
    uint32_t word = next_word(stream);
    /* The limit is above 2^32 - bound: nearly always that saves a division. */
    if (word >= 0u - bound) {
        uint64_t limit = (UINT64_C(1) << 32) - (UINT64_C(1) << 32) % bound;
        while (word >= limit) word = next_word(stream);
    }
    return word % bound;
}

static inline void shuffle(Stream *stream, uint8_t *items, uint32_t count) {
    for (uint32_t last = count - 1; count > 1 && last > 0; last--) {
        uint32_t other = below(stream, last + 1);
        uint8_t item = items[last];
        items[last] = items[other];
        items[other] = item;
    }
}

#endif
