@ Tiles: most of a picture. The compiler's own work takes a third longer, because it does not load
@ several words at once, and ROM makes one wait for the first of them alone.

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
    beq     row_8
    cmp     r4, #16
    beq     row_16
    bhi     row_24

    @ Where tiles lie on words: tile by tile, two rows at a time.
    ldr     r4, [sp, #40]
    sub     r4, r4, r12
    mov     r4, r4, lsr #4              @ r4: how many rows
    mul     r5, r4, r1
    rsb     r5, r5, #16                 @ r5: from below a tile to the top of the next
    push    {r3-r5, r12}
tile:
    ldmia   r2!, {r12, lr}              @ r12: the tile; lr: its shade
    ldr     r3, [sp, #4]
    cmp     r12, #0
    beq     black_tile
    ldr     r4, [sp, #12]
    add     r12, r12, r4
    movs    r3, r3, lsr #1              @ r3: pairs of rows; carry: whether there is one more
    bcc     1f
    ldmia   r12!, {r4-r7}
    orr     r4, r4, lr
    orr     r5, r5, lr
    orr     r6, r6, lr
    orr     r7, r7, lr
    stmia   r0, {r4-r7}
    add     r0, r0, r1
1:  beq     next_tile
    cmp     lr, #0
    beq     lit_tile
2:  ldmia   r12!, {r4-r11}
    orr     r4, r4, lr
    orr     r5, r5, lr
    orr     r6, r6, lr
    orr     r7, r7, lr
    orr     r8, r8, lr
    orr     r9, r9, lr
    orr     r10, r10, lr
    orr     r11, r11, lr
    stmia   r0, {r4-r7}
    add     r0, r0, r1
    stmia   r0, {r8-r11}
    add     r0, r0, r1
    subs    r3, r3, #1
    bne     2b
next_tile:
    ldmia   sp, {r3-r5}
    add     r0, r0, r5
    cmp     r2, r3
    bne     tile
    add     sp, sp, #16
    b       painted
lit_tile:
    ldmia   r12!, {r4-r11}
    stmia   r0, {r4-r7}
    add     r0, r0, r1
    stmia   r0, {r8-r11}
    add     r0, r0, r1
    subs    r3, r3, #1
    bne     lit_tile
    b       next_tile
black_tile:
    mov     r4, #0
    mov     r5, #0
    mov     r6, #0
    mov     r7, #0
    movs    r3, r3, lsr #1
    bcc     1f
    stmia   r0, {r4-r7}
    add     r0, r0, r1
1:  beq     next_tile
2:  stmia   r0, {r4-r7}
    add     r0, r0, r1
    stmia   r0, {r4-r7}
    add     r0, r0, r1
    subs    r3, r3, #1
    bne     2b
    b       next_tile

    @ Where they begin within words: row by row. lr holds what of a word is there already.
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
