// The forces of the water on each body in one step, as momentum along and about three axes, on all threads.
//
//   buoyancy     ρ g × submerged volume, at its centroid, perpendicular to the plane of the water
//   drag         ½ ρ C A √(u² + u₀²) u relative to the water, along the body's own horizontal axes and vertically, with torque
//   added mass   the water that accelerates with the body, half of the displaced mass. In heave, that of the waterplane
//                (src/coupling/submersion/heave.ts) in dispersive water; elsewhere the waves contain it where the body reaches through the surface
//
// A light body on water is a stiff spring, and drag at high speed is stiffer still. Both are linearly implicit: with v' = v + Δv,
//
//   (M + Mₐ + dt C + θ dt² K) Δv = dt (F - C (v - u) - θ dt K v),      K = ρ g ∫ c cᵀ over the waterplane, C = Σ drag
//
// which is stable for every density and time step. For ω dt << 1 it adds a damping ratio of θ' ω dt / 2, θ' = θ - 3/8: the
// rigid-body engine spreads a force over four substeps, so a body ends at x + dt v + 5/8 dt Δv.
//
// Drag gives the water at most the momentum that the added mass could take: C dt <= Mₐ. Otherwise a ball that hits the water at 20 m/s
// would be thrown back.

import { Field } from '../abi/field'
import { at, put } from './cell-list'
import { addMoments, addTo, multiply, solve } from './spd6'

/** Implicitness θ of stiffness. From 3/8 on no oscillation grows, from 1/2 on not even one that the step does not resolve. */
const THETA: f64 = 0.6
/** Fraction of dt Δv by which a body moves within the step (header). */
const POSITION_FRACTION: f64 = 5.0 / 8.0
/** Factor on the waterplane stiffness: a sinking body first raises the local level by the height it sinks. */
const STIFFENING: f64 = 2
/** Added mass over displaced mass: that of a sphere. */
const ADDED_MASS: f64 = 0.5
/** Velocity u₀ below which drag is linear, in units of √(g × width). */
const LINEAR_DRAG: f64 = 0.05
/** A body whose x axis is closer to the vertical than this has no forward direction: the horizontal length of its x axis. */
const UPRIGHT: f64 = 0.1
/** Density of water [kg/m³]. */
const DENSITY: f64 = 1000

/** What all bodies of a step share. */
@unmanaged
export class ForceSettings {
  gravity: f64
  cellSize: f64
  dt: f64
}

@unmanaged
export class BodyForces {
  /** Mass [kg], Infinity if nothing moves the body; drag coefficient [1]; mass that its inertia is for [kg]. */
  mass: f64
  drag: f64
  amount: f64
  /** Rotation, a quaternion. */
  turnX: f64
  turnY: f64
  turnZ: f64
  turnW: f64
  /** Velocities [m/s] and angular velocities [rad/s]. */
  rates: f64
  rates1: f64
  rates2: f64
  rates3: f64
  rates4: f64
  rates5: f64
  /** Velocities of the water, slopes of the level of buoyancy, `SubmergedBody.dampingVolume` [m³]. */
  flowX: f64
  undisturbedRate: f64
  flowZ: f64
  slopeX: f64
  slopeZ: f64
  dampingVolume: f64
  /** `HeaveState` of the body. */
  added: f64
  pierced: f64
  feedback: f64
  lead: f64
  /** Whether there are forces that are not of the water; added mass by virtual height: 0 none, 1 by virtual height without cells, 2 with cells. */
  isPushed: i32
  virtual: i32
}

/** Doubles of moments: of the submerged volume, of the area, of the waterplane, ten each. */
export const MOMENTS: i32 = 30
/** Doubles of other forces: six of momentum per time, and a matrix of damping. */
export const OUTSIDE: i32 = 42
/** Doubles of added mass by virtual height: a matrix of three rows, and three of momentum. */
export const VIRTUAL: i32 = 12
/**
 * Doubles of results: momentum that the water gives the body, linear [N s] and angular about its centre of mass [N m s]; momentum from all forces
 * without the weight; change of the body's rates without contacts; upward momentum that the added mass takes up instead of the body [N s], in
 * dispersive water without the buoyancy that belongs to a later moment of the step.
 */
