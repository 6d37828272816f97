@ The functions that the compiler calls to copy, fill and compare memory, as ARM code in memory without
@ wait states. The compiler's own functions would copy byte by byte and run from the cartridge, at a fifth
@ of the speed.
@
@ Each symbol needs its type. Without the type, the linker would not switch from Thumb state to ARM state
@ in a call of the function, and would report no error.

    .section .iwram.memory, "ax", %progbits
    .arm

    .global __aeabi_memmove, __aeabi_memmove4, __aeabi_memmove8, memmove
    .type   __aeabi_memmove, %function
    .type   __aeabi_memmove4, %function
    .type   __aeabi_memmove8, %function
    .type   memmove, %function
__aeabi_memmove:
__aeabi_memmove4:
__aeabi_memmove8:
memmove:                                @ r0: to; r1: from; r2: the number of bytes; returns r0
    sub     r3, r0, r1
    cmp     r3, r2
    bhs     memcpy                      @ the destination does not begin within the source
    add     r3, r0, r2                  @ copies from the end, byte by byte, which is rare and short
    add     r1, r1, r2
1:  cmp     r3, r0
    bxls    lr
    ldrb    r12, [r1, #-1]!
    strb    r12, [r3, #-1]!
    b       1b

    .global __aeabi_memcpy, __aeabi_memcpy4, __aeabi_memcpy8, memcpy
    .type   __aeabi_memcpy, %function
    .type   __aeabi_memcpy4, %function
    .type   __aeabi_memcpy8, %function
    .type   memcpy, %function
__aeabi_memcpy:
__aeabi_memcpy4:
__aeabi_memcpy8:
memcpy:                                 @ r0: to; r1: from; r2: the number of bytes; returns r0
    cmp     r2, #16
    bne     copy_any
    tst     r1, #3
    bne     copy_any                    @ here, 16 aligned bytes: usually a row of a tile
    push    {r4, lr}
    ldmia   r1, {r1-r4}
    tst     r0, #3
    beq     1f
    tst     r0, #1
    bne     2f
    strh    r1, [r0]                    @ aligned to a halfword: stores halfwords
    mov     r12, r1, lsr #16
    strh    r12, [r0, #2]
    strh    r2, [r0, #4]
    mov     r12, r2, lsr #16
    strh    r12, [r0, #6]
    strh    r3, [r0, #8]
    mov     r12, r3, lsr #16
    strh    r12, [r0, #10]
    strh    r4, [r0, #12]
    mov     r12, r4, lsr #16
    strh    r12, [r0, #14]
    pop     {r4, lr}
    bx      lr
1:  stmia   r0, {r1-r4}                 @ aligned to a word: stores words
    pop     {r4, lr}
    bx      lr
2:  strb    r1, [r0]                    @ to an odd address: a byte, halfwords, a byte
    mov     r12, r1, lsr #8
    strh    r12, [r0, #1]
    mov     r12, r1, lsr #24
    orr     r12, r12, r2, lsl #8
    strh    r12, [r0, #3]
    mov     r12, r2, lsr #8
    strh    r12, [r0, #5]
    mov     r12, r2, lsr #24
    orr     r12, r12, r3, lsl #8
    strh    r12, [r0, #7]
    mov     r12, r3, lsr #8
    strh    r12, [r0, #9]
    mov     r12, r3, lsr #24
    orr     r12, r12, r4, lsl #8
    strh    r12, [r0, #11]
    mov     r12, r4, lsr #8
    strh    r12, [r0, #13]
    mov     r12, r4, lsr #24
    strb    r12, [r0, #15]
    pop     {r4, lr}
    bx      lr
copy_any:
    push    {r0, lr}
    eor     r3, r0, r1
    tst     r3, #3
    bne     copy_bytes                  @ the two addresses are never aligned together
1:  tst     r0, #3
    beq     2f
    subs    r2, r2, #1
    blo     copied
    ldrb    r3, [r1], #1
    strb    r3, [r0], #1
    b       1b
2:  subs    r2, r2, #32
    blo     4f
    push    {r4-r9}
3:  ldmia   r1!, {r3-r9, r12}
    stmia   r0!, {r3-r9, r12}
    subs    r2, r2, #32
    bhs     3b
    pop     {r4-r9}
4:  add     r2, r2, #32
5:  subs    r2, r2, #4
    ldrhs   r3, [r1], #4
    strhs   r3, [r0], #4
    bhi     5b
    beq     copied
    add     r2, r2, #4
copy_bytes:
6:  subs    r2, r2, #1
    ldrbhs  r3, [r1], #1
    strbhs  r3, [r0], #1
    bhi     6b
copied:
    pop     {r0, lr}
    bx      lr

    .global __aeabi_memclr, __aeabi_memclr4, __aeabi_memclr8
    .type   __aeabi_memclr, %function
    .type   __aeabi_memclr4, %function
    .type   __aeabi_memclr8, %function
    .global __aeabi_memset, __aeabi_memset4, __aeabi_memset8, memset
    .type   __aeabi_memset, %function
    .type   __aeabi_memset4, %function
    .type   __aeabi_memset8, %function
    .type   memset, %function
__aeabi_memclr:
__aeabi_memclr4:
__aeabi_memclr8:                        @ r0: to; r1: the number of bytes
    mov     r2, #0
__aeabi_memset:
__aeabi_memset4:
__aeabi_memset8:                        @ r0: to; r1: the number of bytes; r2: the value
    mov     r3, r1
    mov     r1, r2
    mov     r2, r3
memset:                                 @ r0: to; r1: the value; r2: the number of bytes; returns r0
    mov     r12, r0
    and     r1, r1, #0xff
    orr     r1, r1, r1, lsl #8
    orr     r1, r1, r1, lsl #16
1:  tst     r12, #3
    beq     2f
    subs    r2, r2, #1
    bxlo    lr
    strb    r1, [r12], #1
    b       1b
2:  subs    r2, r2, #32
    blo     4f
    push    {r4-r9}
    mov     r3, r1
    mov     r4, r1
    mov     r5, r1
    mov     r6, r1
    mov     r7, r1
    mov     r8, r1
    mov     r9, r1
3:  stmia   r12!, {r1, r3-r9}
    subs    r2, r2, #32
    bhs     3b
    pop     {r4-r9}
4:  add     r2, r2, #32
5:  subs    r2, r2, #4
    strhs   r1, [r12], #4
    bhi     5b
    bxeq    lr
    add     r2, r2, #4
6:  subs    r2, r2, #1
    strbhs  r1, [r12], #1
    bhi     6b
    bx      lr

    .global bcmp, memcmp
    .type   bcmp, %function
    .type   memcmp, %function
bcmp:
memcmp:                                 @ r0, r1: the addresses; r2: the number of bytes; returns below 0, 0 or above
    orr     r3, r0, r1
    tst     r3, #3
    bne     2f
    push    {r4, r5}
1:  subs    r2, r2, #8
    blo     3f
    ldmia   r0!, {r3, r4}
    ldmia   r1!, {r5, r12}
    cmp     r3, r5
    cmpeq   r4, r12
    beq     1b
    sub     r0, r0, #8                  @ these eight bytes differ; the loop below finds the first such byte
    sub     r1, r1, #8
3:  add     r2, r2, #8
    pop     {r4, r5}
2:  subs    r2, r2, #1
    movlo   r0, #0
    bxlo    lr
    ldrb    r3, [r0], #1
    ldrb    r12, [r1], #1
    subs    r3, r3, r12
    beq     2b
    mov     r0, r3
    bx      lr
