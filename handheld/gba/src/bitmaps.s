@ Draws pictures that have transparent (clear) pixels, draws letters, and fills or shades whole words.

    .section .iwram.bitmaps, "ax", %progbits
    .arm
    .global arm_blit_bitmap
    .type   arm_blit_bitmap, %function
    @ r0: the first word on the frame; r1: the bytes from the end of a row to the next row; r2: the picture;
    @ r3: the end of the picture. On the stack: the number of bytes in a row of the picture (a row has an
    @ even number of words); the indent in bits; the shade of four pixels.
arm_blit_bitmap:
    push    {r3-r11, lr}
    ldr     r9, [sp, #44]               @ r9: bits to shift left; r10: bits to shift the rest right, into the next word
    rsb     r10, r9, #32
    ldr     r11, [sp, #48]              @ r11: the shade
    ldr     r12, =0x7f7f7f7f

    @ Draws the four pixels of r6, unless all are clear. Colours are below 64, so adding 7f sets the highest
    @ bit of a byte unless the colour is 0.
    .macro  put_pixels place
    beq     9f
    add     r8, r6, r12
    bic     r8, r8, r12
    sub     r7, r8, r8, lsr #7
    orr     r8, r8, r7                  @ r8: all ones where a pixel is not clear
    ldr     r7, [r0, #\place]
    orr     r6, r6, r11
    and     r6, r6, r8
    bic     r7, r7, r8
    orr     r7, r7, r6
    str     r7, [r0, #\place]
9:
    .endm

1:  ldr     r3, [sp, #40]
    mov     lr, #0                      @ lr: the previous word
    add     r3, r2, r3
2:  ldmia   r2!, {r4, r5}
    mov     r6, r4, lsl r9
    orrs    r6, r6, lr, lsr r10
    put_pixels 0
    mov     r6, r5, lsl r9
    orrs    r6, r6, r4, lsr r10
    put_pixels 4
    mov     lr, r5
    add     r0, r0, #8
    cmp     r2, r3
    bne     2b
    movs    r6, lr, lsr r10
    put_pixels 0
    add     r0, r0, r1
    ldr     r3, [sp]
    cmp     r2, r3
    bne     1b
    pop     {r3-r11, lr}
    bx      lr
    .ltorg

    .global arm_blit_glyph
    .type   arm_blit_glyph, %function
    @ r0: the first word on the frame; r1: the bytes from one row to the next; r2: the bytes of the letter, one
    @ for each row; r3: the end of these bytes. On the stack: the number of bits by which each byte is shifted
    @ left; a mask of the shifted bits that are drawn, four for each word of the frame; the colour, four times.
arm_blit_glyph:
    push    {r4-r11, lr}
    add     r4, sp, #36
    ldmia   r4, {r4-r6}                 @ r4: the shift; r5: the mask; r6: the pixels
    adr     r7, masks
    mov     r12, #15 << 2

    .macro  put_mask place
    ldr     r9, [r7, r9]
    ldr     r10, [r0, #\place]
    and     r11, r6, r9
    bic     r10, r10, r9
    orr     r10, r10, r11
    str     r10, [r0, #\place]
    .endm
    .macro  put_bits place, shift:vararg
    ands    r9, r12, r8, \shift
    beq     9f
    put_mask \place
9:
    .endm

1:  ldrb    r8, [r2], #1
    ands    r8, r5, r8, lsl r4
    beq     2f
    put_bits 0, lsr #6
    put_bits 4, lsr #2
    ands    r9, r12, r8, lsl #2         @ few letters reach a third word
    bne     3f
2:  add     r0, r0, r1
    cmp     r2, r3
    bne     1b
    pop     {r4-r11, lr}
    bx      lr
3:  put_mask 8
    b       2b

    @ The mask of pixels for each value of four bits; the highest bit stands for the leftmost pixel.
masks:
    .word   0x00000000, 0xff000000, 0x00ff0000, 0xffff0000
    .word   0x0000ff00, 0xff00ff00, 0x00ffff00, 0xffffff00
    .word   0x000000ff, 0xff0000ff, 0x00ff00ff, 0xffff00ff
    .word   0x0000ffff, 0xff00ffff, 0x00ffffff, 0xffffffff

    .global arm_fill_words
    .type   arm_fill_words, %function
arm_fill_words:                             @ r0: the words; r1: their number; r2: the pixels
    subs    r1, r1, #8
    blo     2f
    push    {r4-r9}
    mov     r3, r2
    mov     r4, r2
    mov     r5, r2
    mov     r6, r2
    mov     r7, r2
    mov     r8, r2
    mov     r9, r2
1:  stmia   r0!, {r2-r9}
    subs    r1, r1, #8
    bhs     1b
    pop     {r4-r9}
2:  adds    r1, r1, #8
    bxeq    lr
3:  str     r2, [r0], #4
    subs    r1, r1, #1
    bne     3b
    bx      lr

    .global arm_shade_words
    .type   arm_shade_words, %function
arm_shade_words:                            @ r0: the words; r1: their number; r2: the shade of four pixels
    ldr     r3, =0x3f3f3f3f
    subs    r1, r1, #4
    blo     2f
    push    {r4-r7}
1:  ldmia   r0, {r4-r7}
    and     r4, r4, r3
    and     r5, r5, r3
    and     r6, r6, r3
    and     r7, r7, r3
    orr     r4, r4, r2
    orr     r5, r5, r2
    orr     r6, r6, r2
    orr     r7, r7, r2
    stmia   r0!, {r4-r7}
    subs    r1, r1, #4
    bhs     1b
    pop     {r4-r7}
2:  adds    r1, r1, #4
    bxeq    lr
3:  ldr     r12, [r0]
    and     r12, r12, r3
    orr     r12, r12, r2
    str     r12, [r0], #4
    subs    r1, r1, #1
    bne     3b
    bx      lr
    .ltorg