export const RESULTS: i32 = 19
export const WATER: i32 = 0
export const ALL: i32 = 6
export const CHANGE: i32 = 12
export const CARRIED: i32 = 18
/** Doubles of scratch: three matrices, inertia, relative rates, a product, buoyancy of a later moment. */
export const FORCE_SCRATCH: i32 = 3 * 36 + 9 + 6 + 6 + 4
const STIFFNESS: usize = 8 * 36
const RESISTANCE: usize = 8 * 72
const INERTIA: usize = 8 * 108
const RELATIVE: usize = 8 * 117
const PRODUCT: usize = 8 * 123
/** Upward buoyancy of a later moment: at the present rates, and for changes of heave and of rotation about x and z. */
const AHEAD: usize = 8 * 129

@unmanaged
export class SolveForcesPass {
  /** The ForceSettings; a row for each body: BodyForces, inertia in its own axes (9), moments, other forces, added mass, results. */
  settings: Field
  bodies: Field
  inertias: Field
  moments: Field
  outside: Field
  virtual: Field
  results: Field
  /** A row for each thread. */
  scratch: Field
}

export function solveForces(pass: SolveForcesPass, begin: i32, end: i32, thread: i32): void {
  const settings = changetype<ForceSettings>(pass.settings.origin)
  const scratch = pass.scratch.row(thread)
  for (let k = begin; k < end; k++) {
    const body = changetype<BodyForces>(pass.bodies.row(k))
    rotateInertia(body, pass.inertias.row(k), scratch + INERTIA)
    solveBody(body, settings, pass.moments.row(k), pass.outside.row(k), pass.virtual.row(k), pass.results.row(k), scratch)
  }
}

@inline function rotation(body: BodyForces, element: i32): f64 {
  const x = body.turnX, y = body.turnY, z = body.turnZ, w = body.turnW
  const s = 2 / (x * x + y * y + z * z + w * w)
  switch (element) {
    case 0: return 1 - s * (y * y + z * z)
    case 1: return s * (x * y - z * w)
    case 2: return s * (x * z + y * w)
    case 3: return s * (x * y + z * w)
    case 4: return 1 - s * (x * x + z * z)
    case 5: return s * (y * z - x * w)
    case 6: return s * (x * z - y * w)
    case 7: return s * (y * z + x * w)
    default: return 1 - s * (x * x + y * y)
  }
}

/** Inertia about the centre of mass in the scene's axes, row by row [kg m²]. The first matrix of the scratch is free. */
function rotateInertia(body: BodyForces, tensor: usize, out: usize): void {
  const m = out - INERTIA
  for (let k = 0; k < 9; k++) put(m, k, rotation(body, k))
  const scale = body.mass / body.amount
  for (let row = 0; row < 3; row++)
    for (let column = 0; column < 3; column++) {
      let sum: f64 = 0
      for (let a = 0; a < 3; a++)
        for (let b = 0; b < 3; b++) sum += at(m, 3 * row + a) * at(tensor, 3 * a + b) * at(m, 3 * column + b)
      put(out, 3 * row + column, scale * sum)
    }
}

