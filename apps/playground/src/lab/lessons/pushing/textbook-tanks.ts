// The three couplings of the lectures in a channel.

import {
  type Ball,
  type BallTank,
  ballOverlap,
  ballsInWater,
  boxDip,
  boxStep,
  columns2D,
  type FloatingBox,
  floatingForce,
  pushDown,
  slideFloatingForce,
  type VirtualHeight,
  virtualHeight1D,
} from '@seiche/textbook'
import type { PushingValues } from './pushing.settings.js'
import {
  type BodyShape,
  box,
  c,
  columns,
  dt,
  dx,
  g,
  middleOf,
  radius,
  rho,
  stillDepth,
  sum,
  type Tank,
} from './tank.js'

const center = (columns * dx) / 2
const nothing = new Float64Array(columns)

/** A body that falls under gravity and lift, and rests on the floor. In place. */
function fall(body: { y: number; vy: number }, lift: number, mass: number, lowest: number): void {
  body.vy += dt * (lift / mass - g)
  body.y += dt * body.vy
  if (body.y < lowest) Object.assign(body, { y: lowest, vy: 0 })
}

/** First try: a box pushes the columns under it down. */
export class PushDownTank implements Tank {
  private readonly water = {
    nx: columns,
    nz: 1,
    eta: new Float64Array(columns).fill(stillDepth),
    v: new Float64Array(columns),
  }
  private readonly shape: Extract<BodyShape, { shape: 'box' }> & { vy: number }
  private force = 0

  constructor(private readonly values: PushingValues) {
    const y = stillDepth - values.depth + box.height / 2
    this.shape = { shape: 'box', x: center, y, ...box, angle: 0, vy: 0 }
  }

  step(): void {
    const { shape, water } = this
    const lower = shape.y - box.height / 2
    const isUnder = this.covered()
    this.force = 0
    water.eta.forEach((h, i) => {
      if (isUnder[i]) this.force += rho * g * dx * Math.max(0, Math.min(h, lower + box.height) - lower)
    })
    pushDown(
      water,
      Float64Array.from(isUnder, (under) => (under ? lower : Number.POSITIVE_INFINITY)),
    )
    columns2D(water, { c, dx, dt })
    const mass = this.values.density * rho * box.length * box.height
    if (this.values.motion === 'free') fall(shape, this.force, mass, box.height / 2)
  }

  heights = (): Float64Array => this.water.eta.slice()
  heads = (): Float64Array => nothing
  covered = (): boolean[] => Array.from({ length: columns }, (_, i) => Math.abs(middleOf(i) - center) < box.length / 2)
  body = (): BodyShape => this.shape
  volume = (): number => dx * sum(this.water.eta)
  lift = (): number => this.force
  residuals = (): readonly number[] => []

  hold(depth: number): boolean {
    this.shape.y = stillDepth - depth + box.height / 2
    return true
  }
}

/** The lecture's solution: the change of the covered heights is added to the columns. A disc, as a slab one column wide. */
export class DisplacementTank implements Tank {
  private readonly water: BallTank = {
    nx: columns,
    nz: 1,
    eta: new Float64Array(columns).fill(stillDepth),
    v: new Float64Array(columns),
    b: new Float64Array(columns),
  }
  private readonly ball: Ball
  private force = 0

  constructor(private readonly values: PushingValues) {
    const mass = values.density * rho * Math.PI * radius * radius * dx
    const y = stillDepth - values.depth + radius
    this.ball = { x: center, y, z: dx / 2, vx: 0, vy: 0, vz: 0, radius, mass }
  }

  step(): void {
    const { ball, water } = this
    const { alpha, smoothing, motion } = this.values
    const held = { y: ball.y, vy: 0 }
    const before = ball.vy
    ballsInWater(water, [ball], { c, dx, dt, g, rho, alpha, smoothing, restitution: 0 })
    this.force = (ball.mass * (ball.vy - before)) / dt / dx
    columns2D(water, { c, dx, dt })
    if (motion === 'held') Object.assign(ball, held)
    else fall(ball, 0, ball.mass, radius)
  }

  heights = (): Float64Array => this.water.eta.slice()
  heads = (): Float64Array => nothing
  covered = (): boolean[] => Array.from(ballOverlap(this.water, this.ball, dx), (overlap) => overlap > 0)
  body = (): BodyShape => ({ shape: 'disc', x: this.ball.x, y: this.ball.y, radius })
  volume = (): number => dx * (sum(this.water.eta) - sum(this.water.b))
  lift = (): number => this.force
  residuals = (): readonly number[] => []

  hold(depth: number): boolean {
    this.ball.y = stillDepth - depth + radius
    return true
  }
}

/** What is left of the motion after one step. */
const beta = 0.995

/** Virtual height: water that cannot stay under the box is pushed out beside it. Heights are over the still water. */
export class VirtualHeightTank implements Tank {
  private readonly water = {
    eta: new Float64Array(columns),
    etaOld: new Float64Array(columns),
    etaNew: new Float64Array(columns),
  }
  private readonly box: FloatingBox
  private e: Float64Array
  private solved: VirtualHeight = { v: nothing, iterations: 0, residuals: [], residual: 0 }
  private force = 0

  constructor(private readonly values: PushingValues) {
    this.box = {
      x: center,
      y: box.height / 2 - values.depth,
      z: dx / 2,
      ...box,
      width: dx,
      mass: values.density * rho * box.length * box.height,
      vx: 0,
      vy: 0,
      vz: 0,
      orientation: [1, 0, 0, 0],
      angularMomentum: [0, 0, 0],
    }
    this.e = boxDip(this.box, this.water.eta, columns, dx)
  }

  step(): void {
    const { gamma, force, motion } = this.values
    const h = this.water.eta.slice()
    this.e = boxDip(this.box, h, columns, dx)
    this.solved = virtualHeight1D(this.water, this.e, { alpha: (c * dt) ** 2 / dx ** 2, beta, gamma, tolerance: 1e-10 })
    const weight = { rho, g, area: dx }
    const f =
      force === 'slide'
        ? slideFloatingForce(this.e, h, this.water.eta, weight)
        : floatingForce(this.solved.v, gamma, weight)
    this.force = sum(f)
    if (motion !== 'free') return
    boxStep(this.box, f, { nx: columns, dx, dt, g })
    const lowest = box.height / 2 - stillDepth
    if (this.box.y < lowest) Object.assign(this.box, { y: lowest, vy: 0 })
  }

  heights = (): Float64Array => this.water.eta.map((eta) => eta + stillDepth)
  heads = (): Float64Array => this.solved.v.map((v) => v * this.values.gamma)
  covered = (): boolean[] => Array.from(this.e, (dip) => dip > 0)
  volume = (): number => dx * sum(this.heights())
  lift = (): number => this.force
  residuals = (): readonly number[] => this.solved.residuals

  body(): BodyShape {
    const [w, , , z] = this.box.orientation
    return { shape: 'box', x: this.box.x, y: this.box.y + stillDepth, ...box, angle: 2 * Math.atan2(z, w) }
  }

  hold(depth: number): boolean {
    this.box.y = box.height / 2 - depth
    return true
  }
}
