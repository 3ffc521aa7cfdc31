// SIMD arithmetic: short names for operations on vectors of four f32 lanes, so that kernels read as mathematics.
//
// Plain SIMD128 only. The relaxed instructions (fused multiply-add among them) may round differently from machine to
// machine, and Seiche promises the same bits everywhere.

/** Lanes of a SIMD vector. */
export const LANES: i32 = 4
/** Bytes of a SIMD vector. */
export const WIDE: usize = 16
/** Bytes of one lane. */
export const LANE: usize = 4

@inline export function load(address: usize): v128 { return v128.load(address) }
@inline export function store(address: usize, value: v128): void { v128.store(address, value) }
@inline export function splat(value: f32): v128 { return f32x4.splat(value) }
@inline export function add(a: v128, b: v128): v128 { return f32x4.add(a, b) }
@inline export function sub(a: v128, b: v128): v128 { return f32x4.sub(a, b) }
@inline export function mul(a: v128, b: v128): v128 { return f32x4.mul(a, b) }

@inline export function div(a: v128, b: v128): v128 { return f32x4.div(a, b) }
@inline export function sqrt(a: v128): v128 { return f32x4.sqrt(a) }
@inline export function abs(a: v128): v128 { return f32x4.abs(a) }
@inline export function neg(a: v128): v128 { return f32x4.neg(a) }
/** The smaller and the larger of two values, one instruction each (pmin, pmax). If either operand is NaN the result is `a`. */
@inline export function minimum(a: v128, b: v128): v128 { return f32x4.pmin(a, b) }
@inline export function maximum(a: v128, b: v128): v128 { return f32x4.pmax(a, b) }
/** Mask of a > b: all bits of a lane are set where it holds. */
@inline export function greaterThan(a: v128, b: v128): v128 { return f32x4.gt(a, b) }
/** `a` where the mask is set, else `b`. */
@inline export function select(mask: v128, a: v128, b: v128): v128 { return v128.bitselect(a, b, mask) }
/** `a` where the mask is set, else 0. */
@inline export function where(mask: v128, a: v128): v128 { return v128.and(a, mask) }
@inline export function and(a: v128, b: v128): v128 { return v128.and(a, b) }
/** `a` without the bits of `b`. */
@inline export function andNot(a: v128, b: v128): v128 { return v128.andnot(a, b) }

/** One float of a row, by cell index; cells -1 and nx are the ghost cells. */
@inline export function at(row: usize, i: i32): f32 { return load_f32(row + (<usize>i << 2)) }
@inline export function put(row: usize, i: i32, value: f32): void { store_f32(row + (<usize>i << 2), value) }

@inline function load_f32(address: usize): f32 { return f32.load(address) }
@inline function store_f32(address: usize, value: f32): void { f32.store(address, value) }
