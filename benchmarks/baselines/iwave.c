/*
 * The step of packages/textbook/src/iwave.ts (iwaveStep) in C, single precision, one thread, window of 13 x 13 weights.
 *
 *   iwave slides   ComputeDPhi as the slides print it: x outside, y inside, though memory runs along x
 *   iwave rows     the same 169 products a cell with x inside, the weights of a row of the window in registers and no
 *                  edges in the inner loop, so that this turns into SIMD; no use is made of the window's symmetry
 *
 * Neither has the slides' sources and matte: open water, left alone. The slides' loop covers "just the interior"; the
 * rim is computed apart, a missing neighbour replaced by the nearest cell of the grid, as in the textbook.
 *
 * Commands on stdin, one answer line each on stdout:
 *
 *   run <n> <steps>      seconds taken by that many steps of n x n cells
 *   check <n> <steps>    prints the heights along the diagonal after that many steps
 *   quit
 *
 * Both begin with a fresh bump, outside the timing: the published window makes every run explode in the end.
 */
#include <math.h>

#include "orders.h"

enum { KERNEL_SIZE = 6, WIDTH = 2 * KERNEL_SIZE + 1 };

/* Volatile, so that the compiler may not fold the parameters into the loops: a library does not know them either. */
static const volatile float G = 1.0f;  /* gravity, in the units of the window */
static const volatile float DT = 0.1f; /* time step [s]: sqrt(g) dt = 0.1, below the limit of 0.798 */

static float W[WIDTH][WIDTH];
static int iwidth, iheight;
static float *h, *phi, *Dphi;
static float *padded; /* rows of phi with KERNEL_SIZE cells more at both ends; `rows` alone uses it */

static int clamp(int index, int count) { return index < 0 ? 0 : index < count ? index : count - 1; }

/* The slides' function, its interior only. */
static void ComputeDPhi(float *phi, float *dphi) {
  for (int ix = KERNEL_SIZE; ix < iwidth - KERNEL_SIZE; ix++) {
    for (int iy = KERNEL_SIZE; iy < iheight - KERNEL_SIZE; iy++) {
      int index = ix + iwidth * iy;
      float vd = 0;
      for (int iix = -KERNEL_SIZE; iix <= KERNEL_SIZE; iix++) {
        for (int iiy = -KERNEL_SIZE; iiy <= KERNEL_SIZE; iiy++) {
          int iindex = ix + iix + iwidth * (iy + iiy);
          vd += W[iix + KERNEL_SIZE][iiy + KERNEL_SIZE] * phi[iindex];
        }
      }
      dphi[index] = vd;
    }
  }
}

/* What the slides leave out: the cells less than KERNEL_SIZE from an edge. */
static void ComputeDPhiOnRim(float *phi, float *dphi) {
  for (int iy = 0; iy < iheight; iy++) {
    const int inside = iy >= KERNEL_SIZE && iy < iheight - KERNEL_SIZE;
    for (int ix = 0; ix < iwidth; ix++) {
      if (inside && ix == KERNEL_SIZE && iwidth > 2 * KERNEL_SIZE) ix = iwidth - KERNEL_SIZE;
      float vd = 0;
      for (int iiy = -KERNEL_SIZE; iiy <= KERNEL_SIZE; iiy++) {
        const int row = clamp(iy + iiy, iheight);
        for (int iix = -KERNEL_SIZE; iix <= KERNEL_SIZE; iix++)
          vd += W[iix + KERNEL_SIZE][iiy + KERNEL_SIZE] * phi[clamp(ix + iix, iwidth) + iwidth * row];
      }
      dphi[ix + iwidth * iy] = vd;
    }
  }
}

static void DPhi_slides(float *phi, float *dphi) {
  ComputeDPhi(phi, dphi);
  ComputeDPhiOnRim(phi, dphi);
}

