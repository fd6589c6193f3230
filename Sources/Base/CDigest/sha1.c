#include <string.h>

#include "digest.h"

static uint32_t rotate_left(uint32_t value, unsigned count) {
  return (value << count) | (value >> (32 - count));
}

static uint32_t load_big_endian(const uint8_t *bytes) {
  return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

// Functions and constants of FIPS 180-4, sections 4.1.1 and 4.2.1.
static uint32_t mix(size_t round, uint32_t b, uint32_t c, uint32_t d) {
  if (round < 20) return ((b & c) ^ (~b & d)) + 0x5a827999;
  if (round < 40) return (b ^ c ^ d) + 0x6ed9eba1;
  if (round < 60) return ((b & c) ^ (b & d) ^ (c & d)) + 0x8f1bbcdc;
  return (b ^ c ^ d) + 0xca62c1d6;
}

static void compress(uint32_t state[static 5], const uint8_t *block) {
  uint32_t schedule[80];
  for (size_t i = 0; i < 16; i++) schedule[i] = load_big_endian(block + 4 * i);
  for (size_t i = 16; i < 80; i++)
    schedule[i] =
        rotate_left(schedule[i - 3] ^ schedule[i - 8] ^ schedule[i - 14] ^ schedule[i - 16], 1);
  uint32_t a = state[0], b = state[1], c = state[2], d = state[3], e = state[4];
  for (size_t i = 0; i < 80; i++) {
    uint32_t next = rotate_left(a, 5) + mix(i, b, c, d) + e + schedule[i];
    e = d, d = c, c = rotate_left(b, 30), b = a, a = next;
  }
  state[0] += a, state[1] += b, state[2] += c, state[3] += d, state[4] += e;
}

void sentinel_sha1_start(struct sentinel_sha1 *digest) {
  static const uint32_t initial[5] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
  memcpy(digest->state, initial, sizeof initial);
  digest->length_bytes = 0;
}

void sentinel_sha1_add(struct sentinel_sha1 *digest, const void *bytes, size_t count) {
  const uint8_t *next = bytes;
  while (count > 0) {
    size_t used = (size_t)(digest->length_bytes % 64);
    if (used == 0 && count >= 64) {
      compress(digest->state, next);
      digest->length_bytes += 64, next += 64, count -= 64;
      continue;
    }
    size_t part = count < 64 - used ? count : 64 - used;
    memcpy(digest->block + used, next, part);
    digest->length_bytes += part, next += part, count -= part;
    if (used + part == 64) compress(digest->state, digest->block);
  }
}

void sentinel_sha1_finish(struct sentinel_sha1 *digest, uint8_t out[static 20]) {
  uint64_t bits = digest->length_bytes * 8;
  static const uint8_t padding[64] = {0x80};
  size_t used = (size_t)(digest->length_bytes % 64);
  sentinel_sha1_add(digest, padding, used < 56 ? 56 - used : 120 - used);
  uint8_t length[8];
  for (size_t i = 0; i < 8; i++) length[i] = (uint8_t)(bits >> (56 - 8 * i));
  sentinel_sha1_add(digest, length, sizeof length);
  for (size_t i = 0; i < 20; i++) out[i] = (uint8_t)(digest->state[i / 4] >> (24 - 8 * (i % 4)));
}

uint32_t sentinel_adler32(uint32_t sum, const void *bytes, size_t count) {
  const uint8_t *next = bytes;
  uint32_t low = sum & 0xffff, high = sum >> 16;
  while (count > 0) {
    size_t part = count < 5552 ? count : 5552; // the most that 32 bits hold without a division
    count -= part;
    for (; part > 0; part--) low += *next++, high += low;
    low %= 65521, high %= 65521;
  }
  return high << 16 | low;
}
