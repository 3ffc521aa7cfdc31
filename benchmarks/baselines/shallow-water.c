/*
 * A substep of packages/core/kernels/terrain/shallow-water.ts in C, single precision, one thread: the same reconstruction, half step,
 * fluxes, drain and update, between walls, without solids and friction.
 *
 *   shallow-water fields   each stage a loop over all cells with its results in arrays as large as the grid, as the scheme
 *                          is read from a paper; no branches in the inner loops
 *
 * In spite of `restrict` gcc fears for aliases among so many arrays and leaves the long loops scalar. Compiled with -DIVDEP they
 * are declared free of them, and become SIMD.
 *
 * Commands on stdin, one answer line each on stdout:
 *
 *   run <n> <steps>      seconds taken by that many steps of an n x n lake
 *   check <n> <steps>    restarts the lake, steps it, prints the depths along the diagonal
 *   quit
 *
 * A lake is allocated, filled and warmed when its n is first asked for, and kept until another n is asked for.
 */
#include <float.h>
#include <math.h>

#include "orders.h"

/* Volatile, so that the compiler may not fold the parameters into the loops: a library does not know them either. */
static const volatile float G = 9.81f;   /* gravity [m/s2] */
static const volatile float DX = 1.0f;   /* cell size [m] */
static const volatile float DT = 0.03f;  /* substep [s]: (|u| + c + |v| + c) dt/dx = 0.65 on 12 m of still water */
static const volatile float DRY = 1e-4f; /* depth below which water is slowed down [m] */

/* Arrays have a rim of one cell, so n + 2 a side; the face before a cell, towards x- or z-, has the cell's index. */
typedef struct {
  float *eta, *d, *u, *v; /* surface [m], depth [m], velocities [m/s] */
} Column;

typedef struct {
  float *mass, *before, *behind, *carried; /* water; momentum as the cell before the face sees it, or the one behind; velocity along */
} Flux;

static float *depth, *residue, *qx, *qz, *bed, *theta, *pull_x, *pull_z;
static Column cell, left, right, top, bottom; /* the middles, and the rims towards x-, x+, z-, z+ */
static Flux flux_x, flux_z;
static float fastest; /* largest sum of wave speeds along x and z [m/s]: the next substep would follow from it */

#ifdef IVDEP
#define INDEPENDENT _Pragma("GCC ivdep")
#else
#define INDEPENDENT
#endif

static inline float least(float a, float b) { return b < a ? b : a; }
static inline float most(float a, float b) { return a < b ? b : a; }

static inline float velocity(float q, float d, float dry) {
  const float deep = most(d, dry);
  return 2.0f * d * q / (d * d + deep * deep);
}

/* Monotonised central slope. */
static inline float slope(float before, float here, float behind) {
  const float a = here - before, b = behind - here;
  const float mean = 0.5f * (a + b), a2 = a + a, b2 = b + b;
  return most(0.0f, least(least(a2, b2), mean)) + least(0.0f, most(most(a2, b2), mean));
}

/* That of the surface less that of the ground, no steeper than leaves water on both rims. */
static inline float depth_slope(float eta_slope, float bed_before, float bed, float bed_behind, float d) {
  return most(-2.0f * d, least(2.0f * d, eta_slope - slope(bed_before, bed, bed_behind)));
}

/* What rounding left of the sum of two numbers. */
static inline float left_of(float sum, float a, float b) {
  const float part = sum - a;
  return (a - (sum - part)) + (b - part);
}

static void mirror(int n, float *f, float sign_x, float sign_z) {
  const size_t w = (size_t)n + 2;
  for (int j = 1; j <= n; j++) {
    f[j * w] = sign_x * f[j * w + 1];
    f[j * w + n + 1] = sign_x * f[j * w + n];
  }
  for (size_t i = 0; i < w; i++) {
    f[i] = sign_z * f[w + i];
    f[(n + 1) * w + i] = sign_z * f[n * w + i];
  }
}

