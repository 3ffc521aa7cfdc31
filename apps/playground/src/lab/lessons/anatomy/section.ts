// A section of one wave: the surface, and particles of water under it.

import { airyOrbit, airyProfile } from '@seiche/textbook'
import { airy, createSimulation, type SurfaceSimulation } from 'seiche'
import type { AnatomyValues } from './anatomy.settings.js'
import { type AnatomyView, stepsPerPeriod, type Wave } from './wave.js'

/** Cells of a wavelength, and of the section. */
const perLength = 128
const cells = 192
/** Steps of the marked particle's path that are kept. */
const longestTrace = 400

export interface SectionFrame {
  kind: 'section'
  /** Surface: place and elevation [m]. */
  x: Float64Array
  eta: Float64Array
  /** Particles: place x, y of each [m]; and their orbits around a rest position with half axes. */
  particles: Float64Array
  orbits: { x: number; y: number; along: number; up: number }[]
  /** Path of the marked particle [m]. */
  traceX: Float64Array
  traceY: Float64Array
  /** Speed of the crests, measured [m/s]. */
  speed: number
  /** Drift of the marked particle [m/s]: measured, and by Stokes. */
  drift: number
  driftInTheory: number
}

interface Particle {
  readonly x0: number
  readonly y0: number
  x: number
  y: number
}

export async function openSection(values: AnatomyValues, wave: Wave): Promise<AnatomyView<SectionFrame>> {
  const { length, period, height, depth } = wave
  if (values.by === 'textbook') return new Section(wave, undefined)
  const sim = await createSimulation(
    {
      seiche: 1,
      grid: { cells: [cells, 1], cellSize: length / perLength },
      timeStep: period / stepsPerPeriod,
      solver: { type: 'waves', depth, trains: [{ wavelength: length, height }] },
    },
    { threads: 1 },
  )
  return new Section(wave, sim)
}

class Section implements AnatomyView<SectionFrame> {
  private t = 0
  private readonly x: Float64Array
  private eta: Float64Array
  private readonly particles: Particle[]
  private readonly marked: Particle
  private readonly trace: [number, number][] = []
  /** Angle by which the profile has turned since the start [rad]. */
  private turned = 0
  private angle: number
  private drift = Number.NaN

  constructor(
    private readonly wave: Wave,
    private readonly sim: SurfaceSimulation | undefined,
  ) {
    this.x = Float64Array.from({ length: cells }, (_, i) => ((i + 0.5 - cells / 2) * wave.length) / perLength)
    const deepest = Math.min(wave.depth, 0.55 * wave.length)
    const rows = [0.02, 0.18, 0.36, 0.56, 0.78, 1]
    const columns = Array.from({ length: 11 }, (_, n) => ((n - 5) / 8) * wave.length)
    this.particles = rows.flatMap((row) => columns.map((x0) => ({ x0, y0: -row * deepest, x: x0, y: -row * deepest })))
    this.marked = this.particles[2 * columns.length + 5]!
    // The particles start where the wave has them at t = 0.
    for (const particle of this.particles) this.putOnOrbit(particle, 0)
    this.eta = this.surface()
    this.angle = this.profileAngle()
  }

  step(t: number): void {
    const dt = t - this.t
    this.t = t
    if (this.sim) {
      this.sim.step()
      for (const particle of this.particles) this.carry(particle, t - dt, dt)
    } else for (const particle of this.particles) this.putOnOrbit(particle, t)
    this.eta = this.surface()
    const angle = this.profileAngle()
    this.turned += Math.atan2(Math.sin(angle - this.angle), Math.cos(angle - this.angle))
    this.angle = angle
    this.trace.push([this.marked.x, this.marked.y])
    if (this.trace.length > longestTrace) this.trace.shift()
    const periods = t / this.wave.period
    // At whole periods the swing is over and the way that is left is drift.
    if (Math.abs(periods - Math.round(periods)) < 0.5 / stepsPerPeriod && periods > 0.5) {
      const [startX] = this.orbitPlace(this.marked, 0)
      this.drift = (this.marked.x - startX) / t
    }
  }

  frame(): SectionFrame {
    const { k, omega, height, depth } = this.wave
    const a = height / 2
    const { y0 } = this.marked
    // Stokes drift at the rest height y: a²ωk cosh(2k(y + d))/(2 sinh²(kd)), by the orbit's half axes.
    const { along, up } = airy.orbitAt(y0, a, k, { depth })
    return {
      kind: 'section',
      x: this.x,
      eta: this.eta,
      particles: Float64Array.from(this.particles.flatMap(({ x, y }) => [wrappedInto(x, 0.75 * this.wave.length), y])),
      orbits: this.particles.map(({ x0, y0 }) => ({ x: x0, y: y0, ...airy.orbitAt(y0, a, k, { depth }) })),
      traceX: Float64Array.from(this.trace, ([x]) => x),
      traceY: Float64Array.from(this.trace, ([, y]) => y),
      speed: this.t > 0 ? this.turned / this.t / k : Number.NaN,
      drift: this.drift,
      driftInTheory: (omega * k * (along * along + up * up)) / 2,
    }
  }

  dispose(): void {
    this.sim?.dispose()
  }

  private surface(): Float64Array {
    if (this.sim) return Float64Array.from(this.sim.field('eta').read())
    const { k, depth, height } = this.wave
    return this.x.map((x) => (height / 2) * airyProfile(x, this.t, k, { depth }))
  }

  /** Angle ωt of the profile a cos(kx - ωt), from its cosine and sine over one length. */
  private profileAngle(): number {
    let [cosine, sine] = [0, 0]
    for (let i = 0; i < perLength; i++) {
      cosine += this.eta[i]! * Math.cos(this.wave.k * this.x[i]!)
      sine += this.eta[i]! * Math.sin(this.wave.k * this.x[i]!)
    }
    return Math.atan2(sine, cosine)
  }

  private orbitPlace({ x0, y0 }: Particle, t: number): [number, number] {
    const { k, omega, height, depth } = this.wave
    const { horizontal, vertical } = airyOrbit(y0, height / 2, k, { depth })
    const angle = k * x0 - omega * t
    return [x0 - horizontal * Math.sin(angle), y0 + vertical * Math.cos(angle)]
  }

  /** The lecture's particle: around its rest position for ever. */
  private putOnOrbit(particle: Particle, t: number): void {
    ;[particle.x, particle.y] = this.orbitPlace(particle, t)
  }

  /** A particle in the flow of the wave, by the midpoint rule. */
  private carry(particle: Particle, t: number, dt: number): void {
    const { k, omega, height, depth } = this.wave
    const train = { amplitude: height / 2, kx: k, kz: 0, omega, phase: 0 }
    const flow = (x: number, y: number, at: number) => airy.velocityAt(train, { depth }, x, y, 0, at)
    const [u, v] = flow(particle.x, particle.y, t)
    const [uMiddle, vMiddle] = flow(particle.x + (u * dt) / 2, particle.y + (v * dt) / 2, t + dt / 2)
    particle.x += uMiddle * dt
    particle.y += vMiddle * dt
  }
}

/** A place brought back into ±half, so that drifting particles do not leave the figure. */
function wrappedInto(x: number, half: number): number {
  return x - 2 * half * Math.round(x / (2 * half))
}
