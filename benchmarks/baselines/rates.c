/*
 * What a core can do at best, whatever the program: the rates that bound the other cases.
 *
 *   rates add          additions of vectors of 128 bits in registers, as many chains as hide their latency
 *   rates mix          the same, a multiplication for every two additions
 *   rates add-widest   additions of the widest vectors of the processor; answers `version` with their bytes
 *   rates copy         reads one array and writes another; n is their length in units of 1024 floats
 *
 * Commands as in orders.h. A step of the additions is 1024 rounds over all chains, whatever n is; one of `copy` is a copy.
 */
#include "orders.h"

enum { ROUNDS = 1024 };

/* Twelve chains and their increment fit into sixteen registers. An array of chains would be kept in memory, so that each has a name. */
#define EACH_CHAIN(DO) DO(0) DO(1) DO(2) DO(3) DO(4) DO(5) DO(6) DO(7) DO(8) DO(9) DO(10) DO(11)
#define DECLARE(c) vec chain##c = by * (float)c;
#define ADD(c) chain##c += by;
#define MIX(c)                                                                                                         \
  if (c % 3 == 0) chain##c *= by;                                                                                      \
  else chain##c += by;
/* The compiler may not know a value from one round to the next. */
#define HIDE(c) __asm__ volatile("" : "+x"(chain##c));
#define COLLECT(c) all += chain##c[0];

#define LOOP(name, bytes, OPERATE)                                                                                     \
  static float name(int steps) {                                                                                       \
    typedef float vec __attribute__((vector_size(bytes)));                                                             \
    vec by = {0};                                                                                                      \
    for (unsigned k = 0; k < bytes / 4; k++) by[k] = 1.0f;                                                             \
    EACH_CHAIN(DECLARE)                                                                                                \
    for (long round = 0; round < (long)steps * ROUNDS; round++) {                                                      \
      EACH_CHAIN(OPERATE)                                                                                              \
      EACH_CHAIN(HIDE)                                                                                                 \
    }                                                                                                                  \
    float all = 0;                                                                                                     \
    EACH_CHAIN(COLLECT)                                                                                                \
    return all;                                                                                                        \
  }

/* Bytes of the widest vectors that this program may use. */
#ifdef __AVX512F__
#define WIDEST 64
#elif defined __AVX__
#define WIDEST 32
#else
#define WIDEST 16
#endif

LOOP(add_narrow, 16, ADD)
LOOP(mix_narrow, 16, MIX)
LOOP(add_wide, WIDEST, ADD)

static float copy(float *restrict to, const float *restrict from, size_t count, int steps) {
  for (int s = 0; s < steps; s++) {
    for (size_t k = 0; k < count; k++) to[k] = from[k];
    __asm__ volatile("" ::: "memory");
  }
  return to[0];
}

int main(int argc, char **argv) {
  float (*loop)(int) = NULL;
  const char *what = argc == 2 ? argv[1] : "";
  if (!strcmp(what, "add")) loop = add_narrow;
  if (!strcmp(what, "mix")) loop = mix_narrow;
  if (!strcmp(what, "add-widest")) loop = add_wide;
  const int copies = !strcmp(what, "copy");
  if (!loop && !copies) {
    fprintf(stderr, "usage: rates add|mix|add-widest|copy\n");
    return 2;
  }
  /* Volatile: a sum that nobody reads would be dropped. */
  static volatile float kept;
  size_t count = 0;
  float *from = NULL, *to = NULL;
  int n = 0, steps = 0;
  for (enum order order; (order = next_order(&n, &steps, 1 << 20)) != QUIT;) {
    if (order == VERSION) {
      printf("%d\n", WIDEST);
      fflush(stdout);
      continue;
    }
    if (copies && count != (size_t)n * 1024) {
      count = (size_t)n * 1024;
      free(from);
      free(to);
      from = calloc(count, sizeof *from);
      to = malloc(count * sizeof *to);
      if (!from || !to) return 1;
      kept = copy(from, to, count, 1);
      memset(from, 0, count * sizeof *from);
      kept = copy(to, from, count, 1);
    }
    const double start = now();
    kept = copies ? copy(to, from, count, steps) : loop(steps);
    printf("%.9f\n", now() - start);
    fflush(stdout);
  }
  (void)kept;
  free(from);
  free(to);
  return 0;
}
