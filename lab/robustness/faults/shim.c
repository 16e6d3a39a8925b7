/* A file system that fails: calls of the C library under one folder are counted, and chosen ones fail.
 *
 * Loaded before all other libraries (LD_PRELOAD) by lab/robustness/faults/shim.py, which maps the same file of
 * state (FAULTS_STATE) and says there what is to fail. All processes count together. With `kills` the calls do not
 * fail but end all processes of the group, as a power cut does, and what every fsync made safe is kept aside.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

enum { OPEN, WRITE, SYNC, RENAME, REMOVE, READ, KINDS };

/* As struct Layout in shim.py. */
struct State {
  int armed, kinds, error, stays, kills, unused;
  long at, seen, fired;
  long counts[KINDS];
  char root[1024], kept[1024];
};

static struct State none;
static struct State* state = &none;

__attribute__((constructor)) static void Begin(void) {
  const char* path = getenv("FAULTS_STATE");
  if (!path) return;
  const int file = (int)openat(AT_FDCWD, path, O_RDWR | O_CLOEXEC);
  if (file < 0) return;
  void* mapped = mmap(NULL, sizeof *state, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (mapped != MAP_FAILED) state = mapped;
  close(file);
}

#define REAL(name) \
  static __typeof__(name)* real; \
  if (!real) real = (__typeof__(name)*)dlsym(RTLD_NEXT, #name)

static int Begins(const char* path) {
  const size_t length = strlen(state->root);
  return strncmp(path, state->root, length) == 0 && (path[length] == '/' || path[length] == 0);
}

static int InsideFile(int file) {
  char link[64], path[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  const ssize_t length = readlink(link, path, sizeof path - 1);
  if (length <= 0) return 0;
  path[length] = 0;
  return Begins(path);
}

static int Inside(int folder, const char* path) {
  char whole[PATH_MAX];
  if (!path) return 0;
  if (path[0] == '/') return Begins(path);
  if (folder != AT_FDCWD) return InsideFile(folder);
  return getcwd(whole, sizeof whole) && Begins(whole);
}

static int Fails(int kind) {
  __atomic_add_fetch(&state->counts[kind], 1, __ATOMIC_SEQ_CST);
  if (!(state->kinds >> kind & 1)) return 0;
  const long number = __atomic_add_fetch(&state->seen, 1, __ATOMIC_SEQ_CST);
  if (number != state->at && !(state->stays && number > state->at)) return 0;
  __atomic_add_fetch(&state->fired, 1, __ATOMIC_SEQ_CST);
  if (state->kills) {
    kill(0, SIGKILL);
    for (;;) pause();
  }
  errno = state->error;
  return 1;
}

static int FailsAt(int kind, int folder, const char* path) {
  return state->armed && Inside(folder, path) && Fails(kind);
}
static int FailsOn(int kind, int file) { return state->armed && InsideFile(file) && Fails(kind); }

/* --- what was made safe --- */

static void KeptName(char* name, size_t size, unsigned long number, const char* ending) {
  snprintf(name, size, "%s/%lu%s", state->kept, number, ending);
}

static void Keep(int file) {
  char link[64], name[PATH_MAX], part[PATH_MAX];
  struct stat status;
  if (!state->armed || !state->kept[0] || !InsideFile(file) || fstat(file, &status) != 0) return;
  const int armed = state->armed;
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  KeptName(part, sizeof part, status.st_ino, ".part");
  KeptName(name, sizeof name, status.st_ino, S_ISDIR(status.st_mode) ? ".names" : "");
  FILE* out = fopen(part, "w");
  if (!out) return;
  if (S_ISDIR(status.st_mode)) {
    DIR* folder = opendir(link);
    for (struct dirent* entry; folder && (entry = readdir(folder));) {
      if (strcmp(entry->d_name, ".") && strcmp(entry->d_name, "..")) {
        fprintf(out, "%lu %s\n", (unsigned long)entry->d_ino, entry->d_name);
      }
    }
    if (folder) closedir(folder);
  } else {
    char block[1 << 14];
    FILE* in = fopen(link, "r");
    for (size_t got; in && (got = fread(block, 1, sizeof block, in)) > 0;) fwrite(block, 1, got, out);
    if (in) fclose(in);
  }
  fclose(out);
  rename(part, name);
  state->armed = armed;
}

/* A number of a file that is given out again is of another file. */
static void Forget(int file) {
  char name[PATH_MAX];
  struct stat status;
  if (!state->armed || !state->kept[0] || fstat(file, &status) != 0 || status.st_size) return;
  KeptName(name, sizeof name, status.st_ino, "");
  unlink(name);
}

/* --- the calls --- */

static int Opened(int folder, const char* path, int flags, mode_t mode) {
  static int (*real)(int, const char*, int, ...);
  if (!real) real = (int (*)(int, const char*, int, ...))dlsym(RTLD_NEXT, "openat64");
  const int writes = (flags & O_ACCMODE) != O_RDONLY || (flags & O_CREAT);
  if (FailsAt(writes ? OPEN : READ, folder, path)) return -1;
  const int file = real(folder, path, flags, mode);
  if (file >= 0 && (flags & O_CREAT)) Forget(file);
  return file;
}

#define MODE(flags) \
  mode_t mode = 0; \
  if ((flags) & (O_CREAT | O_TMPFILE)) { \
    va_list list; \
    va_start(list, flags); \
    mode = (mode_t)va_arg(list, int); \
    va_end(list); \
  }

int open(const char* path, int flags, ...) { MODE(flags) return Opened(AT_FDCWD, path, flags, mode); }
int open64(const char* path, int flags, ...) { MODE(flags) return Opened(AT_FDCWD, path, flags, mode); }
int openat(int folder, const char* path, int flags, ...) { MODE(flags) return Opened(folder, path, flags, mode); }
int openat64(int folder, const char* path, int flags, ...) { MODE(flags) return Opened(folder, path, flags, mode); }
int __open_2(const char* path, int flags) { return Opened(AT_FDCWD, path, flags, 0); }
int __open64_2(const char* path, int flags) { return Opened(AT_FDCWD, path, flags, 0); }
int creat(const char* path, mode_t mode) { return Opened(AT_FDCWD, path, O_CREAT | O_WRONLY | O_TRUNC, mode); }

ssize_t write(int file, const void* data, size_t size) {
  REAL(write);
  return FailsOn(WRITE, file) ? -1 : real(file, data, size);
}
ssize_t pwrite(int file, const void* data, size_t size, off_t at) {
  REAL(pwrite);
  return FailsOn(WRITE, file) ? -1 : real(file, data, size, at);
}
ssize_t pwrite64(int file, const void* data, size_t size, off64_t at) {
  REAL(pwrite64);
  return FailsOn(WRITE, file) ? -1 : real(file, data, size, at);
}
ssize_t writev(int file, const struct iovec* data, int count) {
  REAL(writev);
  return FailsOn(WRITE, file) ? -1 : real(file, data, count);
}
size_t fwrite(const void* data, size_t size, size_t count, FILE* stream) {
  REAL(fwrite);
  return FailsOn(WRITE, fileno(stream)) ? 0 : real(data, size, count, stream);
}
int fflush(FILE* stream) {
  REAL(fflush);
  return stream && FailsOn(WRITE, fileno(stream)) ? EOF : real(stream);
}
ssize_t sendfile(int out, int in, off_t* at, size_t size) {
  REAL(sendfile);
  return FailsOn(WRITE, out) ? -1 : real(out, in, at, size);
}
ssize_t sendfile64(int out, int in, off64_t* at, size_t size) {
  REAL(sendfile64);
  return FailsOn(WRITE, out) ? -1 : real(out, in, at, size);
}
int ftruncate(int file, off_t size) {
  REAL(ftruncate);
  return FailsOn(WRITE, file) ? -1 : real(file, size);
}
int ftruncate64(int file, off64_t size) {
  REAL(ftruncate64);
  return FailsOn(WRITE, file) ? -1 : real(file, size);
}
int mkdir(const char* path, mode_t mode) {
  REAL(mkdir);
  return FailsAt(OPEN, AT_FDCWD, path) ? -1 : real(path, mode);
}
ssize_t read(int file, void* data, size_t size) {
  REAL(read);
  return FailsOn(READ, file) ? -1 : real(file, data, size);
}
int fsync(int file) {
  REAL(fsync);
  if (FailsOn(SYNC, file)) return -1;
  const int result = real(file);
  if (result == 0) Keep(file);
  return result;
}
int fdatasync(int file) {
  REAL(fdatasync);
  if (FailsOn(SYNC, file)) return -1;
  const int result = real(file);
  if (result == 0) Keep(file);
  return result;
}
int rename(const char* old, const char* new) {
  REAL(rename);
  return FailsAt(RENAME, AT_FDCWD, new) ? -1 : real(old, new);
}
int renameat(int from, const char* old, int to, const char* new) {
  REAL(renameat);
  return FailsAt(RENAME, to, new) ? -1 : real(from, old, to, new);
}
int unlink(const char* path) {
  REAL(unlink);
  return FailsAt(REMOVE, AT_FDCWD, path) ? -1 : real(path);
}
int unlinkat(int folder, const char* path, int flags) {
  REAL(unlinkat);
  return FailsAt(REMOVE, folder, path) ? -1 : real(folder, path, flags);
}
int rmdir(const char* path) {
  REAL(rmdir);
  return FailsAt(REMOVE, AT_FDCWD, path) ? -1 : real(path);
}
