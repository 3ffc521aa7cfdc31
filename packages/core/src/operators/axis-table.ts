// The tables of the transforms along one axis, in the kernels' memory (kernels/spectral/axis.ts).

import type { Arena } from '../fields/arena.js'
import type { EdgeKind } from '../fields/boundaries.js'
import { type KernelResource, takeRecord, writeRecord } from '../fields/field.js'
import { Axis, Transform } from '../generated/layouts/spectral/axis.js'
import { COMPLEX } from '../generated/layouts/spectral/lifting.js'
import { gainOf, LONGEST_TRANSFORM, placesOfFrequencies, scaleOf, shearOf, twiddleShears } from '../numerics/fourier.js'

export type TransformKind = keyof typeof Transform

/** The transform whose modes satisfy the conditions at the two edges of an axis. Open edges have a wall behind their sponge. */
function kindOf(before: EdgeKind, after: EdgeKind): TransformKind {
  if (before === 'periodic') return 'fourier'
  const odd = [before, after].filter((edge) => edge === 'fixed').length
  return odd === 0 ? 'cosine' : odd === 2 ? 'sine' : 'quarter'
}

export class AxisTable implements KernelResource {
  readonly kind: TransformKind
  readonly length: number
  readonly record: number
  /** Position in the buffer of the mode with index k. */
  readonly #places: Int32Array
  /** The first edge is odd and the second even: the sequence is read backwards. */
  readonly #mirrored: boolean
  readonly #address: number
  readonly #twiddles: ReturnType<typeof twiddleShears>
  readonly #bytes: number

  /** Plans the transforms of a length; `isTransformLength` has to hold for it. */
  constructor(arena: Arena, length: number, before: EdgeKind, after: EdgeKind) {
    if (length > LONGEST_TRANSFORM) throw new RangeError(`no transform is longer than ${LONGEST_TRANSFORM}`)
    this.kind = kindOf(before, after)
    this.length = length
    this.#mirrored = this.kind === 'quarter' && before === 'fixed'
    this.#places = placesOfFrequencies(length)
    this.#twiddles = twiddleShears(length)
    this.#bytes = Axis.bytes + 4 * this.#twiddleWords() + 4 * length + 4 * length + 16 * length + 8 * length
    this.#address = arena.allocate(this.#bytes)
    this.record = takeRecord(arena)
  }

  #twiddleWords(): number {
    return this.#twiddles.reduce((sum, { radix, shears }) => sum + shears.length * wordsOfShear(radix), 0)
  }

  /** Factor by which a transform followed by its inverse multiplies. */
  get gain(): number {
    return gainOf(this.length)
  }

  /** Factor by which the inverse of a Fourier transform multiplies the sum of the modes. */
  get scale(): number {
    return scaleOf(this.length)
  }

  /**
   * Wavenumber times cell size [rad] of the mode at each position of the buffer: -π..π for `fourier`, 0..π for the others.
   * Exactly 0 for the constant mode.
   */
  wavenumbers(): Float64Array {
    const n = this.length
    const wavenumbers = new Float64Array(n)
    for (let k = 0; k < n; k++) {
      const halfWaves = { fourier: 2 * (k > n / 2 ? k - n : k), cosine: k, sine: n - k, quarter: k + 0.5 }[this.kind]
      wavenumbers[this.#places[k]!] = (Math.PI * halfWaves) / n
    }
    return wavenumbers
  }

  /** For each position, that of the conjugate mode: the mode -k for `fourier`, the mode itself otherwise. */
  partners(): Int32Array {
    const n = this.length
    const partners = new Int32Array(n)
    for (let k = 0; k < n; k++)
      partners[this.#places[k]!] = this.kind === 'fourier' ? this.#places[(n - k) % n]! : this.#places[k]!
    return partners
  }

  /** Pairs of positions that a derivative exchanges: of the cosines k and n - k. The constant is a pair with itself. */
  pairs(): (readonly [number, number])[] {
    const n = this.length
    const count = Math.floor(n / 2) + 1
    return Array.from({ length: count }, (_, k) => [this.#places[k]!, this.#places[k === 0 ? 0 : n - k]!])
  }

  /** Number of waves, or of half waves for `cosine`, of the mode at each position; negative for the mode -k of `fourier`. */
  indices(): Int32Array {
    const perWave = this.kind === 'fourier' ? 2 : 1
    return Int32Array.from(this.wavenumbers(), (k) => Math.round((k * this.length) / (perWave * Math.PI)))
  }

  /** Index of the value at each position of the buffer. */
  values(): Int32Array {
    const n = this.length
    const values = new Int32Array(n)
    for (let i = 0; i < n; i++) values[this.#placeOfValue(this.#mirrored ? n - 1 - i : i)] = i
    return values
  }

  bind(memory: ArrayBufferLike): void {
    const n = this.length
    const words = new Uint32Array(memory, this.#address, this.#bytes / 4)
    const floats = new Float32Array(memory, this.#address, this.#bytes / 4)
    let next: number = Axis.words
    const addressOf = (word: number) => this.#address + 4 * word
    const begin = () => addressOf(next)

    const twiddles = begin()
    for (const { radix, shears } of this.#twiddles)
      for (const { t, s, quarters } of shears) {
        floats[next++] = t
        floats[next++] = s
        if (wordsOfShear(radix) === 3) words[next++] = quarters
      }
    const twiddlesEnd = begin()

    const places = begin()
    for (let i = 0; i < n; i++) words[next++] = COMPLEX * this.#placeOfValue(this.#mirrored ? n - 1 - i : i)

    const partners = begin()
    for (const place of this.partners()) words[next++] = COMPLEX * place

    const pairs = begin()
    let pairCount = 0
    if (this.kind !== 'fourier') {
      // Mode k pairs with n - k (quarter waves: n - 1 - k). A mode that is its own partner is already real.
      const offset = this.kind === 'quarter' ? 0.5 : 0
      for (let k = offset === 0 ? 1 : 0; 2 * (k + offset) < n; k++, pairCount++) {
        words[next++] = COMPLEX * this.#places[k]!
        words[next++] = COMPLEX * this.#places[n - k - 2 * offset]!
        const { t, s } = shearOf((k + offset) / (4 * n), 0)
        floats[next++] = t
        floats[next++] = s
      }
    }

    const quarters = begin()
    if (this.kind === 'quarter')
      for (let j = 1; j < n; j++) {
        const { t, s } = shearOf(j / (2 * n), 1)
        floats[next++] = t
        floats[next++] = s
      }

    const kind = Transform[this.kind]
    const axis = { n, kind, twiddles, twiddlesEnd, places, partners, pairs, pairCount, quarters }
    for (const [name, word] of Object.entries(Axis.word)) words[word] = axis[name as keyof typeof Axis.word]
    writeRecord(memory, this.record, { origin: this.#address, nx: n, nz: 1, stride: this.#bytes })
  }

  /** Position in the buffer of value i: in order for `fourier`; otherwise even values forwards, then odd values backwards. */
  #placeOfValue(i: number): number {
    if (this.kind === 'fourier') return i
    return i % 2 === 0 ? i / 2 : this.length - (i + 1) / 2
  }
}

/** Words of one shear. Butterflies of radix 4 and 2 have fixed quarter turns, which need not be stored. */
function wordsOfShear(radix: number): number {
  return radix === 4 || radix === 2 ? 2 : 3
}
