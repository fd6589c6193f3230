#include <elf.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "probe.h"

// Other doors into the kernel than the native one: i386, x32, the fixed page, segment tables.

#ifdef __x86_64__

static long call_i386(long number, long first, long second) {
  long result;
  __asm__ volatile("int $0x80"
                   : "=a"(result)
                   : "a"(number), "b"(first), "c"(second), "d"(0L)
                   : "memory", "r8", "r9", "r10", "r11");
  int value = (int)result;
  if (value < 0 && value > -4096) {
    errno = -value;
    return -1;
  }
  return value;
}

struct old_call {
  const char *name;
  long number, first, second;
};

static long run_i386(const void *context) {
  const struct old_call *call = context;
  return call_i386(call->number, call->first, call->second);
}

// A 32-bit program that does nothing but exit(7), through int 0x80.
static const struct {
  Elf32_Ehdr header;
  Elf32_Phdr segment;
  unsigned char code[12];
} small_elf = {
    .header = {.e_ident = {0x7f, 'E', 'L', 'F', ELFCLASS32, ELFDATA2LSB, EV_CURRENT},
               .e_type = ET_EXEC,
               .e_machine = EM_386,
               .e_version = EV_CURRENT,
               .e_entry = 0x08048054,
               .e_phoff = sizeof(Elf32_Ehdr),
               .e_ehsize = sizeof(Elf32_Ehdr),
               .e_phentsize = sizeof(Elf32_Phdr),
               .e_phnum = 1},
    .segment = {.p_type = PT_LOAD,
                .p_vaddr = 0x08048000,
                .p_paddr = 0x08048000,
                .p_filesz = sizeof small_elf,
                .p_memsz = sizeof small_elf,
                .p_flags = PF_R | PF_X,
                .p_align = 0x1000},
    // xor eax, eax; inc eax; mov bl, 7; int 0x80; hlt
    .code = {0x31, 0xc0, 0x40, 0xb3, 0x07, 0xcd, 0x80, 0xf4},
};

static void execute_i386(void) {
  int fd = memfd_create("small", 0);
  if (fd < 0 || write(fd, &small_elf, sizeof small_elf) != (ssize_t)sizeof small_elf)
    return report("execve of an i386 program", "error", errno, "memfd");
  pid_t child = fork();
  if (child == 0) {
    char *const argv[] = {"small", NULL}, *const environment[] = {NULL};
    syscall(SYS_execveat, fd, "", argv, environment, 0x1000);
    _exit(errno == EACCES ? 98 : 99);
  }
  int status = wait_for(child);
  close(fd);
  char detail[32];
  snprintf(detail, sizeof detail, "wait status %d", status);
  bool ran = WIFEXITED(status) && WEXITSTATUS(status) == 7;
  bool killed = WIFSIGNALED(status) && WTERMSIG(status) == SIGSYS;
  bool refused = WIFEXITED(status) && WEXITSTATUS(status) >= 98;
  report("execve of an i386 program",
         ran                 ? "worked"
         : killed || refused ? "blocked"
                             : "reached",
         0, detail);
}

int row_s01(int argc, char *argv[]) {
  (void)argc;
  (void)argv;
  static const struct old_call calls[] = {
      {"i386 getpid", 20, 0, 0}, {"i386 open", 5, 0, 0},      {"i386 socketcall", 102, 1, 0},
      {"i386 execve", 11, 0, 0}, {"i386 unshare", 310, 0, 0},
  };
  for (size_t i = 0; i < COUNT(calls); i++) try_body(calls[i].name, run_i386, &calls[i], FILTERED);
  execute_i386();
  return 0;
}

int row_s02(int argc, char *argv[]) {
  (void)argc;
  (void)argv;
  for (long number = 0; number < 600; number += number < 8 || number >= 510 ? 1 : 23) {
    char name[32];
    snprintf(name, sizeof name, "x32 %ld", number);
    const struct attempt attempt = {name, 0x40000000L + number, {-1, -1, -1, -1, -1, -1}, NULL};
    try_calls(&attempt, 1);
  }
  for (long number = 512; number < 548; number++) {
    char name[32];
    snprintf(name, sizeof name, "number %ld", number);
    const struct attempt attempt = {name, number, {-1, -1, -1, -1, -1, -1}, NULL};
    try_calls(&attempt, 1);
  }
  return 0;
}

int row_s13(int argc, char *argv[]) {
  (void)argc;
  (void)argv;
  static const struct attempt attempts[] = {
      {"modify_ldt", SYS_modify_ldt, {0x11, NOWHERE, 16}, NULL},
      {"arch_prctl ARCH_MAP_VDSO_64", SYS_arch_prctl, {0x2003, 0}, INVALID},
      {"arch_prctl ARCH_MAP_VDSO_32", SYS_arch_prctl, {0x2002, 0}, INVALID},
      {"set_thread_area", SYS_set_thread_area, {NOWHERE}, NULL},
      {"get_thread_area", SYS_get_thread_area, {NOWHERE}, NULL},
      {"iopl", SYS_iopl, {99}, NULL},
      {"ioperm", SYS_ioperm, {0x10000, 1, 1}, NULL},
  };
  try_calls(attempts, COUNT(attempts));
  return 0;
}

#else

static int not_here(void) {
  report("another machine's ABI", "error", 0, "not this processor");
  return 0;
}
int row_s01(int argc, char *argv[]) {
  return (void)argc, (void)argv, not_here();
}
int row_s02(int argc, char *argv[]) {
  return (void)argc, (void)argv, not_here();
}
int row_s13(int argc, char *argv[]) {
  return (void)argc, (void)argv, not_here();
}

#endif