static void primitives(int n) {
  const size_t w = (size_t)n + 2;
  const float dry = DRY;
  for (int j = 1; j <= n; j++) {
    const size_t row = j * w;
    const float *restrict d0 = depth + row, *restrict b = bed + row, *restrict px = qx + row, *restrict pz = qz + row;
    float *restrict eta = cell.eta + row, *restrict d = cell.d + row, *restrict u = cell.u + row, *restrict v = cell.v + row;
    INDEPENDENT
    for (int i = 1; i <= n; i++) {
      d[i] = d0[i];
      eta[i] = d0[i] + b[i];
      u[i] = velocity(px[i], d0[i], dry);
      v[i] = velocity(pz[i], d0[i], dry);
    }
  }
  mirror(n, cell.eta, 1.0f, 1.0f);
  mirror(n, cell.d, 1.0f, 1.0f);
  mirror(n, cell.u, -1.0f, 1.0f);
  mirror(n, cell.v, 1.0f, -1.0f);
}

/* Slopes, half a step, and the values on the four rims of each cell. */
static void rims(int n) {
  const size_t w = (size_t)n + 2;
  const float dry = DRY, g = G, time = 0.5f * DT / DX;
  for (int j = 1; j <= n; j++) {
    const size_t row = j * w;
    const float *restrict eta = cell.eta + row, *restrict d = cell.d + row;
    const float *restrict u = cell.u + row, *restrict v = cell.v + row;
    const float *restrict eta_up = eta - w, *restrict d_up = d - w, *restrict u_up = u - w, *restrict v_up = v - w;
    const float *restrict eta_down = eta + w, *restrict d_down = d + w, *restrict u_down = u + w, *restrict v_down = v + w;
    float *restrict px = pull_x + row, *restrict pz = pull_z + row;
    float *restrict le = left.eta + row, *restrict ld = left.d + row, *restrict lu = left.u + row, *restrict lv = left.v + row;
    float *restrict re = right.eta + row, *restrict rd = right.d + row, *restrict ru = right.u + row, *restrict rv = right.v + row;
    float *restrict te = top.eta + row, *restrict td = top.d + row, *restrict tu = top.u + row, *restrict tv = top.v + row;
    float *restrict be = bottom.eta + row, *restrict bd = bottom.d + row, *restrict bu = bottom.u + row, *restrict bv = bottom.v + row;
    INDEPENDENT
    for (int i = 1; i <= n; i++) {
      const float wet = (float)(d[i] > dry);
      const float eta_x = wet * slope(eta[i - 1], eta[i], eta[i + 1]), eta_z = wet * slope(eta_up[i], eta[i], eta_down[i]);
      const float d_x = wet * depth_slope(eta_x, eta[i - 1] - d[i - 1], eta[i] - d[i], eta[i + 1] - d[i + 1], d[i]);
      const float d_z = wet * depth_slope(eta_z, eta_up[i] - d_up[i], eta[i] - d[i], eta_down[i] - d_down[i], d[i]);
      const float u_x = wet * slope(u[i - 1], u[i], u[i + 1]), u_z = wet * slope(u_up[i], u[i], u_down[i]);
      const float v_x = wet * slope(v[i - 1], v[i], v[i + 1]), v_z = wet * slope(v_up[i], v[i], v_down[i]);
      const float spread = u[i] * d_x + v[i] * d_z + d[i] * (u_x + v_z);
      const float deep = most(d[i] - time * spread, 0.5f * most(fabsf(d_x), fabsf(d_z)));
      const float surface = eta[i] + (deep - d[i]);
      const float across = u[i] - time * (u[i] * u_x + v[i] * u_z + g * eta_x);
      const float along = v[i] - time * (u[i] * v_x + v[i] * v_z + g * eta_z);
      px[i] = g * deep * eta_x;
      pz[i] = g * deep * eta_z;
      le[i] = surface - 0.5f * eta_x, re[i] = surface + 0.5f * eta_x;
      ld[i] = deep - 0.5f * d_x, rd[i] = deep + 0.5f * d_x;
      lu[i] = across - 0.5f * u_x, ru[i] = across + 0.5f * u_x;
      lv[i] = along - 0.5f * v_x, rv[i] = along + 0.5f * v_x;
      te[i] = surface - 0.5f * eta_z, be[i] = surface + 0.5f * eta_z;
      td[i] = deep - 0.5f * d_z, bd[i] = deep + 0.5f * d_z;
      tu[i] = across - 0.5f * u_z, bu[i] = across + 0.5f * u_z;
      tv[i] = along - 0.5f * v_z, bv[i] = along + 0.5f * v_z;
    }
  }
}

