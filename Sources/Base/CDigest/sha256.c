#include "digest.h"

#include <string.h>

// Constants of FIPS 180-4, section 4.2.2.
static const uint32_t round_constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static uint32_t rotate_right(uint32_t value, unsigned count) {
  return (value >> count) | (value << (32 - count));
}

static uint32_t load_big_endian(const uint8_t *bytes) {
  return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

void sentinel_sha256_blocks(uint32_t state[static 8], const uint8_t *blocks, size_t count) {
  for (const uint8_t *block = blocks; count > 0; count--, block += 64) {
    uint32_t schedule[64];
    for (size_t i = 0; i < 16; i++) schedule[i] = load_big_endian(block + 4 * i);
    for (size_t i = 16; i < 64; i++) {
      uint32_t a = schedule[i - 15], b = schedule[i - 2];
      uint32_t s0 = rotate_right(a, 7) ^ rotate_right(a, 18) ^ (a >> 3);
      uint32_t s1 = rotate_right(b, 17) ^ rotate_right(b, 19) ^ (b >> 10);
      schedule[i] = schedule[i - 16] + s0 + schedule[i - 7] + s1;
    }
    uint32_t v[8];
    memcpy(v, state, sizeof v);
    for (size_t i = 0; i < 64; i++) {
      uint32_t s1 = rotate_right(v[4], 6) ^ rotate_right(v[4], 11) ^ rotate_right(v[4], 25);
      uint32_t choice = (v[4] & v[5]) ^ (~v[4] & v[6]);
      uint32_t first = v[7] + s1 + choice + round_constants[i] + schedule[i];
      uint32_t s0 = rotate_right(v[0], 2) ^ rotate_right(v[0], 13) ^ rotate_right(v[0], 22);
      uint32_t majority = (v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]);
      memmove(v + 1, v, 7 * sizeof v[0]);
      v[4] += first;
      v[0] = first + s0 + majority;
    }
    for (size_t i = 0; i < 8; i++) state[i] += v[i];
  }
}

#if defined(__x86_64__) && __has_include(<sys/platform/x86.h>)
#include <immintrin.h>
#include <sys/platform/x86.h>

#define LOAD(address) _mm_loadu_si128((const __m128i *)(const void *)(address))
#define STORE(address, value) _mm_storeu_si128((__m128i *)(void *)(address), value)

// The order of registers and words is that of the instructions: Intel's manual, SHA256RNDS2.
__attribute__((target("sha,sse4.1"))) static void
blocks_by_instructions(uint32_t state[static 8], const uint8_t *blocks, size_t count) {
  const __m128i big_endian = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
  __m128i cdab = _mm_shuffle_epi32(LOAD(state), 0xb1);
  __m128i efgh = _mm_shuffle_epi32(LOAD(state + 4), 0x1b);
  __m128i abef = _mm_alignr_epi8(cdab, efgh, 8), cdgh = _mm_blend_epi16(efgh, cdab, 0xf0);
  for (const uint8_t *block = blocks; count > 0; count--, block += 64) {
    const __m128i old_abef = abef, old_cdgh = cdgh;
    __m128i w[4];
    for (size_t i = 0; i < 4; i++) w[i] = _mm_shuffle_epi8(LOAD(block + 16 * i), big_endian);
#pragma clang loop unroll(full)
    for (size_t i = 0; i < 16; i++) {
      __m128i sum = _mm_add_epi32(w[i % 4], LOAD(round_constants + 4 * i));
      cdgh = _mm_sha256rnds2_epu32(cdgh, abef, sum);
      abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(sum, 0x0e));
      __m128i last = w[(i + 3) % 4], next = _mm_sha256msg1_epu32(w[i % 4], w[(i + 1) % 4]);
      next = _mm_add_epi32(next, _mm_alignr_epi8(last, w[(i + 2) % 4], 4));
      w[i % 4] = _mm_sha256msg2_epu32(next, last);
    }
    abef = _mm_add_epi32(abef, old_abef), cdgh = _mm_add_epi32(cdgh, old_cdgh);
  }
  __m128i feba = _mm_shuffle_epi32(abef, 0x1b), dchg = _mm_shuffle_epi32(cdgh, 0xb1);
  STORE(state, _mm_blend_epi16(feba, dchg, 0xf0));
  STORE(state + 4, _mm_alignr_epi8(dchg, feba, 8));
}

static void compress(uint32_t state[static 8], const uint8_t *blocks, size_t count) {
  // The C library has asked the processor already; in a virtual machine that costs microseconds.
  if (CPU_FEATURE_ACTIVE(SHA) && CPU_FEATURE_ACTIVE(SSE4_1))
    blocks_by_instructions(state, blocks, count);
  else
    sentinel_sha256_blocks(state, blocks, count);
}
#else
static void compress(uint32_t state[static 8], const uint8_t *blocks, size_t count) {
  sentinel_sha256_blocks(state, blocks, count);
}
#endif

void sentinel_sha256_start(struct sentinel_sha256 *digest) {
  static const uint32_t initial[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                      0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  memcpy(digest->state, initial, sizeof initial);
  digest->length_bytes = 0;
}

void sentinel_sha256_add(struct sentinel_sha256 *digest, const void *bytes, size_t count) {
  const uint8_t *next = bytes;
  while (count > 0) {
    size_t used = (size_t)(digest->length_bytes % 64);
    if (used == 0 && count >= 64) {
      size_t whole = count / 64;
      compress(digest->state, next, whole);
      digest->length_bytes += 64 * whole, next += 64 * whole, count -= 64 * whole;
      continue;
    }
    size_t part = count < 64 - used ? count : 64 - used;
    memcpy(digest->block + used, next, part);
    digest->length_bytes += part, next += part, count -= part;
    if (used + part == 64) compress(digest->state, digest->block, 1);
  }
}

void sentinel_sha256_finish(struct sentinel_sha256 *digest, uint8_t out[static 32]) {
  uint64_t bits = digest->length_bytes * 8;
  static const uint8_t padding[64] = {0x80};
  size_t used = (size_t)(digest->length_bytes % 64);
  sentinel_sha256_add(digest, padding, used < 56 ? 56 - used : 120 - used);
  uint8_t length[8];
  for (size_t i = 0; i < 8; i++) length[i] = (uint8_t)(bits >> (56 - 8 * i));
  sentinel_sha256_add(digest, length, sizeof length);
  for (size_t i = 0; i < 32; i++) out[i] = (uint8_t)(digest->state[i / 4] >> (24 - 8 * (i % 4)));
}