function solveBody(
  body: BodyForces, settings: ForceSettings, moments: usize, outside: usize, virtual: usize, results: usize, scratch: usize,
): void {
  const gravity = settings.gravity, dt = settings.dt
  const matrix = scratch, stiffness = scratch + STIFFNESS, inertia = scratch + INERTIA
  const relative = scratch + RELATIVE, product = scratch + PRODUCT, ahead = scratch + AHEAD
  const water = results, all = results + 8 * ALL, change = results + 8 * CHANGE
  const rates = changetype<usize>(body) + offsetof<BodyForces>('rates')
  const area = moments + 80, waterplane = moments + 160
  memory.fill(results, 0, 8 * RESULTS)
  memory.fill(scratch, 0, INERTIA)
  memory.fill(ahead, 0, 32)
  const volume = at(moments, 0), added = body.added
  const isVirtual = body.virtual == 2
  let heaveFactor: f64 = 0
  if (volume > 0) {
    addBuoyancy(body, moments, water, gravity, dt)
    addDrag(body, settings, moments, area, scratch + RESISTANCE)
    // Where the body reaches through the surface, the waves already contain the water that moves with it.
    const pierced = added > 0 ? body.pierced : at(waterplane, 0) / at(area, 0)
    heaveFactor = ADDED_MASS * max<f64>(0, 1 - pierced)
    addMoments(matrix, ADDED_MASS * DENSITY, 1, 0, 0, moments)
    addMoments(matrix, ADDED_MASS * DENSITY, 0, 0, 1, moments)
    if (isVirtual) addVirtualMass(matrix, water, virtual)
    else {
      addMoments(matrix, heaveFactor * DENSITY, 0, 1, 0, moments)
      addMoments(matrix, added * DENSITY, 0, 1, 0, waterplane)
    }
    // Relative to the water, which flows and rises as a whole.
    memory.copy(relative, rates, 48)
    put(relative, 0, at(relative, 0) - body.flowX)
    put(relative, 1, at(relative, 1) - body.undisturbedRate)
    put(relative, 2, at(relative, 2) - body.flowZ)
    multiply(scratch + RESISTANCE, relative, product)
    for (let k = 0; k < 6; k++) addTo(water, k, -(dt * at(product, k)))
    if (added > 0) addStiffnessByDraught(body, gravity, dt, waterplane, water, scratch)
    else {
      addMoments(stiffness, DENSITY * gravity * (body.virtual != 0 ? 1 : STIFFENING), 0, 1, 0, waterplane)
      multiply(stiffness, relative, product)
      for (let k = 0; k < 6; k++) addTo(water, k, -(THETA * dt * dt * at(product, k)))
      for (let k = 0; k < 36; k++) addTo(matrix, k, THETA * POSITION_FRACTION * dt * dt * at(stiffness, k))
    }
    for (let k = 0; k < 36; k++) addTo(matrix, k, dt * at(scratch + RESISTANCE, k))
  }
  const mass = body.mass
  if (mass == Infinity) {
    if (added > 0) put(results, CARRIED, -at(ahead, 0))
    memory.copy(all, water, 48)
    return
  }
  // The stiffness matrix is free now: it keeps the water's part of the system matrix, for the water's share of the change below.
  memory.copy(stiffness, matrix, 288)
  memory.fill(product, 0, 48)
  if (body.isPushed != 0) {
    for (let k = 0; k < 36; k++) addTo(matrix, k, dt * at(outside + 48, k))
    multiply(outside + 48, rates, product)
  }
  for (let k = 0; k < 3; k++) addTo(matrix, 7 * k, mass)
  for (let row = 0; row < 3; row++)
    for (let column = 0; column <= row; column++) addTo(matrix, 6 * (row + 3) + column + 3, at(inertia, 3 * row + column))
  for (let k = 0; k < 6; k++) {
    const other: f64 = body.isPushed != 0 ? at(outside, k) : 0
    put(change, k, at(water, k) + dt * (other - at(product, k)))
  }
  addTo(change, 1, -(dt * mass * gravity))
  solve(matrix, change)
  multiply(stiffness, change, product)
  for (let k = 0; k < 6; k++) addTo(water, k, -at(product, k))
  if (volume > 0 && !isVirtual) {
    const carried = heaveFactor * momentOf(moments, change) + added * momentOf(waterplane, change)
    put(results, CARRIED, DENSITY * carried - momentumAhead(ahead, change))
  }
  // The change includes the weight, which the rigid-body engine adds itself.
  for (let k = 0; k < 3; k++) put(all, k, mass * at(change, k))
  addTo(all, 1, dt * mass * gravity)
  for (let row = 0; row < 3; row++)
    put(
      all, row + 3,
      at(inertia, 3 * row) * at(change, 3) + at(inertia, 3 * row + 1) * at(change, 4) + at(inertia, 3 * row + 2) * at(change, 5),
    )
}