/*
 * Fluxes through `count` faces between columns L and R, kernels/terrain/riemann.ts: hydrostatic reconstruction and HLLC. uL and uR
 * go across the face, vL and vR along it.
 */
static inline void fluxes(int count, float g, const float *restrict etaL, const float *restrict wholeL, const float *restrict uL,
                          const float *restrict vL, const float *restrict etaR, const float *restrict wholeR,
                          const float *restrict uR, const float *restrict vR, float *restrict mass, float *restrict before,
                          float *restrict behind, float *restrict carried) {
  INDEPENDENT
  for (int i = 0; i < count; i++) {
    const float rise = etaR[i] - etaL[i];
    const int higher = rise - (wholeR[i] - wholeL[i]) > 0.0f;
    const float dL = higher ? most(0.0f, wholeR[i] - rise) : wholeL[i];
    const float dR = higher ? wholeR[i] : most(0.0f, wholeL[i] + rise);
    const float cL = sqrtf(g * dL), cR = sqrtf(g * dR);
    const float u_mid = 0.5f * (uL[i] + uR[i]) + (cL - cR), c_mid = 0.5f * (cL + cR) + 0.25f * (uL[i] - uR[i]);
    const float slow_both = least(uL[i] - cL, u_mid - c_mid), fast_both = most(uR[i] + cR, u_mid + c_mid);
    const float slow = dL > 0.0f ? (dR > 0.0f ? slow_both : uL[i] - cL) : uR[i] - cR - cR;
    const float fast = dR > 0.0f ? (dL > 0.0f ? fast_both : uR[i] + cR) : uL[i] + cL + cL;
    const float sL = least(slow, 0.0f), sR = most(fast, 0.0f);
    const float share = 1.0f / most(sR - sL, 1e-20f);
    const float qL = dL * uL[i], qR = dR * uR[i];
    const float product = sL * sR, step = dR - dL;
    const float pressure = 0.5f * g * (step * (dR + dL));
    const float water = share * (sR * qL - sL * qR + product * step);
    const float push = share * (sR * (qL * uL[i]) - sL * (qR * uR[i] + pressure) + product * (qR - qL));
    mass[i] = water;
    before[i] = push;
    behind[i] = push - pressure;
    carried[i] = water > 0.0f ? vL[i] : vR[i];
  }
}

/* Momentum that a wall takes up from water that moves away from it at u, less the hydrostatic pressure. */
static inline float wall_push(float d, float u, float g) { return d * u * (u - fabsf(u) - sqrtf(g * d)); }

