@ Rows of tiles: most of a picture. The compiler's own work takes a third longer, because it does not
@ load four words at once, and ROM makes one wait for the first of several alone.

    .section .iwram.tiles, "ax", %progbits
    .arm
    .global paint_tiles
    .type   paint_tiles, %function
    @ r0 the first word on the frame, r1 bytes from one row to the next, r2 the cells, r3 past the last;
    @ on the stack: the first row of the tiles and past the last, in bytes, and the indent in bits.
    @ A cell is the address of its tile, or 0 where all is black, and the shade of four pixels.
paint_tiles:
    push    {r4-r11, lr}
    ldr     r12, [sp, #36]              @ r12: the row, in bytes
    ldr     r4, [sp, #44]
    cmp     r4, #8
    blo     row_0
    beq     row_8
    cmp     r4, #16
    beq     row_16
    b       row_24

    @ Where tiles lie on words.
row_0:
    mov     r8, r0                      @ r8: the place in the row
    mov     r9, r2                      @ r9: the cell
1:  ldmia   r9!, {r10, r11}
    cmp     r10, #0
    moveq   r4, #0
    moveq   r5, #0
    moveq   r6, #0
    moveq   r7, #0
    beq     2f
    add     r10, r10, r12
    ldmia   r10, {r4-r7}
    orr     r4, r4, r11
    orr     r5, r5, r11
    orr     r6, r6, r11
    orr     r7, r7, r11
2:  stmia   r8!, {r4-r7}
    cmp     r9, r3
    bne     1b
    ldr     r4, [sp, #40]
    add     r12, r12, #16
    add     r0, r0, r1
    cmp     r12, r4
    bne     row_0
    b       painted

    @ Where they begin within words: lr holds what of a word is there already.
    .macro  row_between indent
row_\indent:
    mov     r8, r0
    mov     r9, r2
    ldr     lr, [r8]
    mov     lr, lr, lsl #32 - \indent
    mov     lr, lr, lsr #32 - \indent
1:  ldmia   r9!, {r10, r11}
    cmp     r10, #0
    beq     3f
    add     r10, r10, r12
    ldmia   r10, {r4-r7}
    orr     r4, r4, r11
    orr     r5, r5, r11
    orr     r6, r6, r11
    orr     r7, r7, r11
    mov     r10, r7, lsr #32 - \indent
    mov     r7, r7, lsl #\indent
    orr     r7, r7, r6, lsr #32 - \indent
    mov     r6, r6, lsl #\indent
    orr     r6, r6, r5, lsr #32 - \indent
    mov     r5, r5, lsl #\indent
    orr     r5, r5, r4, lsr #32 - \indent
    orr     r4, lr, r4, lsl #\indent
    mov     lr, r10
    stmia   r8!, {r4-r7}
    cmp     r9, r3
    bne     1b
2:  ldr     r4, [r8]                    @ what there is behind the last
    mov     r4, r4, lsr #\indent
    orr     r4, lr, r4, lsl #\indent
    str     r4, [r8]
    ldr     r4, [sp, #40]
    add     r12, r12, #16
    add     r0, r0, r1
    cmp     r12, r4
    bne     row_\indent
    b       painted
3:  mov     r4, lr
    mov     r5, #0
    mov     r6, #0
    mov     r7, #0
    mov     lr, #0
    stmia   r8!, {r4-r7}
    cmp     r9, r3
    bne     1b
    b       2b
    .endm
    row_between 8
    row_between 16
    row_between 24

painted:
    pop     {r4-r11, lr}
    bx      lr
