#ifndef SENTINEL_THROTTLING_H
#define SENTINEL_THROTTLING_H

/// Lifts the limits of input and output of an open control group of either version, each disk's: a
/// process that waits for a throttled disk cannot be killed before the disk has served it.
void sentinel_lift_throttling(int group);

#endif
