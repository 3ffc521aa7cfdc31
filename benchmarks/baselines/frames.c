/*
 * The clean loop of columns.c once a frame, on one thread or on two of the system: what threads can gain at the pace of a game here.
 *
 *   frames alone    one thread
 *   frames woken    two threads; the second one sleeps between frames and is woken by a futex
 *   frames bound    the same, each thread bound to a core of its own, which a program in JavaScript cannot do
 *
 * Commands as in orders.h: a step is a frame of 60 Hz, and only the time of the steps counts.
 */
#define _GNU_SOURCE
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "orders.h"

/* Polls before a thread sleeps, as in the engine. */
enum { POLLS = 1 << 14, SPARE = 16 };
static const double FRAME = 1.0 / 60;

static int n, threads = 1, bound;
static float *h, *v;
/* Each word on a cache line of its own: frames so far, threads that have arrived, barriers so far, threads asleep there. */
static _Alignas(64) _Atomic int frame;
static _Alignas(64) _Atomic int arrived;
static _Alignas(64) _Atomic int phase;
static _Alignas(64) _Atomic int sleepers;

static void wait_while(_Atomic int *word, int value) { syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, value, NULL, NULL, 0); }
static void wake(_Atomic int *word) { syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0); }

static void barrier(void) {
  if (threads == 1) return;
  const int before = phase;
  if (atomic_fetch_add(&arrived, 1) == threads - 1) {
    arrived = 0;
    phase++;
    if (sleepers > 0) wake(&phase);
    return;
  }
  for (int polls = 0; phase == before && polls < POLLS; polls++) continue;
  sleepers++;
  while (phase == before) wait_while(&phase, before);
  sleepers--;
}

/* The part of a thread: velocities, then heights. The ends of rows are those of their neighbours: the work counts, not the water. */
static void step(int thread) {
  const int begin = n * thread / threads, end = n * (thread + 1) / threads;
  for (int j = begin; j < end; j++) {
    const float *here = h + (size_t)j * n, *back = j > 0 ? here - n : here, *front = j < n - 1 ? here + n : here;
    float *restrict vel = v + (size_t)j * n;
    for (int i = 0; i < n; i++) vel[i] += 0.125f * (here[i - 1] + here[i + 1] + back[i] + front[i] - 4.0f * here[i]);
  }
  barrier();
  for (size_t cell = (size_t)begin * n; cell < (size_t)end * n; cell++) h[cell] += 0.5f * v[cell];
  barrier();
}

static void bind_to(int core) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(core, &set);
  if (bound && sched_setaffinity(0, sizeof set, &set) != 0) fprintf(stderr, "core %d is not to be had\n", core);
}

static void *work(void *unused) {
  (void)unused;
  bind_to(1);
  for (int seen = 0;; seen++) {
    for (int polls = 0; frame == seen && polls < POLLS; polls++) continue;
    while (frame == seen) wait_while(&frame, seen);
    step(1);
  }
  return NULL;
}

static float *allocate(void) {
  const size_t floats = ((size_t)n * n + 15) / 16 * 16 + 2 * SPARE;
  float *array = aligned_alloc(64, floats * sizeof(float));
  if (!array) exit(1);
  for (size_t i = 0; i < floats; i++) array[i] = 1e-3f * (float)(i % 977);
  return array + SPARE;
}

static void sleep_until(double time) {
  const double left = time - now();
  const struct timespec pause = {0, (long)(left * 1e9)};
  if (left > 0) nanosleep(&pause, NULL);
}

int main(int argc, char **argv) {
  if (argc != 2) return 2;
  bound = !strcmp(argv[1], "bound");
  if (strcmp(argv[1], "alone")) threads = 2;
  bind_to(0);
  pthread_t worker;
  if (threads == 2 && pthread_create(&worker, NULL, work, NULL) != 0) return 1;
  int size = 0, asked = 0, steps = 0;
  for (enum order order; (order = next_order(&asked, &steps, 32768)) == RUN;) {
    if (asked != size) {
      if (h) free(h - SPARE), free(v - SPARE);
      n = size = asked;
      h = allocate();
      v = allocate();
    }
    double seconds = 0;
    for (int s = 0; s < steps; s++) {
      const double start = now();
      if (threads == 2) {
        frame++;
        wake(&frame);
      }
      step(0);
      seconds += now() - start;
      sleep_until(start + FRAME);
    }
    printf("%.9f\n", seconds);
    fflush(stdout);
  }
  return 0;
}
