/* What the batch steps of all games share: bits as bytes.
 */
#ifndef BATCH_H
#define BATCH_H

#include <stdint.h>
#include <string.h>

#include "streams.h"

static uint64_t bytes_of[256]; /* by eight bits: each as a byte, the lowest first in memory */

static void prepare_bytes(void) {
    for (int bits = 0; bits < 256; bits++) {
        uint8_t bytes[8];
        for (int bit = 0; bit < 8; bit++) bytes[bit] = bits >> bit & 1;
        memcpy(&bytes_of[bits], bytes, 8);
    }
}

/* The lowest `count` bits, a multiple of four, as bytes. */
static inline void write_bits(uint8_t *out, uint64_t bits, int count) {
    int i = 0;
    for (; i + 8 <= count; i += 8) memcpy(out + i, &bytes_of[bits >> i & 255], 8);
    if (i < count) memcpy(out + i, &bytes_of[bits >> i & 15], 4);
}

/* One of `count` bytes is 1; none if `place` is negative. */
static inline void write_one(uint8_t *out, int place, int count) {
    memset(out, 0, count);
    if (place >= 0) out[place] = 1;
}

static inline int size_of(uint64_t bits) { return __builtin_popcountll(bits); }
static inline int lowest(uint64_t bits) { return __builtin_ctzll(bits); }

#endif
