/* How the runner talks to a loop in C, a line each on standard input:
 *
 *   run <n> <steps>      steps the water, prints the seconds
 *   check <n> <steps>    restarts the water, steps it, prints values along the diagonal
 *   version              prints the version of a library that is measured
 *   quit
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum order { QUIT, CHECK, RUN, VERSION };

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec + t.tv_nsec * 1e-9;
}

/* The next order; n is at most `most`. Ends the program where a line cannot be read. */
static enum order next_order(int *n, int *steps, int most) {
  char line[256], command[16];
  if (!fgets(line, sizeof line, stdin) || !strncmp(line, "quit", 4)) return QUIT;
  if (!strncmp(line, "version", 7)) return VERSION;
  if (sscanf(line, "%15s %d %d", command, n, steps) == 3 && *n >= 2 && *n <= most && *steps >= 0) {
    if (!strcmp(command, "check")) return CHECK;
    if (!strcmp(command, "run")) return RUN;
  }
  fprintf(stderr, "cannot read: %s", line);
  exit(2);
}
