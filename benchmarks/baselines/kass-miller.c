/*
 * The step of packages/textbook/src/kass-miller.ts (kassMiller2D) in C, single precision, one thread.
 *
 *   kass-miller document   as the document goes: for each row the matrix and Thomas's elimination, then for each column the
 *                          same on a copy of the column, so that one routine serves both and its loops run along memory
 *   kass-miller abreast    the same rows; then the columns all at once, the elimination going down the grid row by row, so
 *                          that this half turns into SIMD, and reciprocals of the pivots kept, so that each cell has
 *                          one division a direction instead of two
 *
 * Commands on stdin, one answer line each on stdout:
 *
 *   run <n> <steps>      seconds taken by that many steps of an n x n pool
 *   check <n> <steps>    restarts the pool, steps it, prints the elevations along the diagonal
 *   quit
 *
 * A pool is allocated, filled and warmed when its n is first asked for, and kept until another n is asked for.
 */
#include <math.h>

#include "orders.h"

/* Volatile, so that the compiler may not fold the parameters into the loops: a library does not know them either. */
static const volatile float G = 9.81f;   /* gravity [m/s2] */
static const volatile float DX = 1.0f;   /* cell size [m] */
static const volatile float DT = 0.1f;   /* time step [s]: sqrt(g d) dt = 0.99 dx on 10 m of water */
static const volatile float TAU = 0.0f;  /* part of the motion lost a step */

static float *eta, *eta_old, *bed, *d, *x; /* n x n each; x is the right-hand side, then the solution */
static float *pivot_all;                   /* n x n, `abreast` alone: reciprocals of the pivots of all columns */
static float *e, *f, *line_d, *line_x;     /* n each */

/* A: diagonal e, neighbours f, for a line of n depths. */
static void matrix(int n, const float *restrict d, float *restrict e, float *restrict f, float k) {
  for (int i = 0; i < n - 1; i++) f[i] = -k * (d[i] + d[i + 1]);
  e[0] = 1.0f + k * (d[0] + d[1]);
  for (int i = 1; i < n - 1; i++) e[i] = 1.0f + k * (d[i - 1] + 2.0f * d[i] + d[i + 1]);
  e[n - 1] = 1.0f + k * (d[n - 2] + d[n - 1]);
}

/* Thomas: A x = b with b in x at the start. The diagonal becomes the pivots. */
static void thomas(int n, float *restrict e, const float *restrict f, float *restrict x) {
  for (int i = 1; i < n; i++) {
    const float m = f[i - 1] / e[i - 1];
    e[i] -= m * f[i - 1];
    x[i] -= m * x[i - 1];
  }
  x[n - 1] /= e[n - 1];
  for (int i = n - 2; i >= 0; i--) x[i] = (x[i] - f[i] * x[i + 1]) / e[i];
}

/* The same with each pivot's reciprocal taken once and kept. */
static void thomas_reciprocal(int n, float *restrict e, const float *restrict f, float *restrict x) {
  e[0] = 1.0f / e[0];
  for (int i = 1; i < n; i++) {
    const float m = f[i - 1] * e[i - 1];
    e[i] = 1.0f / (e[i] - m * f[i - 1]);
    x[i] -= m * x[i - 1];
  }
  x[n - 1] *= e[n - 1];
  for (int i = n - 2; i >= 0; i--) x[i] = (x[i] - f[i] * x[i + 1]) * e[i];
}

/* Depths, and where the water would be if it went on as before. */
static void begin(int n) {
  const float keep = 1.0f - TAU;
  const size_t cells = (size_t)n * n;
  float *restrict depth = d, *restrict right = x;
  const float *restrict now = eta, *restrict old = eta_old, *restrict ground = bed;
  for (size_t c = 0; c < cells; c++) {
    const float column = now[c] - ground[c];
    depth[c] = column > 0.0f ? column : 0.0f;
    right[c] = now[c] + keep * (now[c] - old[c]);
  }
}

/* The solution is the water now, the water now the water before; the oldest array is free for the next right-hand side. */
static void end(void) {
  float *oldest = eta_old;
  eta_old = eta;
  eta = x;
  x = oldest;
}

static float coupling(void) { return G * DT * DT / (2.0f * DX * DX); }

static void step_document(int n) {
  const float k = coupling();
  begin(n);
  for (int j = 0; j < n; j++) {
    const size_t row = (size_t)j * n;
    matrix(n, d + row, e, f, k);
    thomas(n, e, f, x + row);
  }
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) {
      line_d[j] = d[(size_t)j * n + i];
      line_x[j] = x[(size_t)j * n + i];
    }
    matrix(n, line_d, e, f, k);
    thomas(n, e, f, line_x);
    for (int j = 0; j < n; j++) x[(size_t)j * n + i] = line_x[j];
  }
  end();
}

