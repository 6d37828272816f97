@ The start-up code, from power-on to `main`. At first, RAM may hold anything, and the processor is in ARM state.

    .section .start, "ax", %progbits
    .arm
    .global _start
    .type   _start, %function
_start:
    b       begin
    .space  188                         @ the rest of the cartridge's header

begin:
    mov     r4, #0x04000000
    str     r4, [r4, #0x208]            @ no interrupts (the lowest bit of r4 is 0)
    add     r5, r4, #0x200
    ldr     r0, =0x4317                 @ wait states: 3, then 1, for ROM with prefetch; 8 for the save chip
    strh    r0, [r5, #4]

    @ The menu of a flash cart may have left a DMA channel running, or a mosaic on the picture.
    mov     r0, #0
    strh    r0, [r4, #0xba]             @ turns the four DMA channels off
    strh    r0, [r4, #0xc6]
    strh    r0, [r4, #0xd2]
    strh    r0, [r4, #0xde]
    strh    r0, [r4, #0x0c]             @ BG2CNT
    strh    r0, [r4, #0x4c]             @ MOSAIC

    msr     cpsr_c, #0xd3               @ the BIOS's mode, interrupts off
    ldr     sp, =__bios_stack_top
    msr     cpsr_c, #0xd2               @ interrupt mode, interrupts off
    ldr     sp, =__interrupt_stack_top
    msr     cpsr_c, #0x1f               @ system mode, in which the program runs
    ldr     sp, =__stack_top

    ldr     r0, =__fast_start           @ copies code and values to IWRAM
    ldr     r1, =__fast_end
    ldr     r2, =__fast_load
1:  cmp     r0, r1
    ldrlo   r3, [r2], #4
    strlo   r3, [r0], #4
    blo     1b

    ldr     r1, =__zeroed_end
    mov     r3, #0
2:  cmp     r0, r1
    strlo   r3, [r0], #4
    blo     2b

    ldr     r3, =0x5afe57ac             @ paints the stack: a word that keeps this value was never used
    ldr     r1, =__interrupt_stack_top  @ paints the stack of interrupts, too
3:  cmp     r0, r1
    strlo   r3, [r0], #4
    blo     3b

    ldr     r0, =__deep_stack_bottom    @ paints the guard words at the end of the deep stack
    add     r1, r0, #256
4:  cmp     r0, r1
    strlo   r3, [r0], #4
    blo     4b

    ldr     r0, =interrupt
    ldr     r1, =0x03007ffc             @ the BIOS reads the address of the handler here
    str     r0, [r1]

    ldr     r0, =main
    adr     lr, 5f
    bx      r0
5:  b       5b
    .pool

    @ Calls the function at r0 with the argument r1, on the stack whose top is r2.
    .section .iwram.on_stack, "ax", %progbits
    .arm
    .global call_on_stack
    .type   call_on_stack, %function
call_on_stack:
    push    {r4, lr}
    mov     r4, sp
    mov     sp, r2
    mov     r2, r0
    mov     r0, r1
    mov     lr, pc
    bx      r2
    mov     sp, r4
    pop     {r4, lr}
    bx      lr
