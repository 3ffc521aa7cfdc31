/*
 * Poisson's equation by textbook Gauss-Seidel (packages/textbook/src/gauss-seidel.ts, fluid-box.ts) in C, one thread: cell after cell from
 * the newest values of its neighbours, in the order of memory, until the residual is small enough. In doubles: in single
 * precision the sweeps stop gaining before the residual is 1e-6 of the right-hand side.
 *
 *   poisson surface    n x n cells, p unknown under bodies that cover a third of them and zero elsewhere
 *   poisson volume     n x n x n cells between walls, as a projection has it
 *
 * Commands on stdin, one answer line each on stdout:
 *
 *   run <n> <times>      seconds taken by that many solves from zero
 *   check <n> <times>    solves, prints p along the diagonal
 *   quit
 *
 * The residual is looked at every 16 sweeps, not at each: that would double the work.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Volatile, so that the compiler may not fold it into the loops. */
static const volatile double SURFACE_TOLERANCE = 1e-6, VOLUME_TOLERANCE = 1e-2;

static double *p, *b;
static unsigned char *covered; /* `surface` alone; a rim of one cell around the grid is 0, and p is 0 there */

/* --- surface: rows of n + 2, so that neighbours always exist --------------------------------------------------------- */

/* 16 round bodies, a third of all cells. */
static void fill_surface(int n) {
  const int w = n + 2;
  const double radius = n / 4.0 * sqrt(1.0 / 3.0 / 3.14159265358979);
  for (int j = 0; j < n; j++)
    for (int i = 0; i < n; i++) {
      const size_t cell = (size_t)(j + 1) * w + i + 1;
      const double x = fmod(i + 0.5, n / 4.0) - n / 8.0, z = fmod(j + 0.5, n / 4.0) - n / 8.0;
      covered[cell] = x * x + z * z < radius * radius;
      /* how deep a body dips: differs from body to body and within each */
      b[cell] = covered[cell] ? 1.0 + 0.5 * (4 * i / n) - 0.25 * (4 * j / n) + x / n : 0.0;
    }
}

static double residual_surface(int n) {
  const int w = n + 2;
  double left = 0, given = 0;
  for (int j = 1; j <= n; j++)
    for (int i = 1; i <= n; i++) {
      const size_t c = (size_t)j * w + i;
      if (!covered[c]) continue;
      const double r = b[c] - (4 * p[c] - p[c - 1] - p[c + 1] - p[c - w] - p[c + w]);
      left += r * r;
      given += b[c] * b[c];
    }
  return sqrt(left / given);
}

static void sweep_surface(int n) {
  const int w = n + 2;
  for (int j = 1; j <= n; j++)
    for (int i = 1; i <= n; i++) {
      const size_t c = (size_t)j * w + i;
      if (covered[c]) p[c] = 0.25 * (b[c] + p[c - 1] + p[c + 1] + p[c - w] + p[c + w]);
    }
}

static void solve_surface(int n) {
  memset(p, 0, (size_t)(n + 2) * (n + 2) * sizeof *p);
  do {
    for (int s = 0; s < 16; s++) sweep_surface(n);
  } while (residual_surface(n) > SURFACE_TOLERANCE);
}

/* --- volume: a rim of one cell, set after every sweep to the cell inside --------------------------------------------- */

/* A source and a sink, far apart. */
static void fill_volume(int n) {
  const size_t w = n + 2;
  double sum = 0;
  for (int pass = 0; pass < 2; pass++)
    for (int k = 0; k < n; k++)
      for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++) {
          const size_t cell = ((size_t)(k + 1) * w + j + 1) * w + i + 1;
          if (pass) {
            b[cell] -= sum / ((double)n * n * n);
            continue;
          }
          const double x = (i + 0.5) / n, y = (j + 0.5) / n, z = (k + 0.5) / n;
          const double in = (x - 0.3) * (x - 0.3) + (y - 0.4) * (y - 0.4) + (z - 0.2) * (z - 0.2);
          const double out = (x - 0.6) * (x - 0.6) + (y - 0.5) * (y - 0.5) + (z - 0.8) * (z - 0.8);
          b[cell] = exp(-100 * in) - exp(-100 * out);
          sum += b[cell];
        }
}

