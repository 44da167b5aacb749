/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A library to preload: makes the N-th allocation, read, write or close of a program fail.
 *
 *     AICALC_FAULT=allocate:17   the 17th malloc, calloc or realloc gives NULL
 *                  read:1        EIO
 *                  write:2       ENOSPC
 *                  close:1       EIO
 *                  interrupt:1   the N-th read or write fails with EINTR
 *                  short:N       every read and write takes N bytes at most
 *     AICALC_FAULT_REPORT=5      a descriptor: gets a struct fault_report at the end
 *
 * Blocks that the C library keeps for itself (buffers of streams) are no leaks.
 */
#define _GNU_SOURCE
#undef _FORTIFY_SOURCE /* fortified headers define read() inline; here it is defined for real */

#include "faults.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

enum fault {
    FAULT_NONE,
    FAULT_ALLOCATE,
    FAULT_READ,
    FAULT_WRITE,
    FAULT_CLOSE,
    FAULT_INTERRUPT,
    FAULT_SHORT
};

static enum fault fault;
static long fault_at;
static struct fault_report report;
static bool ready;

/* Marks each block: whether the program's own code asked for it. */
struct head {
    size_t size;
    size_t owned;
};

#define HEAD ((sizeof(struct head) + 15) / 16 * 16)

extern void *__libc_malloc(size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void __libc_free(void *block);

static void read_environment(void)
{
    static const char *const names[] = { "none:",  "allocate:",  "read:", "write:",
                                         "close:", "interrupt:", "short:" };
    const char *text = getenv("AICALC_FAULT");
    ready = true;
    for (size_t i = 0; text && i < sizeof names / sizeof names[0]; i++) {
        if (strncmp(text, names[i], strlen(names[i])) == 0) {
            fault = (enum fault)i;
            fault_at = atol(text + strlen(names[i]));
        }
    }
}

/* Counts a call of a kind; true where it is the one to fail. */
static bool fails(enum fault kind, long *count)
{
    if (!ready) {
        read_environment();
    }
    ++*count;
    bool now = fault == kind && *count == fault_at;
    report.fired += now;
    return now;
}

static bool is_own(void *caller)
{
    Dl_info info;
    return dladdr(caller, &info) && info.dli_fname && !strstr(info.dli_fname, "/libc.so") &&
           !strstr(info.dli_fname, "/ld-linux");
}

static void *finish(struct head *head, size_t size, bool owned)
{
    if (!head) {
        return NULL;
    }
    head->size = size;
    head->owned = owned;
    report.outstanding += owned;
    return (char *)head + HEAD;
}

void *malloc(size_t size)
{
    bool owned = is_own(__builtin_return_address(0));
    if (fails(FAULT_ALLOCATE, &report.allocations) || size > SIZE_MAX - HEAD) {
        errno = ENOMEM;
        return NULL;
    }
    return finish(__libc_malloc(size + HEAD), size, owned);
}

void *calloc(size_t count, size_t size)
{
    bool owned = is_own(__builtin_return_address(0));
    if (fails(FAULT_ALLOCATE, &report.allocations) ||
        (size > 0 && count > (SIZE_MAX - HEAD) / size)) {
        errno = ENOMEM;
        return NULL;
    }
    void *block = finish(__libc_malloc(count * size + HEAD), count * size, owned);
    return block ? memset(block, 0, count * size) : NULL;
}

void *realloc(void *block, size_t size)
{
    bool owned = is_own(__builtin_return_address(0));
    if (fails(FAULT_ALLOCATE, &report.allocations) || size > SIZE_MAX - HEAD) {
        errno = ENOMEM;
        return NULL;
    }
    struct head *head = block ? (struct head *)(void *)((char *)block - HEAD) : NULL;
    long before = head ? (long)head->owned : 0;
    struct head *moved = __libc_realloc(head, size + HEAD);
    report.outstanding -= moved ? before : 0;
    return finish(moved, size, owned);
}

void free(void *block)
{
    if (block) {
        struct head *head = (struct head *)(void *)((char *)block - HEAD);
        report.outstanding -= (long)head->owned;
        memset(block, 0xDD, head->size); /* what is used after this shows */
        __libc_free(head);
    }
}

static size_t shortened(size_t length)
{
    bool is_short = fault == FAULT_SHORT && length > (size_t)fault_at;
    report.fired += is_short;
    return is_short ? (size_t)fault_at : length;
}

ssize_t read(int descriptor, void *bytes, size_t length)
{
    if (fails(FAULT_INTERRUPT, &report.transfers)) {
        errno = EINTR;
        return -1;
    }
    if (fails(FAULT_READ, &report.reads)) {
        errno = EIO;
        return -1;
    }
    return syscall(SYS_read, descriptor, bytes, shortened(length));
}

ssize_t write(int descriptor, const void *bytes, size_t length)
{
    if (fails(FAULT_INTERRUPT, &report.transfers)) {
        errno = EINTR;
        return -1;
    }
    if (fails(FAULT_WRITE, &report.writes)) {
        errno = ENOSPC;
        return -1;
    }
    return syscall(SYS_write, descriptor, bytes, shortened(length));
}

int close(int descriptor)
{
    bool failed = fails(FAULT_CLOSE, &report.closes);
    long result = syscall(SYS_close, descriptor);
    if (failed) {
        errno = EIO;
        return -1;
    }
    return (int)result;
}

__attribute__((destructor)) static void send_report(void)
{
    const char *descriptor = getenv("AICALC_FAULT_REPORT");
    if (descriptor) {
        syscall(SYS_write, atoi(descriptor), &report, sizeof report);
    }
}