static void all_fluxes(int n) {
  const size_t w = (size_t)n + 2;
  const float g = G;
  for (int j = 1; j <= n; j++) {
    const size_t row = j * w, first = row + 1, last = row + n;
    fluxes(n - 1, g, right.eta + first, right.d + first, right.u + first, right.v + first, left.eta + first + 1,
           left.d + first + 1, left.u + first + 1, left.v + first + 1, flux_x.mass + first + 1, flux_x.before + first + 1,
           flux_x.behind + first + 1, flux_x.carried + first + 1);
    flux_x.mass[first] = flux_x.mass[last + 1] = 0.0f;
    flux_x.carried[first] = flux_x.carried[last + 1] = 0.0f;
    flux_x.behind[first] = wall_push(left.d[first], left.u[first], g);
    flux_x.before[last + 1] = wall_push(right.d[last], -right.u[last], g);
  }
  for (int j = 2; j <= n; j++) {
    const size_t here = j * w + 1, up = here - w;
    fluxes(n, g, bottom.eta + up, bottom.d + up, bottom.v + up, bottom.u + up, top.eta + here, top.d + here, top.v + here,
           top.u + here, flux_z.mass + here, flux_z.before + here, flux_z.behind + here, flux_z.carried + here);
  }
  for (int i = 1; i <= n; i++) {
    const size_t first = w + i, last = n * w + i;
    flux_z.mass[first] = flux_z.mass[last + w] = 0.0f;
    flux_z.carried[first] = flux_z.carried[last + w] = 0.0f;
    flux_z.behind[first] = wall_push(top.d[first], top.v[first], g);
    flux_z.before[last + w] = wall_push(bottom.d[last], -bottom.v[last], g);
  }
}

/* How much of what a cell would give away it has. */
static void drain(int n) {
  const size_t w = (size_t)n + 2;
  const float ratio = DT / DX;
  for (int j = 1; j <= n; j++) {
    const size_t row = j * w;
    const float *restrict x = flux_x.mass + row, *restrict z = flux_z.mass + row, *restrict z_down = flux_z.mass + row + w;
    const float *restrict d = depth + row;
    float *restrict t = theta + row;
    INDEPENDENT
    for (int i = 1; i <= n; i++) {
      const float out = most(0.0f, x[i + 1]) - least(0.0f, x[i]) + (most(0.0f, z_down[i]) - least(0.0f, z[i]));
      t[i] = least(1.0f, d[i] / most(ratio * out, FLT_MIN));
    }
  }
}

static void update(int n) {
  const size_t w = (size_t)n + 2;
  const float ratio = DT / DX, dry = DRY, g = G;
  float high = 0.0f;
  for (int j = 1; j <= n; j++) {
    const size_t row = j * w;
    const float *restrict t = theta + row, *restrict t_up = t - w, *restrict t_down = t + w;
    const float *restrict xm = flux_x.mass + row, *restrict xb = flux_x.before + row;
    const float *restrict xh = flux_x.behind + row, *restrict xc = flux_x.carried + row;
    const float *restrict zm = flux_z.mass + row, *restrict zh = flux_z.behind + row, *restrict zc = flux_z.carried + row;
    const float *restrict zm_down = zm + w, *restrict zb_down = flux_z.before + row + w, *restrict zc_down = zc + w;
    const float *restrict px = pull_x + row, *restrict pz = pull_z + row;
    float *restrict d0 = depth + row, *restrict rest = residue + row, *restrict mx = qx + row, *restrict mz = qz + row;
    INDEPENDENT
    for (int i = 1; i <= n; i++) {
      const float t_left = xm[i] > 0.0f ? t[i - 1] : t[i], t_right = xm[i + 1] > 0.0f ? t[i] : t[i + 1];
      const float t_top = zm[i] > 0.0f ? t_up[i] : t[i], t_bottom = zm_down[i] > 0.0f ? t[i] : t_down[i];
      const float in_left = t_left * xm[i], out_right = t_right * xm[i + 1];
      const float in_top = t_top * zm[i], out_bottom = t_bottom * zm_down[i];
      const float net_x = in_left - out_right, net_z = in_top - out_bottom, net = net_x + net_z;
      const float lost = left_of(net, net_x, net_z) + (left_of(net_x, in_left, -out_right) + left_of(net_z, in_top, -out_bottom));
      const float y = ratio * net + (rest[i] + ratio * lost);
      const float sum = d0[i] + y, d = most(0.0f, sum);
      rest[i] = left_of(sum, d0[i], y) + (sum - d);
      const float gain_x = t_left * xh[i] - t_right * xb[i + 1] - px[i] + (in_top * zc[i] - out_bottom * zc_down[i]);
      const float gain_z = t_top * zh[i] - t_bottom * zb_down[i] - pz[i] + (in_left * xc[i] - out_right * xc[i + 1]);
      const float u = velocity(mx[i] + ratio * gain_x, d, dry), v = velocity(mz[i] + ratio * gain_z, d, dry);
      const float c = sqrtf(g * d);
      high = most(high, fabsf(u) + c + fabsf(v) + c);
      d0[i] = d;
      mx[i] = d * u;
      mz[i] = d * v;
    }
  }
  fastest = high;
}

