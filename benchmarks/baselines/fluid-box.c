/*
 * The step of packages/textbook/src/fluid-box.ts in 2-D in C, single precision, one thread: density (add, diffuse, advect) and velocity (add,
 * diffuse, project, advect, project), 20 Gauss-Seidel sweeps to a solve, the rim after every sweep.
 *
 *   fluid-box slides      cell after cell with the newest values, in the order of memory
 *   fluid-box redblack    cells of one colour, then of the other: as good a solver, and its loops can run ahead
 *
 * Orders as in orders.h; `check` prints u along the diagonal. The vortex that fills the box, and a puff of smoke.
 */
#include <math.h>

#include "orders.h"

#define PI 3.14159265358979323846

/* Volatile, so that the compiler may not fold the parameters into the loops. The box is 1 m wide. */
static const volatile float DIFFUSION = 1e-4f, VISCOSITY = 1e-4f, COURANT = 1.0f;
static const volatile int SWEEPS = 20;

static float *density, *u, *v, *x, *y, *p, *right; /* (n + 2) x (n + 2) each */
static int red_black;

/* b: 0 a density, 1 the velocity along x, 2 along y. Faces, then corners. */
static void set_bounds(int n, int b, float *q) {
  const int w = n + 2;
  for (int i = 1; i <= n; i++) {
    q[i * w] = b == 1 ? -q[i * w + 1] : q[i * w + 1];
    q[i * w + n + 1] = b == 1 ? -q[i * w + n] : q[i * w + n];
    q[i] = b == 2 ? -q[w + i] : q[w + i];
    q[(n + 1) * w + i] = b == 2 ? -q[n * w + i] : q[n * w + i];
  }
  q[0] = 0.5f * (q[1] + q[w]);
  q[n + 1] = 0.5f * (q[n] + q[w + n + 1]);
  q[(n + 1) * w] = 0.5f * (q[(n + 1) * w + 1] + q[n * w]);
  q[(n + 1) * w + n + 1] = 0.5f * (q[(n + 1) * w + n] + q[n * w + n + 1]);
}

/* x = (x0 + a sum of neighbours)/c from zeros. */
static void solve(int n, int b, float *q, const float *q0, float a, float c) {
  const int w = n + 2;
  const float scale = 1.0f / c;
  memset(q, 0, (size_t)w * w * sizeof *q);
  for (int sweep = 0; sweep < SWEEPS; sweep++) {
    if (red_black)
      for (int colour = 0; colour < 2; colour++)
        for (int j = 1; j <= n; j++)
          for (int i = 1 + ((j + colour) & 1); i <= n; i += 2) {
            const int k = j * w + i;
            q[k] = (q0[k] + a * (q[k - 1] + q[k + 1] + q[k - w] + q[k + w])) * scale;
          }
    else
      for (int j = 1; j <= n; j++)
        for (int i = 1; i <= n; i++) {
          const int k = j * w + i;
          q[k] = (q0[k] + a * (q[k - 1] + q[k + 1] + q[k - w] + q[k + w])) * scale;
        }
    set_bounds(n, b, q);
  }
}

static float clamp(float value, float low, float high) { return value < low ? low : value > high ? high : value; }

static void advect(int n, int b, float *restrict q, const float *restrict q0, const float *restrict us, const float *restrict vs, float dt) {
  const int w = n + 2;
  const float rate = dt * n;
  for (int j = 1; j <= n; j++)
    for (int i = 1; i <= n; i++) {
      const int k = j * w + i;
      const float from_x = clamp(i - rate * us[k], 0.5f, n + 0.5f), from_y = clamp(j - rate * vs[k], 0.5f, n + 0.5f);
      const int i0 = (int)from_x, j0 = (int)from_y;
      const float s = from_x - i0, t = from_y - j0;
      const float *near = q0 + j0 * w + i0;
      q[k] = (1 - t) * ((1 - s) * near[0] + s * near[1]) + t * ((1 - s) * near[w] + s * near[w + 1]);
    }
  set_bounds(n, b, q);
}

static void project(int n, float *restrict us, float *restrict vs) {
  const int w = n + 2;
  const float dx = 1.0f / n;
  for (int j = 1; j <= n; j++)
    for (int i = 1; i <= n; i++) {
      const int k = j * w + i;
      right[k] = -0.5f * dx * (us[k + 1] - us[k - 1] + vs[k + w] - vs[k - w]);
    }
  solve(n, 0, p, right, 1, 4);
  for (int j = 1; j <= n; j++)
    for (int i = 1; i <= n; i++) {
      const int k = j * w + i;
      us[k] -= 0.5f * n * (p[k + 1] - p[k - 1]);
      vs[k] -= 0.5f * n * (p[k + w] - p[k - w]);
    }
  set_bounds(n, 1, us);
  set_bounds(n, 2, vs);
}

static void step(int n) {
  const float dt = COURANT / n, spread = dt * VISCOSITY * n * n, blur = dt * DIFFUSION * n * n;
  solve(n, 1, x, u, spread, 1 + 4 * spread);
  solve(n, 2, y, v, spread, 1 + 4 * spread);
  project(n, x, y);
  advect(n, 1, u, x, x, y, dt);
  advect(n, 2, v, y, x, y, dt);
  project(n, u, v);
  solve(n, 0, x, density, blur, 1 + 4 * blur);
  advect(n, 0, density, x, u, v, dt);
}

static void fill(int n) {
  const int w = n + 2;
  for (int j = 1; j <= n; j++)
    for (int i = 1; i <= n; i++) {
      const double a = PI * (i - 0.5) / n, b = PI * (j - 0.5) / n;
      u[j * w + i] = (float)(sin(a) * cos(b));
      v[j * w + i] = (float)(-cos(a) * sin(b));
      density[j * w + i] = i > n / 4 && i <= n / 2 && j > n / 4 && j <= n / 2;
    }
  set_bounds(n, 1, u);
  set_bounds(n, 2, v);
  set_bounds(n, 0, density);
}

static float *make(int n) {
  float *field = calloc((size_t)(n + 2) * (n + 2), sizeof *field);
  if (!field) {
    fprintf(stderr, "no memory\n");
    exit(1);
  }
  return field;
}

int main(int argc, char **argv) {
  if (argc != 2 || (strcmp(argv[1], "slides") && strcmp(argv[1], "redblack"))) {
    fprintf(stderr, "usage: fluid-box slides|redblack\n");
    return 2;
  }
  red_black = !strcmp(argv[1], "redblack");
  float **fields[] = {&density, &u, &v, &x, &y, &p, &right};
  int size = 0, n, steps;
  for (enum order order; (order = next_order(&n, &steps, 4096)) != QUIT;) {
    if (order == VERSION) {
      printf("none\n");
      fflush(stdout);
      continue;
    }
    if (n != size || order == CHECK) {
      for (int f = 0; f < 7; f++) {
        free(*fields[f]);
        *fields[f] = make(n);
      }
      size = n;
      fill(n);
    }
    const double start = now();
    for (int s = 0; s < steps; s++) step(n);
    const double seconds = now() - start;
    if (order == CHECK)
      for (int i = 1; i <= n; i++) printf("%.9g%c", u[i * (n + 2) + i], i < n ? ' ' : '\n');
    else
      printf("%.9f\n", seconds);
    fflush(stdout);
  }
  return 0;
}
