// A wave packet runs along a channel against a wall: how much of it returns, and which way up?
//
// A second channel without the wall shows the packet as it would be. A wall that reflects perfectly returns its mirror image. Height
// and potential of a packet, as one complex number a cell, give size and phase of the reflection at once.

import { channelMatte, paintMatte } from './obstacles.matte.js'
import { channelCells, type ObstaclesValues, wallAt } from './obstacles.settings.js'
import { frequencyOf, gravity, openSurface, type Start, type Surface, type SurfaceKind } from './surface.js'

/** Middle of the packet at the start [cells], its spread in wavenumbers [rad/m] and its height [m]. */
const packet = { at: 70, spread: 0.09, height: 0.1 }
/** The packet without a wall ends this far behind the place of the wall [cells]. */
const beyond = 60

/** A packet that runs towards larger x, made of the waves of the method that computes it. */
function packetStart(kind: Pick<ObstaclesValues, 'by' | 'window' | 'wavelength'>, matte: Float64Array): Start {
  const eta = new Float64Array(channelCells)
  const phi = new Float64Array(channelCells)
  const middle = (2 * Math.PI) / kind.wavelength
  let total = 0
  for (let m = 1; m < channelCells / 2; m++) {
    const k = (2 * Math.PI * m) / channelCells
    const share = Math.exp(-(((k - middle) / packet.spread) ** 2))
    if (share < 1e-6) continue
    total += share
    const omega = frequencyOf(kind, k)
    for (let i = 0; i < channelCells; i++) {
      const phase = k * (i + 0.5 - packet.at)
      eta[i]! += packet.height * share * Math.cos(phase)
      phi[i]! += packet.height * share * (gravity / omega) * Math.sin(phase)
    }
  }
  const scaled = (values: Float64Array) => values.map((value) => value / total)
  return { nx: channelCells, nz: 1, eta: scaled(eta), phi: scaled(phi), matte, isPeriodic: true }
}

/** The speed of the packet [m/s]: the slope of the frequency over the wavenumber. */
function packetSpeed(kind: Pick<ObstaclesValues, 'by' | 'window' | 'wavelength'>): number {
  const k = (2 * Math.PI) / kind.wavelength
  return (frequencyOf(kind, k + 0.01) - frequencyOf(kind, k - 0.01)) / 0.02
}

export interface Reflection {
  /** Height of the returned packet over that of the one that came. */
  size: number
  /** Turn of its phase [degrees], 0 to 180: 0 upright, 180 upside down. */
  phase: number
}

export type ChannelKind = SurfaceKind & Pick<ObstaclesValues, 'wavelength' | 'rim'>

export class Channel {
  private readonly energyAtStart: number
  private done = 0

  private constructor(
    private readonly kind: ChannelKind,
    private readonly wall: Surface,
    private readonly free: Surface,
    /** Steps until the packet has returned. */
    private readonly steps: number,
  ) {
    this.energyAtStart = wall.energy()
  }

  static async open(kind: ChannelKind): Promise<Channel> {
    const [wall, free] = await Promise.all([
      openSurface(kind, packetStart(kind, channelMatte(kind.rim)), paintMatte),
      openSurface(kind, packetStart(kind, new Float64Array(channelCells).fill(1)), paintMatte),
    ])
    const seconds = (wallAt - packet.at + beyond) / packetSpeed(kind)
    return new Channel(kind, wall, free, Math.round(seconds / kind['time-step']))
  }

  get eta(): ArrayLike<number> {
    return this.wall.eta
  }

  get etaFree(): ArrayLike<number> {
    return this.free.eta
  }

  get matte(): ArrayLike<number> {
    return this.wall.matte
  }

  /** Whether the packet has returned. */
  get isOver(): boolean {
    return this.done >= this.steps
  }

  step(): void {
    this.wall.step()
    this.free.step()
    this.done++
  }

  /** Of the packet that has returned: all of it must have met the wall. */
  reflection(): Reflection {
    const omega = frequencyOf(this.kind, (2 * Math.PI) / this.kind.wavelength)
    const { eta, phi } = this.wall
    const { eta: etaFree, phi: phiFree } = this.free
    let [real, imaginary, square] = [0, 0, 0]
    for (let i = 0; i < wallAt; i++) {
      const mirrored = 2 * wallAt - 1 - i
      if (mirrored >= channelCells) continue
      const [a, b] = [eta[i]!, (omega / gravity) * phi[i]!]
      const [c, d] = [etaFree[mirrored]!, (omega / gravity) * phiFree[mirrored]!]
      real += a * c + b * d
      imaginary += b * c - a * d
      square += c * c + d * d
    }
    return {
      size: Math.hypot(real, imaginary) / square,
      phase: Math.abs((Math.atan2(imaginary, real) * 180) / Math.PI),
    }
  }

  /** Energy of the waves over that of the start. */
  energy(): number {
    return this.wall.energy() / this.energyAtStart
  }

  dispose(): void {
    this.wall.dispose()
    this.free.dispose()
  }
}
