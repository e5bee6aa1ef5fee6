/* A disk that refuses or dawdles, for a process under LD_PRELOAD.
 *
 * The file $DISK_ORDERS has three numbers: what a write below $DISK_HOME fails with (an errno, 0:
 * nothing), milliseconds that opening for writing, syncing and renaming take, and seconds by which
 * the clock of the calendar is wrong. It is read anew each time.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static long orders[3];

static void read_orders(void) {
    char text[96] = "";
    const char *path = getenv("DISK_ORDERS");
    int handle = path ? (int)syscall(SYS_openat, AT_FDCWD, path, O_RDONLY) : -1;
    if (handle < 0) return;
    syscall(SYS_read, handle, text, sizeof text - 1);
    syscall(SYS_close, handle);
    sscanf(text, "%ld %ld %ld", &orders[0], &orders[1], &orders[2]);
}

static int is_below(const char *path) {
    const char *home = getenv("DISK_HOME");
    return home && path && strncmp(path, home, strlen(home)) == 0;
}

static int is_refused(void) {
    read_orders();
    if (orders[1]) {
        struct timespec pause = {orders[1] / 1000, orders[1] % 1000 * 1000000};
        nanosleep(&pause, NULL);
    }
    if (orders[0]) errno = (int)orders[0];
    return orders[0] != 0;
}

static int open_at(int folder, const char *path, int flags, int mode) {
    if (is_below(path) && (flags & (O_WRONLY | O_RDWR | O_CREAT)) && is_refused()) return -1;
    return (int)syscall(SYS_openat, folder, path, flags | O_LARGEFILE, mode);
}

#define OPEN(name)                                        \
    int name(const char *path, int flags, ...) {          \
        va_list rest;                                     \
        va_start(rest, flags);                            \
        int mode = flags & O_CREAT ? va_arg(rest, int) : 0; \
        va_end(rest);                                     \
        return open_at(AT_FDCWD, path, flags, mode);      \
    }
OPEN(open)
OPEN(open64)

int rename(const char *from, const char *to) {
    if (is_below(to) && is_refused()) return -1;
    return (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
}

int fsync(int handle) {
    char link[64], path[512];
    snprintf(link, sizeof link, "/proc/self/fd/%d", handle);
    ssize_t length = readlink(link, path, sizeof path - 1);
    path[length < 0 ? 0 : length] = 0;
    if (is_below(path) && is_refused()) return -1;
    return (int)syscall(SYS_fsync, handle);
}

int clock_gettime(clockid_t clock, struct timespec *now) {
    int answer = (int)syscall(SYS_clock_gettime, clock, now);
    if (clock == CLOCK_REALTIME) {
        read_orders();
        now->tv_sec += orders[2];
    }
    return answer;
}
