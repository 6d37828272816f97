@ Reads and writes the save chip byte by byte. This code lies in RAM, because code must not run from the
@ cartridge during a command. A wait ends after a given number of reads.

    .section .iwram.flash, "ax", %progbits
    .arm

    .macro  unlock                      @ begins every command; r2: the address 0x5555 of the chip
    mov     r3, #0xaa
    strb    r3, [r2]
    mov     r3, #0x55
    ldr     r12, =0x0e002aaa
    strb    r3, [r12]
    .endm

    .global flash_read
    .type   flash_read, %function
flash_read:                             @ r0: from; r1: to; r2: the number of bytes
1:  tst     r1, #3
    beq     2f
    subs    r2, r2, #1
    bxlo    lr
    ldrb    r3, [r0], #1
    strb    r3, [r1], #1
    b       1b
2:  subs    r2, r2, #4                  @ stores whole words, because the destination is slow, too
    blo     4f
3:  ldrb    r3, [r0], #1
    ldrb    r12, [r0], #1
    orr     r3, r3, r12, lsl #8
    ldrb    r12, [r0], #1
    orr     r3, r3, r12, lsl #16
    ldrb    r12, [r0], #1
    orr     r3, r3, r12, lsl #24
    str     r3, [r1], #4
    subs    r2, r2, #4
    bhs     3b
4:  add     r2, r2, #4
5:  subs    r2, r2, #1
    bxlo    lr
    ldrb    r3, [r0], #1
    strb    r3, [r1], #1
    b       5b

    .global flash_store
    .type   flash_store, %function
flash_store:                            @ r0: to; r1: the byte
    strb    r1, [r0]
    bx      lr

    .global flash_command
    .type   flash_command, %function
flash_command:                          @ r0: to; r1: the command
    ldr     r2, =0x0e005555
    unlock
    strb    r1, [r0]
    bx      lr

    .global flash_erase
    .type   flash_erase, %function
flash_erase:                            @ r0: the sector; does not wait for the end
    ldr     r2, =0x0e005555
    unlock
    mov     r3, #0x80
    strb    r3, [r2]
    unlock
    mov     r3, #0x30
    strb    r3, [r0]
    bx      lr

    .global flash_write
    .type   flash_write, %function
    @ r0: to; r1: from; r2: the number of bytes; r3: the largest number of reads of a byte; returns the number
    @ of bytes that are left when a byte stays wrong, else 0
flash_write:
    push    {r4-r7, lr}
    mov     r4, r2
    mov     r7, r3
    ldr     r2, =0x0e005555
1:  cmp     r4, #0
    beq     4f
    ldrb    r5, [r1], #1
    unlock
    mov     r3, #0xa0
    strb    r3, [r2]
    strb    r5, [r0]
    mov     r6, r7
2:  ldrb    r3, [r0]
    cmp     r3, r5
    beq     3f
    subs    r6, r6, #1
    bne     2b
    b       4f
3:  add     r0, r0, #1
    sub     r4, r4, #1
    b       1b
4:  mov     r0, r4
    pop     {r4-r7, lr}
    bx      lr
    .pool
