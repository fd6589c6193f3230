#ifndef SENTINEL_KERNEL_H
#define SENTINEL_KERNEL_H
#include <stdint.h>
#endif
