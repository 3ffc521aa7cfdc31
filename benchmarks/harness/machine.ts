/** What the figures were measured on. Nothing here tells whose machine it is: no host, user or path names. */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { arch, availableParallelism, cpus, loadavg, release, totalmem, type } from 'node:os'

export interface Machine {
  cpu: string
  /** Threads of execution the process may use. */
  cores: number
  /** Caches of the first core, as the system reports them: "L1 data 48K". Empty where it does not. */
  caches: string[]
  /** Main memory [GiB]. */
  memory: number
  system: string
  node: string
  v8: string
  /** First line of `gcc --version`; null without gcc. */
  gcc: string | null
  /** Processes running or waiting to run, mean of the last minute before the benchmark. 0 where the system does not tell. */
  load: number
}

export function describeMachine(): Machine {
  return {
    cpu: cpuName(),
    cores: availableParallelism(),
    caches: cachesOfFirstCore(),
    memory: Math.round(totalmem() / 2 ** 30),
    // The part of the release behind the dash is the distributor's and can carry anybody's name.
    system: `${type()} ${release().split('-')[0]} ${arch()}`,
    node: process.versions.node,
    v8: process.versions.v8,
    gcc: gccVersion(),
    load: Math.round(100 * loadavg()[0]!) / 100,
  }
}

export function renderMachine(machine: Machine): string {
  return [
    `* CPU: ${machine.cpu}, ${machine.cores} ${machine.cores === 1 ? 'core' : 'cores'}`,
    `* caches: ${machine.caches.length > 0 ? machine.caches.join(', ') : 'not reported'}`,
    `* memory: ${machine.memory} GiB`,
    `* system: ${machine.system}`,
    `* Node ${machine.node}, V8 ${machine.v8}`,
    `* ${machine.gcc ?? 'no gcc: no comparison with C'}`,
    `* load before the run: ${machine.load}`,
  ].join('\n')
}

/** "Intel(R) Xeon(R) Processor" → "intel-xeon-processor": the name of the result files. */
export function cpuSlug(cpu: string): string {
  return cpu
    .replace(/\((r|tm|c)\)/gi, ' ')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}

function cpuName(): string {
  const model = cpus()[0]?.model.trim() ?? ''
  const name = model === '' || model === 'unknown' ? `unknown ${arch()}` : model
  // Virtual machines hide the product name; family and model still tell the generation.
  const info = readText('/proc/cpuinfo')
  const family = info?.match(/^cpu family\s*:\s*(\d+)/m)?.[1]
  const number = info?.match(/^model\s*:\s*(\d+)/m)?.[1]
  return family && number ? `${name} (family ${family} model ${number})` : name
}

function cachesOfFirstCore(): string[] {
  const folder = '/sys/devices/system/cpu/cpu0/cache'
  let entries: string[]
  try {
    entries = readdirSync(folder).filter((entry) => entry.startsWith('index'))
  } catch {
    return []
  }
  return entries.sort().flatMap((entry) => {
    const level = readText(`${folder}/${entry}/level`)
    const kind = readText(`${folder}/${entry}/type`)
    const size = readText(`${folder}/${entry}/size`)
    if (!level || !size) return []
    return [`L${level}${kind && kind !== 'Unified' ? ` ${kind.toLowerCase()}` : ''} ${size}`]
  })
}

function gccVersion(): string | null {
  try {
    return execFileSync('gcc', ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).split('\n')[0]!
  } catch {
    return null
  }
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    return null
  }
}
