@ The functions that the compiler calls to divide, to multiply 64 bits and to count leading zeros. This
@ processor can neither divide nor count zeros, and Thumb code has no multiplication with a result of 64 bits.

    .section .iwram.arithmetic, "ax", %progbits
    .arm

    .global __aeabi_idiv, __aeabi_idivmod
    .type   __aeabi_idiv, %function
    .type   __aeabi_idivmod, %function
__aeabi_idiv:
__aeabi_idivmod:                        @ r0 / r1: r0 quotient, rounded toward zero, r1 remainder
    push    {r4, lr}
    mov     r4, r0, asr #1              @ highest bit: the sign of the remainder
    eor     r2, r0, r1
    bic     r4, r4, #1
    orr     r4, r4, r2, lsr #31         @ lowest bit: the sign of the quotient
    cmp     r0, #0
    rsblt   r0, r0, #0
    cmp     r1, #0
    rsblt   r1, r1, #0
    bl      __aeabi_uidivmod
    tst     r4, #1
    rsbne   r0, r0, #0
    cmp     r4, #0
    rsblt   r1, r1, #0
    pop     {r4, lr}
    bx      lr

    .global __aeabi_uidiv, __aeabi_uidivmod
    .type   __aeabi_uidiv, %function
    .type   __aeabi_uidivmod, %function
__aeabi_uidiv:
__aeabi_uidivmod:                       @ r0 / r1: r0 quotient, all ones if r1 is 0, r1 remainder
    mov     r2, #0
    cmp     r1, r0, lsr #8
    bhi     of_8_bits                   @ the quotient has 8 bits at most
    cmp     r1, r0, lsr #16
    bhi     of_16_bits
    cmp     r1, #0
    mvneq   r0, #0
    bxeq    lr

    @ Computes a bit of the quotient: 1 if the remainder so far is not less than the shifted divisor.
    .macro  bit at
    rsbs    r3, r1, r0, lsr #\at
    subcs   r0, r0, r1, lsl #\at
    adc     r2, r2, r2
    .endm
    .irp    at, 31, 30, 29, 28, 27, 26, 25, 24, 23, 22, 21, 20, 19, 18, 17, 16
    bit     \at
    .endr
of_16_bits:
    .irp    at, 15, 14, 13, 12, 11, 10, 9, 8
    bit     \at
    .endr
of_8_bits:
    .irp    at, 7, 6, 5, 4, 3, 2, 1
    bit     \at
    .endr
    rsbs    r3, r1, r0                  @ the lowest bit, without a shift
    subcs   r0, r0, r1
    adc     r2, r2, r2
    mov     r1, r0
    mov     r0, r2
    bx      lr

    .global __aeabi_lmul
    .type   __aeabi_lmul, %function
__aeabi_lmul:                           @ r1:r0 * r3:r2, the lower 64 bits in r1:r0
    mul     r1, r2, r1
    mla     r1, r0, r3, r1
    umull   r12, r3, r0, r2
    add     r1, r1, r3
    mov     r0, r12
    bx      lr

    .global __clzsi2
    .type   __clzsi2, %function
__clzsi2:                               @ the number of zeros before the first one in r0; 32 if r0 is 0
    mov     r1, #32
    .irp    at, 16, 8, 4, 2
    movs    r2, r0, lsr #\at
    subne   r1, r1, #\at
    movne   r0, r2
    .endr
    cmp     r0, #2                      @ r0 is now 0, 1, 2 or 3
    subhs   r0, r1, #2
    sublo   r0, r1, r0
    bx      lr
