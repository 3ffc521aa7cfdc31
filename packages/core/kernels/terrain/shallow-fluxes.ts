// Fluxes of shallow water through the faces of a row, along x and along z: between columns, next to solids, and at the edges.

import { inverseCubeRoot } from './cube-root'
import { FLUX, inwardOf, JOINED, kindOf, WALL } from './boundary-data'
import { Field } from '../abi/field'
import { ACROSS, BEFORE, BEHIND, DEPTH, faceFlux, wallPush, wallPushOne, waveSpeeds } from './riemann'
import { insideColumn } from './shallow-columns'
import { FLUX_X, FLUX_Z, lineOf, OPENNESS, PITCH, STATE_DOWN, STATE_LEFT, STATE_RIGHT, STATE_UP, third } from './shallow-scratch'
import { ShallowPass } from './shallow-water'
import { add, at, div, minimum, load, maximum, mul, neg, splat, store, sub, WIDE } from '../abi/simd'

/**
 * Reduces fluxes to the open part of a face, which is the smaller openness of the two cells. Each cell sees the rest of its own open
 * width as a wall, whose pressure is added.
 */
@inline export function narrow(
  flux: usize, before: usize, behind: usize, openBefore: v128, openBehind: v128, gravity: v128,
): void {
  const open = minimum(openBefore, openBehind), one = splat(1)
  const shareBefore = div(open, maximum(openBefore, splat(f32.MIN_NORMAL_VALUE)))
  const shareBehind = div(open, maximum(openBehind, splat(f32.MIN_NORMAL_VALUE)))
  const wallBefore = wallPush(load(before + DEPTH * PITCH), neg(load(before + ACROSS * PITCH)), gravity)
  const wallBehind = wallPush(load(behind + DEPTH * PITCH), load(behind + ACROSS * PITCH), gravity)
  store(flux, mul(open, load(flux)))
  store(flux + BEFORE * PITCH,
    add(mul(shareBefore, load(flux + BEFORE * PITCH)), mul(sub(one, shareBefore), wallBefore)))
  store(flux + BEHIND * PITCH,
    add(mul(shareBehind, load(flux + BEHIND * PITCH)), mul(sub(one, shareBehind), wallBehind)))
}

/**
 * Flux through the outer face of an edge cell if the edge is a wall or has a prescribed discharge. `flux`, `states`: lines of the fluxes
 * and of the cell's face states; `side`: +1 where inwards is the positive direction, else -1.
 */
export function edgeFlux(pass: ShallowPass, edge: Field, cell: i32, flux: usize, states: usize, i: i32, side: f32): void {
  const kind = kindOf(edge, cell)
  const inside = side > 0 ? BEHIND : BEFORE
  const d = at(states + DEPTH * PITCH, i), u = side * at(states + ACROSS * PITCH, i)
  const to = flux + (<usize>i << 2)
  if (kind == WALL) {
    f32.store(to, 0)
    f32.store(to + inside * PITCH, wallPushOne(d, u, pass.gravity))
  } else if (kind == FLUX) {
    const q = inwardOf(edge, cell)
    // At least the critical depth, so that a river can enter over dry terrain.
    const critical = criticalDepth(q, pass.gravity)
    const deep = max(d, critical)
    const pressure = <f32>0.5 * pass.gravity * (deep - d) * (deep + d)
    f32.store(to, side * q)
    f32.store(to + inside * PITCH, deep > 0 ? q * q / deep + pressure : 0)
  }
}

/** Critical depth (q²/g)^(1/3) [m]. */
@inline export function criticalDepth(q: f32, gravity: f32): f32 {
  const cube = q * q / gravity
  if (cube <= f32.MIN_NORMAL_VALUE) return 0
  const inverse = f32x4.extract_lane(inverseCubeRoot(splat(cube)), 0)
  return cube * inverse * inverse
}

/** Fluxes along x in a row: flux i is that between columns i and i + 1. */
@inline export function fluxesX(pass: ShallowPass, scratch: usize, row: i32, inside: i32, c0: i32, c1: i32, solids: bool): void {
  const right = lineOf(scratch, STATE_RIGHT), left = lineOf(scratch, STATE_LEFT)
  const flux = lineOf(scratch, FLUX_X + 4 * third(row))
  const gravity = splat(pass.gravity)
  const openness = lineOf(scratch, OPENNESS + third(row))
  const end = (c1 - c0 + 4) << 2
  let x: usize = -WIDE
  do {
    waveSpeeds(right + x, left + x + 4, flux + x, gravity)
    x += WIDE
  } while (<i32>x < end)
  x = -WIDE
  do {
    faceFlux(right + x, left + x + 4, flux + x, gravity)
    if (solids) narrow(flux + x, right + x, left + x + 4, load(openness + x), load(openness + x + 4), gravity)
    x += WIDE
  } while (<i32>x < end)
  const nx = pass.depth.nx
  if (c0 == 0) edgeFluxX(pass, pass.xBefore, inside, flux, left, -1, 0, 1)
  if (c1 == nx) edgeFluxX(pass, pass.xAfter, inside, flux, right, nx - 1 - c0, nx - 1 - c0, -1)
}

/** The flux of an x edge: `face` is its index in the fluxes, `i` that of the edge cell. */
export function edgeFluxX(pass: ShallowPass, edge: Field, cell: i32, flux: usize, states: usize, face: i32, i: i32, side: f32): void {
  edgeFlux(pass, edge, cell, flux + (<usize>(face - i) << 2), states, i, side)
}

/** Fluxes along z through the faces between a row and the previous one. */
@inline export function fluxesZ(pass: ShallowPass, scratch: usize, row: i32, c0: i32, c1: i32, solids: bool): void {
  const before = lineOf(scratch, STATE_DOWN + 4 * <usize>((row - 1) & 1)), behind = lineOf(scratch, STATE_UP)
  const flux = lineOf(scratch, FLUX_Z + 4 * third(row))
  const gravity = splat(pass.gravity)
  const nz = pass.depth.nz
  const openBefore = lineOf(scratch, OPENNESS + third(row - 1)), openBehind = lineOf(scratch, OPENNESS + third(row))
  const end = (c1 - c0 + 4) << 2
  let x: usize = -WIDE
  do {
    waveSpeeds(before + x, behind + x, flux + x, gravity)
    x += WIDE
  } while (<i32>x < end)
  x = -WIDE
  do {
    faceFlux(before + x, behind + x, flux + x, gravity)
    if (solids) narrow(flux + x, before + x, behind + x, load(openBefore + x), load(openBehind + x), gravity)
    x += WIDE
  } while (<i32>x < end)
  const nx = pass.depth.nx
  const edge = row == 0 ? pass.zBefore : pass.zAfter
  if ((row == 0 || row == nz) && kindOf(edge, 0) != JOINED)
    for (let i = -1; i <= c1 - c0; i++) {
      const cell = insideColumn(pass, c0 + i)
      if (row == 0) edgeFlux(pass, edge, cell, flux, behind, i, 1)
      else edgeFlux(pass, edge, cell, flux, before, i, -1)
    }
}

/** Sets the fluxes of a row without water to zero. */
@inline export function noFluxes(flux: usize, count: i32): void {
  const zero = splat(0)
  for (let k: usize = 0; k < 4; k++)
    for (let i = -4; i < count + 4; i += 4) store(flux + k * PITCH + (<usize>i << 2), zero)
}