static void rim(int n) {
  const size_t w = n + 2, plane = w * w;
  for (int a = 1; a <= n; a++)
    for (int c = 1; c <= n; c++) {
      p[a * plane + c * w] = p[a * plane + c * w + 1];
      p[a * plane + c * w + n + 1] = p[a * plane + c * w + n];
      p[a * plane + c] = p[a * plane + w + c];
      p[a * plane + (n + 1) * w + c] = p[a * plane + n * w + c];
      p[a * w + c] = p[plane + a * w + c];
      p[(n + 1) * plane + a * w + c] = p[n * plane + a * w + c];
    }
}

static double residual_volume(int n) {
  const size_t w = n + 2, plane = w * w;
  double left = 0, given = 0;
  for (int k = 1; k <= n; k++)
    for (int j = 1; j <= n; j++)
      for (int i = 1; i <= n; i++) {
        const size_t c = k * plane + j * w + i;
        const double r = b[c] - (6 * p[c] - p[c - 1] - p[c + 1] - p[c - w] - p[c + w] - p[c - plane] - p[c + plane]);
        left += r * r;
        given += b[c] * b[c];
      }
  return sqrt(left / given);
}

static void sweep_volume(int n) {
  const size_t w = n + 2, plane = w * w;
  for (int k = 1; k <= n; k++)
    for (int j = 1; j <= n; j++)
      for (int i = 1; i <= n; i++) {
        const size_t c = k * plane + j * w + i;
        p[c] = (b[c] + p[c - 1] + p[c + 1] + p[c - w] + p[c + w] + p[c - plane] + p[c + plane]) * (1.0 / 6.0);
      }
  rim(n);
}

/* Between walls p is known but for a constant, and the sweeps leave one of their own. */
static double mean(int n) {
  const size_t w = n + 2, plane = w * w;
  double sum = 0;
  for (int k = 1; k <= n; k++)
    for (int j = 1; j <= n; j++)
      for (int i = 1; i <= n; i++) sum += p[k * plane + j * w + i];
  return sum / ((double)n * n * n);
}

static void solve_volume(int n) {
  memset(p, 0, (size_t)(n + 2) * (n + 2) * (n + 2) * sizeof *p);
  do {
    for (int s = 0; s < 16; s++) sweep_volume(n);
  } while (residual_volume(n) > VOLUME_TOLERANCE);
}

/* --------------------------------------------------------------------------------------------------------------------- */

static void *allocate(size_t bytes) {
  void *array = calloc(1, bytes);
  if (!array) {
    fprintf(stderr, "no memory for %zu bytes\n", bytes);
    exit(1);
  }
  return array;
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}

int main(int argc, char **argv) {
  const int volume = argc == 2 && !strcmp(argv[1], "volume");
  if (!volume && !(argc == 2 && !strcmp(argv[1], "surface"))) {
    fprintf(stderr, "usage: poisson surface|volume\n");
    return 2;
  }
  void (*solve)(int) = volume ? solve_volume : solve_surface;

  int size = 0;
  char line[256];
  while (fgets(line, sizeof line, stdin)) {
    char command[16];
    int n = 0, times = 0;
    if (!strncmp(line, "quit", 4)) break;
    const int words = sscanf(line, "%15s %d %d", command, &n, &times);
    const int check = words == 3 && !strcmp(command, "check");
    const int run = words == 3 && !strcmp(command, "run");
    if ((!check && !run) || n < 8 || n > 4096 || times < 1) {
      fprintf(stderr, "cannot read: %s", line);
      return 2;
    }
    if (n != size) {
      const size_t w = n + 2, cells = volume ? w * w * w : w * w;
      free(p);
      free(b);
      free(covered);
      p = allocate(cells * sizeof *p);
      b = allocate(cells * sizeof *b);
      covered = allocate(cells);
      size = n;
      (volume ? fill_volume : fill_surface)(n);
    }
    const double start = now();
    for (int t = 0; t < times; t++) solve(n);
    const double seconds = now() - start;
    if (check) {
      const size_t w = n + 2, step = volume ? w * w + w + 1 : w + 1;
      const double level = volume ? mean(n) : 0;
      for (int i = 1; i <= n; i++) printf("%.9g%c", p[i * step] - level, i < n ? ' ' : '\n');
    } else {
      printf("%.9f\n", seconds);
    }
    fflush(stdout);
  }
  free(p);
  free(b);
  free(covered);
  return 0;
}
