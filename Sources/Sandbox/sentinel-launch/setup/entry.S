// Where this program begins: PID 1 stays here, everybody else goes on to the C library.
        .globl  sentinel_entry
        .type   sentinel_entry, %function
#if defined(__x86_64__)
sentinel_entry:
        xorl    %ebp, %ebp
        movq    %rdx, %r12              // for the library: what to call at the end
        movq    %rsp, %rdi
        call    enter
        movq    %r12, %rdx
        jmp     _start
#elif defined(__aarch64__)
sentinel_entry:
        mov     x19, x0
        mov     x0, sp
        bl      enter
        mov     x0, x19
        b       _start
#endif
        .size   sentinel_entry, . - sentinel_entry
        .section .note.GNU-stack, "", %progbits
