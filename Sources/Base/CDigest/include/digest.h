#ifndef SENTINEL_DIGEST_H
#define SENTINEL_DIGEST_H

#include <stddef.h>
#include <stdint.h>

/// The running state of one SHA-256 computation (FIPS 180-4).
///
/// A plain value: copying it forks the computation, nothing has to be freed.
struct sentinel_sha256 {
  uint32_t state[8];
  uint64_t length_bytes;
  uint8_t block[64];
};

/// Starts a computation over no bytes.
void sentinel_sha256_start(struct sentinel_sha256 *digest);

/// Adds `count` bytes; `bytes` may be null when `count` is 0.
void sentinel_sha256_add(struct sentinel_sha256 *digest, const void *bytes, size_t count);

/// Writes the 32 bytes of the digest to `out`; the state must not be used afterwards.
void sentinel_sha256_finish(struct sentinel_sha256 *digest, uint8_t out[static 32]);

/// Takes `count` blocks of 64 bytes into a state in plain C.
///
/// The functions above use the processor's own instructions where it has them.
void sentinel_sha256_blocks(uint32_t state[static 8], const uint8_t *blocks, size_t count);

/// The running state of one SHA-1 computation (FIPS 180-4): git's names of blobs, never a
/// protection.
///
/// A plain value: copying it forks the computation, nothing has to be freed.
struct sentinel_sha1 {
  uint32_t state[5];
  uint64_t length_bytes;
  uint8_t block[64];
};

/// Starts a computation over no bytes.
void sentinel_sha1_start(struct sentinel_sha1 *digest);

/// Adds `count` bytes; `bytes` may be null when `count` is 0.
void sentinel_sha1_add(struct sentinel_sha1 *digest, const void *bytes, size_t count);

/// Writes the 20 bytes of the digest to `out`; the state must not be used afterwards.
void sentinel_sha1_finish(struct sentinel_sha1 *digest, uint8_t out[static 20]);

/// Continues an Adler-32 checksum (RFC 1950, section 8.2) over `count` bytes; it starts at 1.
uint32_t sentinel_adler32(uint32_t sum, const void *bytes, size_t count);

#endif