static void step_abreast(int n) {
  const float k = coupling();
  begin(n);
  for (int j = 0; j < n; j++) {
    const size_t row = (size_t)j * n;
    matrix(n, d + row, e, f, k);
    thomas_reciprocal(n, e, f, x + row);
  }
  for (int j = 0; j < n; j++) {
    const float *restrict here = d + (size_t)j * n;
    const float *restrict back = j > 0 ? here - n : NULL;
    const float *restrict front = j < n - 1 ? here + n : NULL;
    float *restrict pivot = pivot_all + (size_t)j * n;
    float *restrict value = x + (size_t)j * n;
    if (!back) {
      for (int i = 0; i < n; i++) pivot[i] = 1.0f / (1.0f + k * (here[i] + front[i]));
      continue;
    }
    const float *restrict pivot_back = pivot - n, *restrict value_back = value - n;
    for (int i = 0; i < n; i++) {
      const float face = -k * (back[i] + here[i]);
      const float sum = front ? back[i] + 2.0f * here[i] + front[i] : back[i] + here[i];
      const float m = face * pivot_back[i];
      pivot[i] = 1.0f / (1.0f + k * sum - m * face);
      value[i] -= m * value_back[i];
    }
  }
  for (int j = n - 1; j >= 0; j--) {
    const float *restrict here = d + (size_t)j * n;
    const float *restrict pivot = pivot_all + (size_t)j * n;
    float *restrict value = x + (size_t)j * n;
    if (j == n - 1) {
      for (int i = 0; i < n; i++) value[i] *= pivot[i];
      continue;
    }
    const float *restrict front = here + n, *restrict value_front = value + n;
    for (int i = 0; i < n; i++) value[i] = (value[i] + k * (here[i] + front[i]) * value_front[i]) * pivot[i];
  }
  end();
}

/* 10 m of water over ground with hills 4 m high, everywhere wet, and a bump out of the middle, so that an edge or an axis
   taken for another shows. The water comes to rest above 0, so that no number becomes denormal. */
static void fill(int n) {
  for (int j = 0; j < n; j++) {
    for (int i = 0; i < n; i++) {
      const size_t cell = (size_t)j * n + i;
      const float a = (i + 0.5f - 0.4f * n) / (n / 8.0f);
      const float b = (j + 0.5f - 0.55f * n) / (n / 8.0f);
      const float away = (i + 0.5f - 0.7f * n) / (n / 6.0f);
      const float along = (j + 0.5f - 0.3f * n) / (n / 6.0f);
      eta[cell] = eta_old[cell] = 1.0f + expf(-(a * a + b * b));
      bed[cell] = -9.0f + 4.0f * expf(-(away * away + along * along));
    }
  }
}

static float *allocate(size_t floats) {
  const size_t bytes = (floats * sizeof(float) + 63) / 64 * 64;
  float *array = aligned_alloc(64, bytes);
  if (!array) {
    fprintf(stderr, "no memory for %zu cells\n", floats);
    exit(1);
  }
  memset(array, 0, bytes);
  return array;
}

static float **const grids[] = {&eta, &eta_old, &bed, &d, &x, &pivot_all};
static float **const lines[] = {&e, &f, &line_d, &line_x};

static void release(void) {
  for (size_t a = 0; a < sizeof grids / sizeof *grids; a++) free(*grids[a]);
  for (size_t a = 0; a < sizeof lines / sizeof *lines; a++) free(*lines[a]);
}

int main(int argc, char **argv) {
  void (*step)(int) = NULL;
  if (argc == 2 && !strcmp(argv[1], "document")) step = step_document;
  if (argc == 2 && !strcmp(argv[1], "abreast")) step = step_abreast;
  if (!step) {
    fprintf(stderr, "usage: kass-miller document|abreast\n");
    return 2;
  }

  int size = 0;
  int n = 0, steps = 0;
  for (enum order order; (order = next_order(&n, &steps, 32768)) != QUIT;) {
    if (n != size) {
      release();
      for (size_t a = 0; a < sizeof grids / sizeof *grids; a++) *grids[a] = allocate((size_t)n * n);
      for (size_t a = 0; a < sizeof lines / sizeof *lines; a++) *lines[a] = allocate(n);
      size = n;
      fill(n);
      for (int s = 0; s < 2; s++) step(n);
    }
    if (order == CHECK) {
      fill(n);
      for (int s = 0; s < steps; s++) step(n);
      for (int i = 0; i < n; i++) printf("%.9g%c", eta[(size_t)i * n + i], i < n - 1 ? ' ' : '\n');
    } else {
      const double start = now();
      for (int s = 0; s < steps; s++) step(n);
      printf("%.9f\n", now() - start);
    }
    fflush(stdout);
  }
  release();
  return 0;
}
