@ Draws tiles, which are most of a picture. The compiler's code takes a third longer, because it loads single
@ words. ROM is slow only for the first of several words that are loaded at once.

    .section .iwram.tiles, "ax", %progbits
    .arm
    .global arm_blit_tiles
    .type   arm_blit_tiles, %function
    @ Draws tiles that are aligned to words and not clipped at their sides: tile by tile, two rows at a time,
    @ at most 16 rows.
    @ r0: the first word on the frame; r1: the bytes from one row to the next; r2: the cells; r3: the end of
    @ the cells. On the stack: the offset of the first row in a tile, in bytes; the number of rows.
    @ A cell is the address of its tile, or 0 for black, and then the shade of four pixels.
arm_blit_tiles:
    push    {r4-r11, lr}
    ldr     r6, [sp, #36]
    ldr     r4, [sp, #40]               @ r4: the number of rows
    mul     r5, r4, r1
    rsb     r5, r5, #16                 @ r5: the bytes from the row below a tile to the top of the next tile
    push    {r3-r6}
tile:
    ldmia   r2!, {r12, lr}              @ r12: the tile; lr: its shade
    ldr     r3, [sp, #4]
    cmp     r12, #0
    beq     black_tile
    ldr     r4, [sp, #12]
    add     r12, r12, r4
    movs    r3, r3, lsr #1              @ r3: the number of pairs of rows; carry: set if a single row remains
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
lit_tile:                               @ skips the pairs of rows that are not needed, five instructions each
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
    @ Draws the visible part of a tile that is aligned to words and clipped at one side.
    @ r0: the first word on the frame; r1: the bytes from one row to the next; r2: the cell; r3: the offset of
    @ the first visible word in the tile, in bytes. On the stack: the number of rows; the number of visible
    @ words in a row, 1 to 3.
arm_blit_tile_edge:
    push    {r4-r6, lr}
    ldmia   r2, {r2, r4}
    mov     lr, #16
    cmp     r2, #0
    addne   r2, r2, r3
    adreq   r2, nothing
    moveq   lr, #0                      @ lr: the bytes from one row of the tile to the next
    mov     r3, r4                      @ r3: the shade
    ldr     r12, [sp, #16]              @ r12: the number of rows
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
    @ Draws tiles that are not aligned to words, row by row. r0 to r2 are as for `arm_blit_tiles`; r3 is the end
    @ of the cells that are not clipped. On the stack: the offsets of the first row and of the end of the rows
    @ in a tile, in bytes; the offset of the tiles in a word, in bits; two numbers for the first cell and for
    @ the cell at r3. Such a number is below 0 if that cell is not clipped. For a clipped first cell, the
    @ number is 0, 8, 16 or 24 if one, two, three or four words are missing; with four words missing, only the
    @ pixels that are shifted into the first word of the next cell are seen. For a clipped last cell, the
    @ number is 0, 8, 16 or 24 if one, two, three or four words are seen.
arm_blit_tile_rows:
    push    {r4-r11, lr}
    ldr     r12, [sp, #36]              @ r12: the offset of the row, in bytes
    ldr     r4, [sp, #44]
    cmp     r4, #16
    blo     line_8
    beq     line_16
    b       line_24

    @ Loads four words of the cell at r9 and shifts them by \indent bits. The rest of the previous cell, which
    @ is in lr, fills the gap. The result is in r4 to r7, and the rest of this cell in lr.
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
    ldr     lr, [r8]                    @ lr: the pixels that are already in this word
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
    ldr     r4, [r8]                    @ the pixels after the last cell
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
