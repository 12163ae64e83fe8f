// Preloaded into a program: while the file SLOW_DISK_FLAG exists, each fsync takes 20 ms longer.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <unistd.h>

#define DELAY_US 20000

typedef int (*sync_file)(int);

static void wait_for_disk(void) {
  const char *flag = getenv("SLOW_DISK_FLAG");
  if (flag && access(flag, F_OK) == 0) usleep(DELAY_US);
}

int fsync(int file) {
  wait_for_disk();
  return ((sync_file)dlsym(RTLD_NEXT, "fsync"))(file);
}

int fdatasync(int file) {
  wait_for_disk();
  return ((sync_file)dlsym(RTLD_NEXT, "fdatasync"))(file);
}