static void step_fields(int n) {
  primitives(n);
  rims(n);
  all_fluxes(n);
  drain(n);
  update(n);
}

/* A lake 10 m deep with an island 2 m high and a bump of water, both out of the middle, so that an edge or an axis taken for
   another shows. */
static void fill(int n) {
  const size_t w = (size_t)n + 2;
  for (size_t at = 0; at < w * w; at++) theta[at] = 1.0f; /* beyond the walls it stays so */
  for (int j = 1; j <= n; j++) {
    for (int i = 1; i <= n; i++) {
      const size_t at = j * w + i;
      const float a = (i - 0.5f - 0.4f * n) / (n / 8.0f), b = (j - 0.5f - 0.55f * n) / (n / 8.0f);
      const float away = (i - 0.5f - 0.7f * n) / (n / 6.0f), along = (j - 0.5f - 0.3f * n) / (n / 6.0f);
      const float eta = 2.0f * expf(-(a * a + b * b));
      bed[at] = -10.0f + 12.0f * expf(-(away * away + along * along));
      depth[at] = eta > bed[at] ? eta - bed[at] : 0.0f;
      residue[at] = qx[at] = qz[at] = 0.0f;
    }
  }
}

static float *allocate(int n) {
  const size_t bytes = (((size_t)n + 2) * (n + 2) * sizeof(float) + 63) / 64 * 64;
  float *array = aligned_alloc(64, bytes);
  if (!array) {
    fprintf(stderr, "no memory for %d x %d cells\n", n, n);
    exit(1);
  }
  memset(array, 0, bytes);
  return array;
}

static float **const arrays[] = {
    &depth,        &residue,       &qx,             &qz,        &bed,        &theta,         &pull_x,        &pull_z,
    &cell.eta,     &cell.d,        &cell.u,         &cell.v,    &left.eta,   &left.d,        &left.u,        &left.v,
    &right.eta,    &right.d,       &right.u,        &right.v,   &top.eta,    &top.d,         &top.u,         &top.v,
    &bottom.eta,   &bottom.d,      &bottom.u,       &bottom.v,  &flux_x.mass, &flux_x.before, &flux_x.behind, &flux_x.carried,
    &flux_z.mass,  &flux_z.before, &flux_z.behind,  &flux_z.carried,
};
enum { ARRAYS = sizeof arrays / sizeof *arrays };

int main(int argc, char **argv) {
  if (argc != 2 || strcmp(argv[1], "fields")) {
    fprintf(stderr, "usage: shallow-water fields\n");
    return 2;
  }

  int size = 0;
  int n = 0, steps = 0;
  for (enum order order; (order = next_order(&n, &steps, 32768)) != QUIT;) {
    if (n != size) {
      for (int a = 0; a < ARRAYS; a++) {
        free(*arrays[a]);
        *arrays[a] = allocate(n);
      }
      size = n;
      fill(n);
      for (int s = 0; s < 2; s++) step_fields(n);
    }
    if (order == CHECK) {
      fill(n);
      for (int s = 0; s < steps; s++) step_fields(n);
      for (int i = 1; i <= n; i++) printf("%.9g%c", depth[((size_t)n + 2) * i + i], i < n ? ' ' : '\n');
    } else {
      const double start = now();
      for (int s = 0; s < steps; s++) step_fields(n);
      printf("%.9f\n", now() - start);
    }
    fflush(stdout);
  }
  if (!(fastest >= 0.0f)) fprintf(stderr, "the water is no longer finite\n");
  for (int a = 0; a < ARRAYS; a++) free(*arrays[a]);
  return 0;
}
