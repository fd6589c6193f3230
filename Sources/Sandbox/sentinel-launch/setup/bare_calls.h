#ifndef SENTINEL_LAUNCH_BARE_CALLS_H
#define SENTINEL_LAUNCH_BARE_CALLS_H

// System calls without a C library: a negative result is an errno.

#include <sys/syscall.h>

// Without a library there is no canary that a stack protector could compare with.
#define BARE __attribute__((no_stack_protector))

// Makes one call with up to five arguments.
BARE static inline long bare_call(long number, long a, long b, long c, long d, long e) {
#if defined(__x86_64__)
  register long fourth __asm__("r10") = d;
  register long fifth __asm__("r8") = e;
  register long sixth __asm__("r9") = 0;
  long result;
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "a"(number), "D"(a), "S"(b), "d"(c), "r"(fourth), "r"(fifth), "r"(sixth)
                   : "rcx", "r11", "memory");
  return result;
#elif defined(__aarch64__)
  register long call __asm__("x8") = number;
  register long first __asm__("x0") = a;
  register long second __asm__("x1") = b;
  register long third __asm__("x2") = c;
  register long fourth __asm__("x3") = d;
  register long fifth __asm__("x4") = e;
  register long sixth __asm__("x5") = 0;
  __asm__ volatile("svc 0"
                   : "+r"(first)
                   : "r"(call), "r"(second), "r"(third), "r"(fourth), "r"(fifth), "r"(sixth)
                   : "memory");
  return first;
#else
#error "write bare_call for this processor"
#endif
}

#endif