/** ρ g V, perpendicular to the plane of the water. */
function addBuoyancy(body: BodyForces, moments: usize, water: usize, gravity: f64, dt: f64): void {
  const volume = at(moments, 0), x = at(moments, 1), y = at(moments, 2), z = at(moments, 3)
  const weight = DENSITY * gravity * dt
  const fx = -weight * body.slopeX, fz = -weight * body.slopeZ
  addTo(water, 0, fx * volume)
  addTo(water, 1, weight * (volume + body.dampingVolume))
  addTo(water, 2, fz * volume)
  addTo(water, 3, y * fz - z * weight)
  addTo(water, 4, z * fx - x * fz)
  addTo(water, 5, x * weight - y * fx)
}

/** Length of a volume in a horizontal direction [m]: that of a box with the same second moment, at least a cell. */
function extentAlong(moments: usize, x: f64, z: f64, cellSize: f64): f64 {
  const amount = at(moments, 0)
  if (amount == 0) return cellSize
  const mean = (at(moments, 1) * x + at(moments, 3) * z) / amount
  const square = (at(moments, 4) * x * x + 2 * at(moments, 9) * x * z + at(moments, 6) * z * z) / amount
  return Math.sqrt(12 * max<f64>(0, square - mean * mean) + cellSize * cellSize)
}

/** Drag along the body's own horizontal axes and vertically. */
function addDrag(body: BodyForces, settings: ForceSettings, moments: usize, areas: usize, resistance: usize): void {
  const gravity = settings.gravity, dt = settings.dt
  const xx = rotation(body, 0), zx = rotation(body, 6)
  const horizontal = Math.sqrt(xx * xx + zx * zx)
  const isUpright = !(horizontal > UPRIGHT)
  const forwardX: f64 = isUpright ? 1 : xx / horizontal, forwardZ: f64 = isUpright ? 0 : zx / horizontal
  const length = extentAlong(moments, forwardX, forwardZ, settings.cellSize)
  const width = extentAlong(moments, -forwardZ, forwardX, settings.cellSize)
  const volume = at(moments, 0), area = at(areas, 0)
  const linearSquared = LINEAR_DRAG * LINEAR_DRAG * gravity * Math.sqrt(area)
  const u = body.rates - body.flowX, v = body.rates1 - body.undisturbedRate, w = body.rates2 - body.flowZ
  const spin = body.rates3 * body.rates3 + body.rates4 * body.rates4 + body.rates5 * body.rates5
  const rotationSquared = (spin * (length * length + width * width)) / 48
  const along = u * forwardX + w * forwardZ, across = w * forwardX - u * forwardZ
  const most = (ADDED_MASS * DENSITY) / dt
  const alongSpeed = Math.sqrt(along * along + rotationSquared + linearSquared)
  const acrossSpeed = Math.sqrt(across * across + rotationSquared + linearSquared)
  const upSpeed = Math.sqrt(v * v + rotationSquared + linearSquared)
  // Per volume along and across, per area vertically.
  const drag = body.drag
  addMoments(resistance, resistanceOf(drag, volume / length, volume, most, alongSpeed), forwardX, 0, forwardZ, moments)
  addMoments(resistance, resistanceOf(drag, volume / width, volume, most, acrossSpeed), -forwardZ, 0, forwardX, moments)
  addMoments(resistance, resistanceOf(drag, area, area, (most * volume) / area, upSpeed), 0, 1, 0, areas)
}

/** Force of drag per speed and amount, ½ ρ C A u / amount, capped at `most`. `area`: A [m²]. */
function resistanceOf(drag: f64, area: f64, amount: f64, most: f64, speed: f64): f64 {
  const uncapped = (0.5 * DENSITY * drag * area * speed) / amount
  return uncapped / (1 + uncapped / most)
}