static void DPhi_rows(float *restrict phi, float *restrict dphi) {
  const int nx = iwidth, nz = iheight;
  const size_t stride = (size_t)nx + 2 * KERNEL_SIZE;
  for (int j = 0; j < nz; j++) {
    float *row = padded + j * stride;
    memcpy(row + KERNEL_SIZE, phi + (size_t)j * nx, nx * sizeof(float));
    for (int k = 0; k < KERNEL_SIZE; k++) {
      row[k] = row[KERNEL_SIZE];
      row[KERNEL_SIZE + nx + k] = row[KERNEL_SIZE + nx - 1];
    }
  }
  for (int j = 0; j < nz; j++) {
    float *restrict sum = dphi + (size_t)j * nx;
    memset(sum, 0, nx * sizeof(float));
    for (int b = 0; b < WIDTH; b++) {
      const float *restrict p = padded + clamp(j + b - KERNEL_SIZE, nz) * stride;
      const float w0 = W[0][b], w1 = W[1][b], w2 = W[2][b], w3 = W[3][b], w4 = W[4][b], w5 = W[5][b], w6 = W[6][b];
      const float w7 = W[7][b], w8 = W[8][b], w9 = W[9][b], w10 = W[10][b], w11 = W[11][b], w12 = W[12][b];
      for (int i = 0; i < nx; i++) {
        sum[i] += w0 * p[i] + w1 * p[i + 1] + w2 * p[i + 2] + w3 * p[i + 3] + w4 * p[i + 4] + w5 * p[i + 5] +
                  w6 * p[i + 6] + w7 * p[i + 7] + w8 * p[i + 8] + w9 * p[i + 9] + w10 * p[i + 10] + w11 * p[i + 11] +
                  w12 * p[i + 12];
      }
    }
  }
}

/* Restrict serves `rows` and `slides` alike; only ComputeDPhi is kept to the letter. */
static void step(void (*DPhi)(float *, float *), float *restrict h, float *restrict phi, float *restrict Dphi) {
  const float g = G, dt = DT;
  const size_t cells = (size_t)iwidth * iheight;
  for (size_t i = 0; i < cells; i++) phi[i] -= 0.5f * dt * g * h[i];
  DPhi(phi, Dphi);
  for (size_t i = 0; i < cells; i++) {
    h[i] += dt * Dphi[i];
    phi[i] -= 0.5f * dt * g * h[i];
  }
}

/* The slides' w(x, sigma) with sigma = 1. */
static double weight(double r) {
  double norm = 0, kern = 0;
  for (int n = 0; n <= 1000; n++) {
    const double k = 0.01 * n, filtered = k * k * exp(-k * k);
    norm += filtered;
    kern += filtered * j0(r * k);
  }
  return kern / norm;
}

/* A bump out of the middle, so that an edge or an axis taken for another shows, and wide enough to stand at the edges
   from the start and to be far from denormal everywhere (e^-11): slow arithmetic on tiny numbers is not what is measured. */
static void fill(int n) {
  for (int j = 0; j < n; j++) {
    for (int i = 0; i < n; i++) {
      const float x = (i + 0.5f - 0.4f * n) / (n / 4.0f);
      const float z = (j + 0.5f - 0.55f * n) / (n / 4.0f);
      h[(size_t)j * n + i] = expf(-(x * x + z * z));
      phi[(size_t)j * n + i] = 0.0f;
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

static void release(void) {
  free(h);
  free(phi);
  free(Dphi);
  free(padded);
}

int main(int argc, char **argv) {
  void (*DPhi)(float *, float *) = NULL;
  if (argc == 2 && !strcmp(argv[1], "slides")) DPhi = DPhi_slides;
  if (argc == 2 && !strcmp(argv[1], "rows")) DPhi = DPhi_rows;
  if (!DPhi) {
    fprintf(stderr, "usage: iwave slides|rows\n");
    return 2;
  }
  for (int a = 0; a < WIDTH; a++)
    for (int b = 0; b < WIDTH; b++) W[a][b] = weight(hypot(a - KERNEL_SIZE, b - KERNEL_SIZE));

  int n = 0, steps = 0;
  for (enum order order; (order = next_order(&n, &steps, 32768)) != QUIT;) {
    if (n != iwidth) {
      release();
      h = allocate((size_t)n * n);
      phi = allocate((size_t)n * n);
      Dphi = allocate((size_t)n * n);
      padded = allocate((size_t)n * (n + 2 * KERNEL_SIZE));
      iwidth = iheight = n;
    }
    fill(n);
    const double start = now();
    for (int s = 0; s < steps; s++) step(DPhi, h, phi, Dphi);
    const double seconds = now() - start;
    if (order == CHECK)
      for (int i = 0; i < n; i++) printf("%.9g%c", h[(size_t)i * n + i], i < n - 1 ? ' ' : '\n');
    else
      printf("%.9f\n", seconds);
    fflush(stdout);
  }
  release();
  return 0;
}
