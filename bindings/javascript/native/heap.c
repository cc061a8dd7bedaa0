/* Memory by classes of size. It takes a tenth of the room of wasi-libc's malloc, for a library that seldom
 * allocates. A class has blocks of some number of lines of 64 bytes, four classes for each doubling. A block
 * begins with a line that names its class, and returns to the list of that class when it is freed. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 64, PAGE = 1 << 16, CLASSES = 4 * 24 };

struct block {
    _Alignas(LINE) struct block *next; /* of the free ones */
    unsigned class;
};

/* From the linker: where the memory for the heap begins. */
extern unsigned char __heap_base;

static struct {
    struct block *free[CLASSES];
    uintptr_t top; /* of the memory given out so far */
} heap;

/* The bytes of a block of a class, with its first line: 5, 6, 7, 8, 10, 12, 14, 16 ... lines. */
static size_t size_of(unsigned class) {
    return (size_t)(4 + (class & 3)) << (class >> 2) << 6;
}

static void *memory_of(struct block *block) {
    return (unsigned char *)block + LINE;
}

static struct block *block_of(void *memory) {
    return (struct block *)((unsigned char *)memory - LINE);
}

/* Returns a new block at the top; NULL when there is no memory. */
static struct block *extend(unsigned class) {
    if (!heap.top)
        heap.top = ((uintptr_t)&__heap_base + LINE - 1) & ~(uintptr_t)(LINE - 1);
    const size_t size = size_of(class), end = __builtin_wasm_memory_size(0) * (size_t)PAGE;
    const size_t room = end - heap.top; /* right at 4 GiB too, where `end` is 0 */
    if (size > room && __builtin_wasm_memory_grow(0, (size - room + PAGE - 1) / PAGE) == SIZE_MAX)
        return NULL;
    struct block *const block = (struct block *)heap.top;
    heap.top += size;
    block->class = class;
    return block;
}

void *malloc(size_t size) {
    unsigned class = 0;
    while (class < CLASSES && size_of(class) - LINE < size)
        class ++;
    if (class == CLASSES)
        return NULL;
    struct block *block = heap.free[class];
    if (block)
        heap.free[class] = block->next;
    else
        block = extend(class);
    return block ? memory_of(block) : NULL;
}

void free(void *memory) {
    if (!memory)
        return;
    struct block *const block = block_of(memory);
    block->next = heap.free[block->class];
    heap.free[block->class] = block;
}

/* All memory begins with a line. */
void *aligned_alloc(size_t alignment, size_t size) {
    return alignment <= LINE ? malloc(size) : NULL;
}

void *calloc(size_t count, size_t size) {
    size_t total;
    void *const memory = __builtin_mul_overflow(count, size, &total) ? NULL : malloc(total);
    return memory ? memset(memory, 0, total) : NULL;
}

void *realloc(void *memory, size_t size) {
    const size_t before = memory ? size_of(block_of(memory)->class) - LINE : 0;
    if (memory && size <= before)
        return memory;
    void *const moved = malloc(size);
    if (moved && memory) {
        memcpy(moved, memory, before);
        free(memory);
    }
    return moved;
}
