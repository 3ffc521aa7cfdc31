/** FFTW as a baseline: started and checked where it is installed, left out where it is not. */
import { BaselineProcess } from './baseline-process.js'
import { compile, flagSets, isInstalled, type Library } from './compile.js'

/** What one step is: a complex transform forward and backward, or so many backward ones on arrays of their own. */
export type FftwWork = 'pair' | { backward: number }

const library: Library = { header: 'fftw3.h', flag: '-lfftw3f' }

/** A running FFTW that has proved that it transforms; null without gcc or FFTW. */
export async function startFftw(work: FftwWork): Promise<BaselineProcess | null> {
  if (!isInstalled(library)) return null
  const variant = work === 'pair' ? ['pair'] : ['backward', String(work.backward)]
  const fftw = new BaselineProcess(compile('fftw', flagSets[0], [library]), ...variant)
  try {
    await check(fftw, work)
  } catch (error) {
    fftw.quit()
    throw error
  }
  return fftw
}

/** The note under the tables that says what FFTW was asked, or that it was not there. */
export async function describeFftw(fftw: BaselineProcess | null): Promise<string> {
  if (fftw === null) return 'FFTW or gcc was not found, so there is no comparison with FFTW.'
  return `FFTW is ${await fftw.version()}: single precision, in place, planned with FFTW_MEASURE outside the timing, one thread. Its name ends with the vectors that it was built for; the engine has the 128 bits of WebAssembly.`
}

// --- the same work? ----------------------------------------------------------------------------------------------

/** Single precision against double, relative to the largest number expected. */
const tolerance = 1e-5

async function check(fftw: BaselineProcess, work: FftwWork): Promise<void> {
  const n = 32
  const expected = work === 'pair' ? inputTimes(n * n, n) : backwardTransform(work.backward - 1, n)
  const actual = await fftw.check(n, 1)
  const largest = Math.max(...expected.map(Math.abs))
  const error = Math.max(...expected.map((value, i) => Math.abs(value - (actual[i] ?? Number.NaN)))) / largest
  if (!(error <= tolerance)) throw new Error(`FFTW differs from the Fourier sum by ${error} of its largest number`)
}

/** The numbers that fftw.c fills its arrays with: array a, cell c, real and imaginary part. */
function input(a: number, c: number, n: number): [re: number, im: number] {
  const k = 2 * (a * n * n + c)
  return [scatter(k), scatter(k + 1)]
}

function scatter(k: number): number {
  return (Math.imul(k, 2654435761) >>> 8) / 2 ** 24 - 0.5
}

/** Forward and backward without normalising: every number times n². Along the diagonal, re im re im ... */
function inputTimes(factor: number, n: number): number[] {
  return Array.from({ length: n }, (_, i) => input(0, i * n + i, n).map((part) => factor * part)).flat()
}

/** The Fourier sum itself, sum of X(p, q) e^(2πi (p + q) m / n) at the cells (m, m). */
function backwardTransform(a: number, n: number): number[] {
  return Array.from({ length: n }, (_, m) => {
    let re = 0
    let im = 0
    for (let q = 0; q < n; q++) {
      for (let p = 0; p < n; p++) {
        const [x, y] = input(a, q * n + p, n)
        const angle = (2 * Math.PI * (((p + q) * m) % n)) / n
        re += x * Math.cos(angle) - y * Math.sin(angle)
        im += x * Math.sin(angle) + y * Math.cos(angle)
      }
    }
    return [re, im]
  }).flat()
}
