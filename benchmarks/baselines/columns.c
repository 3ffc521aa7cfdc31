/*
 * The loop of packages/textbook/src/columns.ts (columns2D) in C, single precision, one thread.
 *
 *   columns naive   as on the slide: every neighbour tested for the edge
 *   columns clean   the same two passes with the edges taken out of the inner loops, so that these have no branches,
 *                   start aligned, and turn into SIMD
 *
 * Commands on stdin, one answer line each on stdout:
 *
 *   run <n> <steps>      seconds taken by that many steps of an n x n basin
 *   check <n> <steps>    restarts the basin, steps it, prints the heights along the diagonal
 *   quit
 *
 * A basin is allocated, filled and warmed when its n is first asked for, and kept until another n is asked for.
 */
#include <math.h>

#include "orders.h"

/* Volatile, so that the compiler may not fold the parameters into the loops: a library does not know them either. */
static const volatile float C = 1.0f;  /* wave speed [m/s] */
static const volatile float DX = 1.0f; /* column width [m] */
static const volatile float DT = 0.5f; /* time step [s]: c dt/dx = 0.5, below the 2-D limit of 0.707 */

static void step_naive(int n, float *restrict h, float *restrict v) {
  const float c = C, dx = DX, dt = DT;
  const float k = c * c / (dx * dx);
  for (int j = 0; j < n; j++) {
    for (int i = 0; i < n; i++) {
      const size_t cell = (size_t)j * n + i;
      const float left = i > 0 ? h[cell - 1] : h[cell];
      const float right = i < n - 1 ? h[cell + 1] : h[cell];
      const float back = j > 0 ? h[cell - n] : h[cell];
      const float front = j < n - 1 ? h[cell + n] : h[cell];
      const float a = k * (left + right + back + front - 4.0f * h[cell]);
      v[cell] += dt * a;
    }
  }
  for (size_t cell = 0; cell < (size_t)n * n; cell++) h[cell] += dt * v[cell];
}

/*
 * The rows run through one loop from end to end, which reads one float too far on both sides (allocate() leaves room
 * for that) and gets the two end cells wrong; those are computed apart and put in afterwards. Peeling them off the
 * loop instead was tried: then the loop starts at the second cell, no vector store is aligned, and a basin that fits
 * the cache takes 1.4 times as long.
 */
static void step_clean(int n, float *restrict h, float *restrict v) {
  const float c = C, dx = DX, dt = DT;
  const float k = c * c / (dx * dx);
  const int e = n - 1;
  for (int j = 0; j < n; j++) {
    const float *restrict here = h + (size_t)j * n;
    const float *restrict back = j > 0 ? here - n : here; /* a missing row is replaced by the row itself */
    const float *restrict front = j < n - 1 ? here + n : here;
    float *restrict vel = v + (size_t)j * n;
    const float first = vel[0] + dt * (k * (here[0] + here[1] + back[0] + front[0] - 4.0f * here[0]));
    const float last = vel[e] + dt * (k * (here[e - 1] + here[e] + back[e] + front[e] - 4.0f * here[e]));
    for (int i = 0; i < n; i++) vel[i] += dt * (k * (here[i - 1] + here[i + 1] + back[i] + front[i] - 4.0f * here[i]));
    vel[0] = first;
    vel[e] = last;
  }
  for (size_t cell = 0; cell < (size_t)n * n; cell++) h[cell] += dt * v[cell];
}

/* A bump as wide as a quarter of the basin, far from denormal in the corners (e^-32): slow arithmetic on tiny numbers
   is not what is measured. */
static void fill(int n, float *h, float *v) {
  const float radius = n / 8.0f;
  for (int j = 0; j < n; j++) {
    for (int i = 0; i < n; i++) {
      const float x = (i + 0.5f - n / 2.0f) / radius;
      const float z = (j + 0.5f - n / 2.0f) / radius;
      h[(size_t)j * n + i] = expf(-(x * x + z * z));
      v[(size_t)j * n + i] = 0.0f;
    }
  }
}

/* Aligned for vector loads and stores, with a cache line to spare before and after. */
enum { SPARE = 16 };

static float *allocate(int n) {
  const size_t floats = ((size_t)n * n + 15) / 16 * 16 + 2 * SPARE;
  float *array = aligned_alloc(64, floats * sizeof(float));
  if (!array) {
    fprintf(stderr, "no memory for %d x %d columns\n", n, n);
    exit(1);
  }
  memset(array, 0, floats * sizeof(float));
  return array + SPARE;
}

static void release(float *array) {
  if (array) free(array - SPARE);
}

int main(int argc, char **argv) {
  void (*step)(int, float *restrict, float *restrict) = NULL;
  if (argc == 2 && !strcmp(argv[1], "naive")) step = step_naive;
  if (argc == 2 && !strcmp(argv[1], "clean")) step = step_clean;
  if (!step) {
    fprintf(stderr, "usage: columns naive|clean\n");
    return 2;
  }

  int size = 0;
  float *h = NULL, *v = NULL;
  int n = 0, steps = 0;
  for (enum order order; (order = next_order(&n, &steps, 32768)) != QUIT;) {
    if (n != size) {
      release(h);
      release(v);
      h = allocate(n);
      v = allocate(n);
      size = n;
      fill(n, h, v);
      for (int s = 0; s < 4; s++) step(n, h, v);
    }
    if (order == CHECK) {
      fill(n, h, v);
      for (int s = 0; s < steps; s++) step(n, h, v);
      for (int i = 0; i < n; i++) printf("%.9g%c", h[(size_t)i * n + i], i < n - 1 ? ' ' : '\n');
    } else {
      const double start = now();
      for (int s = 0; s < steps; s++) step(n, h, v);
      printf("%.9f\n", now() - start);
    }
    fflush(stdout);
  }
  release(h);
  release(v);
  return 0;
}