/** The coefficients of 1, x, z are heave, rotation about z and, with the opposite sign, rotation about x. */
function addVirtualMass(matrix: usize, water: usize, virtual: usize): void {
  addTo(water, 1, at(virtual, 9))
  addTo(water, 5, at(virtual, 10))
  addTo(water, 3, -at(virtual, 11))
  addTo(matrix, 7, at(virtual, 0))
  addTo(matrix, 31, at(virtual, 3))
  addTo(matrix, 19, -at(virtual, 6))
  addTo(matrix, 35, at(virtual, 4))
  addTo(matrix, 33, -at(virtual, 7))
  addTo(matrix, 21, at(virtual, 8))
}

/**
 * Stiffness of a body that heaves by the level through its draught. Heave is damped by its waves only, as far as steps resolve it. Tilts are
 * damped by the step, as in other water: waves and drag alone would let a box roll for a minute.
 *
 * The part of the buoyancy that belongs to a later moment of the step is kept: the water gives it by the level of that moment, and is
 * not to be pressed for it now.
 */
function addStiffnessByDraught(body: BodyForces, gravity: f64, dt: f64, waterplane: usize, water: usize, scratch: usize): void {
  const matrix = scratch, stiffness = scratch + STIFFNESS, product = scratch + PRODUCT, ahead = scratch + AHEAD
  const area = at(waterplane, 0)
  if (area == 0) return
  const scale = DENSITY * gravity * dt * dt
  const stiffening = 1 / (1 - body.feedback)
  const theta = thetaOf((scale * area * stiffening) / (body.mass + at(matrix, 7)))
  const tilt = THETA * STIFFENING
  addHeaveAndTilt(stiffness, scale * (theta - body.lead) * stiffening, scale * (tilt - body.lead), waterplane)
  multiply(stiffness, scratch + RELATIVE, product)
  for (let k = 0; k < 6; k++) addTo(water, k, -at(product, k))
  const share = scale * theta * stiffening * POSITION_FRACTION
  addHeaveAndTilt(matrix, share, scale * tilt * POSITION_FRACTION, waterplane)
  put(ahead, 0, -at(product, 1))
  put(ahead, 1, -share * area)
  put(ahead, 2, share * at(waterplane, 3))
  put(ahead, 3, -share * at(waterplane, 1))
}

/** Implicitness for a heave of (ω dt)² = `square`: just no damping where steps resolve it, `THETA` where they do not. */
function thetaOf(square: f64): f64 {
  return <f64>3 / 8 + ((THETA - <f64>3 / 8) * 4 * square) / (1 + 4 * square)
}

/** Adds the moments of a waterplane for upward motion: its mean, the heave, and tilts about its centroid, with a weight for each. */
function addHeaveAndTilt(matrix: usize, heave: f64, tilt: f64, waterplane: usize): void {
  addMoments(matrix, tilt, 0, 1, 0, waterplane)
  const weight = (heave - tilt) * at(waterplane, 0)
  const x = at(waterplane, 1) / at(waterplane, 0), z = at(waterplane, 3) / at(waterplane, 0)
  addTo(matrix, 7, weight)
  addTo(matrix, 19, -(weight * z))
  addTo(matrix, 31, weight * x)
  addTo(matrix, 21, weight * z * z)
  addTo(matrix, 33, -(weight * x * z))
  addTo(matrix, 35, weight * x * x)
}

/** Upward momentum of the buoyancy that belongs to a later moment [N s]. */
function momentumAhead(ahead: usize, change: usize): f64 {
  return at(ahead, 0) + at(ahead, 1) * at(change, 1) + at(ahead, 2) * at(change, 3) + at(ahead, 3) * at(change, 5)
}

/** Sum of the upward changes of velocity over an amount, by its moments. */
function momentOf(moments: usize, change: usize): f64 {
  return at(moments, 0) * at(change, 1) + at(moments, 1) * at(change, 5) - at(moments, 3) * at(change, 3)
}
