/*
 * FFTW (Frigo and Johnson, "The Design and Implementation of FFTW3", Proc. IEEE 93, 2005), single precision, one thread,
 * in place, planned by measurement (FFTW_MEASURE) without wisdom from elsewhere.
 *
 *   fftw pair           one step: a complex transform of n x n forward and backward
 *   fftw backward <m>   one step: m complex transforms of n x n backward, each on an array of its own
 *
 * Commands on stdin, one answer line each on stdout:
 *
 *   run <n> <steps>      seconds taken by that many steps
 *   check <n> <steps>    fills the arrays, makes the steps, prints the last array's diagonal: re im re im ...
 *   version              FFTW's own name with its version and the SIMD it was built for
 *   quit
 *
 * A plan is made when its n is first asked for, outside the timing, and kept until another n is asked for. FFTW does
 * not normalise. `run` therefore divides by n per transform after each step, outside the timing: unscaled, the numbers would be
 * infinite after a few steps. `check` leaves them as they are.
 */
#include <fftw3.h>
#include <stdint.h>

#include "orders.h"

static fftwf_complex *arrays; /* `count` arrays of n x n, one after the other */
static fftwf_plan forward, backward;
static int count = 1, pair;

/* A spread of numbers in [-0.5, 0.5) that any language repeats exactly: Knuth's multiplicative hash, upper 24 bits. */
static float scatter(uint32_t k) { return (float)((k * 2654435761u) >> 8) / 16777216.0f - 0.5f; }

static void fill(int n) {
  const size_t cells = (size_t)count * n * n;
  for (size_t cell = 0; cell < cells; cell++) {
    arrays[cell][0] = scatter(2 * cell);
    arrays[cell][1] = scatter(2 * cell + 1);
  }
}

static void scale(int n, float factor) {
  const size_t cells = (size_t)count * n * n;
  for (size_t cell = 0; cell < cells; cell++) {
    arrays[cell][0] *= factor;
    arrays[cell][1] *= factor;
  }
}

static void release(void) {
  if (forward) fftwf_destroy_plan(forward);
  if (backward) fftwf_destroy_plan(backward);
  if (arrays) fftwf_free(arrays);
}

/* Planning overwrites the arrays, so it comes before filling. */
static void prepare(int n) {
  release();
  const int size[2] = {n, n};
  arrays = fftwf_malloc(sizeof(fftwf_complex) * count * n * n);
  if (!arrays) {
    fprintf(stderr, "no memory for %d x %d numbers\n", n, n);
    exit(1);
  }
  forward = pair ? fftwf_plan_dft_2d(n, n, arrays, arrays, FFTW_FORWARD, FFTW_MEASURE) : NULL;
  backward = fftwf_plan_many_dft(2, size, count, arrays, NULL, 1, n * n, arrays, NULL, 1, n * n, FFTW_BACKWARD,
                                 FFTW_MEASURE);
  if ((pair && !forward) || !backward) {
    fprintf(stderr, "no plan for %d x %d\n", n, n);
    exit(1);
  }
}

static void step(void) {
  if (pair) fftwf_execute(forward);
  fftwf_execute(backward);
}

int main(int argc, char **argv) {
  pair = argc == 2 && !strcmp(argv[1], "pair");
  if (argc == 3 && !strcmp(argv[1], "backward")) count = atoi(argv[2]);
  else if (!pair) count = 0;
  if (count < 1) {
    fprintf(stderr, "usage: fftw pair | fftw backward <m>\n");
    return 2;
  }

  int size = 0;
  int n = 0, steps = 0;
  for (enum order order; (order = next_order(&n, &steps, 8192)) != QUIT;) {
    if (order == VERSION) {
      printf("%s\n", fftwf_version);
      fflush(stdout);
      continue;
    }
    if (n != size) {
      prepare(n);
      fill(n);
      size = n;
    }
    if (order == CHECK) {
      fill(n);
      for (int s = 0; s < steps; s++) step();
      const fftwf_complex *last = arrays + (size_t)(count - 1) * n * n;
      for (int i = 0; i < n; i++) {
        const float *value = last[(size_t)i * n + i];
        printf("%.9g %.9g%c", value[0], value[1], i < n - 1 ? ' ' : '\n');
      }
      fill(n);
    } else {
      double seconds = 0;
      for (int s = 0; s < steps; s++) {
        const double start = now();
        step();
        seconds += now() - start;
        scale(n, pair ? 1.0f / n / n : 1.0f / n);
      }
      printf("%.9f\n", seconds);
    }
    fflush(stdout);
  }
  release();
  return 0;
}
