@ Tiles: most of a picture. The compiler's own work takes a third longer, because it does not load
@ several words at once, and ROM makes one wait for the first of them alone.

    .section .iwram.tiles, "ax", %progbits
    .arm
    .global arm_blit_tiles
    .type   arm_blit_tiles, %function
    @ Tiles that are not cut at their sides and lie on words: tile by tile, two rows at a time, 16 at most.
    @ r0 the first word on the frame, r1 bytes from one row to the next, r2 the cells, r3 past the last;
    @ on the stack: the first row of the tiles in bytes, and how many rows.
    @ A cell is the address of its tile, or 0 where all is black, and the shade of four pixels.
arm_blit_tiles:
    push    {r4-r11, lr}
    ldr     r6, [sp, #36]
    ldr     r4, [sp, #40]               @ r4: how many rows
    mul     r5, r4, r1
    rsb     r5, r5, #16                 @ r5: from below a tile to the top of the next
    push    {r3-r6}
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
    pop     {r4-r11, lr}
    bx      lr
lit_tile:                               @ five instructions a pair, from the one that is left on
    rsb     r3, r3, #8
    add     r3, r3, r3, lsl #2
    add     pc, pc, r3, lsl #2
    nop
    .rept   8
    ldmia   r12!, {r4-r11}
    stmia   r0, {r4-r7}
    add     r0, r0, r1
    stmia   r0, {r8-r11}
    add     r0, r0, r1
    .endr
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

    .global arm_blit_tile_edge
    .type   arm_blit_tile_edge, %function
    @ What is left of a tile that lies on words and is cut at one side.
    @ r0 the first word on the frame, r1 bytes from one row to the next, r2 the cell, r3 how far into the
    @ tile its first word is, in bytes; on the stack: how many rows, and how many words of each, 1 to 3.
arm_blit_tile_edge:
    push    {r4-r6, lr}
    ldmia   r2, {r2, r4}
    mov     lr, #16
    cmp     r2, #0
    addne   r2, r2, r3
    adreq   r2, nothing
    moveq   lr, #0                      @ lr: from one row of the tile to the next
    mov     r3, r4                      @ r3: the shade
    ldr     r12, [sp, #16]              @ r12: how many rows
    ldr     r4, [sp, #20]
    cmp     r4, #2
    blo     1f
    beq     2f
3:  ldmia   r2, {r4-r6}
    orr     r4, r4, r3
    orr     r5, r5, r3
    orr     r6, r6, r3
    stmia   r0, {r4-r6}
    add     r2, r2, lr
    add     r0, r0, r1
    subs    r12, r12, #1
    bne     3b
    b       4f
2:  ldmia   r2, {r4, r5}
    orr     r4, r4, r3
    orr     r5, r5, r3
    stmia   r0, {r4, r5}
    add     r2, r2, lr
    add     r0, r0, r1
    subs    r12, r12, #1
    bne     2b
    b       4f
1:  ldr     r4, [r2], lr
    orr     r4, r4, r3
    str     r4, [r0], r1
    subs    r12, r12, #1
    bne     1b
4:  pop     {r4-r6, lr}
    bx      lr

    .global arm_blit_tile_rows
    .type   arm_blit_tile_rows, %function
    @ Tiles that do not lie on words: row by row. As for `arm_blit_tiles`, but r3 is past the last that is not
    @ cut, and on the stack are the first row of the tiles and past the last, in bytes; how far into a
    @ word they begin, in bits; and of the first and of the one at r3, where they are cut, how much of
    @ them is seen: below 0 where they are not, and else 0, 8, 16 or 24 as the first lacks one, two, three
    @ or all four words and has only what belongs to the next, and as the last has one, two, three or all
    @ four.
arm_blit_tile_rows:
    push    {r4-r11, lr}
    ldr     r12, [sp, #36]              @ r12: the row, in bytes
    ldr     r4, [sp, #44]
    cmp     r4, #16
    blo     line_8
    beq     line_16
    b       line_24

    @ Four words of the cell at r9, and of the pixels in lr that were left from the cell before, of which
    @ there are \indent bits: to r4-r7, and what is left to lr.
    .macro  next_cell
    ldmia   r9!, {r10, r11}
    cmp     r10, #0
    .endm
    .macro  load_cell
    ldmia   r10, {r4-r7}
    orr     r4, r4, r11
    orr     r5, r5, r11
    orr     r6, r6, r11
    orr     r7, r7, r11
    .endm
    .macro  move_cell indent
    mov     r10, r7, lsr #32 - \indent
    mov     r7, r7, lsl #\indent
    orr     r7, r7, r6, lsr #32 - \indent
    mov     r6, r6, lsl #\indent
    orr     r6, r6, r5, lsr #32 - \indent
    mov     r5, r5, lsl #\indent
    orr     r5, r5, r4, lsr #32 - \indent
    orr     r4, lr, r4, lsl #\indent
    mov     lr, r10
    .endm

    .macro  line indent
line_\indent:
    mov     r8, r0                      @ r8: the place in the row
    mov     r9, r2                      @ r9: the cell
    ldr     r4, [sp, #48]
    cmp     r4, #0
    bge     6f
    ldr     lr, [r8]                    @ lr: what of a word is there already
    mov     lr, lr, lsl #32 - \indent
    mov     lr, lr, lsr #32 - \indent
1:  cmp     r9, r3
    beq     3f
2:  next_cell
    beq     5f
    add     r10, r10, r12
    load_cell
    move_cell \indent
    stmia   r8!, {r4-r7}
    cmp     r9, r3
    bne     2b
3:  ldr     r4, [sp, #52]
    cmp     r4, #0
    bge     7f
    ldr     r4, [r8]                    @ what there is behind the last
    mov     r4, r4, lsr #\indent
    orr     r4, lr, r4, lsl #\indent
    str     r4, [r8]
4:  ldr     r4, [sp, #40]
    add     r12, r12, #16
    add     r0, r0, r1
    cmp     r12, r4
    bne     line_\indent
    b       painted
5:  mov     r4, lr
    mov     r5, #0
    mov     r6, #0
    mov     r7, #0
    mov     lr, #0
    stmia   r8!, {r4-r7}
    cmp     r9, r3
    bne     2b
    b       3b
6:  next_cell
    adreq   r10, nothing
    addne   r10, r10, r12
    load_cell
    move_cell \indent
    ldr     r10, [sp, #48]
    add     pc, pc, r10
    nop
    stmia   r8!, {r5-r7}
    b       1b
    stmia   r8!, {r6, r7}
    b       1b
    str     r7, [r8], #4
    b       1b
    b       1b
7:  next_cell
    adreq   r10, nothing
    addne   r10, r10, r12
    load_cell
    move_cell \indent
    ldr     r10, [sp, #52]
    add     pc, pc, r10
    nop
    str     r4, [r8]
    b       4b
    stmia   r8, {r4, r5}
    b       4b
    stmia   r8, {r4-r6}
    b       4b
    stmia   r8, {r4-r7}
    b       4b
    .endm
    line 8
nothing:
    .word   0, 0, 0, 0
    line 16
    line 24

painted:
    pop     {r4-r11, lr}
    bx      lr
