/** Runs the benchmark cases: see README.md. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { version } from 'seiche'
import { allocation } from './cases/allocation.js'
import { bodies } from './cases/bodies.js'
import { columns } from './cases/columns.js'
import { dispersiveWater } from './cases/dispersive-water.js'
import { frames } from './cases/frames.js'
import { iwave } from './cases/iwave.js'
import { kassMiller } from './cases/kass-miller.js'
import { ocean } from './cases/ocean.js'
import { output } from './cases/output.js'
import { poisson } from './cases/poisson.js'
import { ratesCase } from './cases/rates.js'
import { shallowWater } from './cases/shallow-water.js'
import { stableFluids } from './cases/stable-fluids.js'
import { steepWaves } from './cases/steep-waves.js'
import { cpuSlug, describeMachine, renderMachine } from './harness/machine.js'
import { renderCase } from './harness/report.js'

const cases = [
  ratesCase,
  columns,
  frames,
  iwave,
  steepWaves,
  ocean,
  kassMiller,
  shallowWater,
  dispersiveWater,
  poisson,
  bodies,
  stableFluids,
  allocation,
  output,
]

/** Load average above which somebody else is taking a good part of a core. */
const busy = 0.5

const usage = `Usage: npm run bench -- [--quick] [--only <case>]... [--save [--second]]

  --quick        a short run: seconds instead of minutes, wider spread
  --only <case>  this case alone; may be repeated
  --save         write benchmarks/results/<cpu>/<case>.json and .md (unhurried runs only)
  --second       save to benchmarks/results/<cpu>/second, beside an earlier run

Cases:
${cases.map(({ name, about }) => `  ${name.padEnd(12)} ${about}`).join('\n')}
`

async function main(): Promise<number> {
  const options = readOptions()
  if (typeof options === 'string') {
    process.stderr.write(`${options}\n\n${usage}`)
    return 2
  }
  if (options.help) {
    process.stdout.write(usage)
    return 0
  }

  const machine = describeMachine()
  const date = new Date().toISOString().slice(0, 10)
  const head = `# Seiche ${version}, ${date}\n\n${renderMachine(machine)}`
  process.stdout.write(`${head}\n`)
  if (machine.load > busy) {
    process.stderr.write(`The machine is busy (load ${machine.load}); figures for two threads will suffer most.\n`)
  }

  const chosen = cases.filter(({ name }) => options.only.length === 0 || options.only.includes(name))
  for (const { name, run } of chosen) {
    const report = await run({
      quick: options.quick,
      progress: (message) => process.stderr.write(`${name}: ${message}\n`),
    })
    const text = renderCase(name, report)
    process.stdout.write(`\n${text}\n`)
    if (options.save)
      save(`${cpuSlug(machine.cpu)}${options.second ? '/second' : ''}`, name, `${head}\n\n${text}\n`, {
        seiche: version,
        date,
        machine,
        case: name,
        results: report.data,
      })
  }
  return 0
}

/** A case is one interleaved run and has files of its own: no file mixes figures of several runs. `place`: folder in `results`. */
function save(place: string, name: string, text: string, data: object): void {
  const folder = `results/${place}`
  const file = fileURLToPath(new URL(`./${folder}/${name}`, import.meta.url))
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(`${file}.json`, `${JSON.stringify(data, null, 2)}\n`)
  writeFileSync(`${file}.md`, text)
  process.stderr.write(`saved benchmarks/${folder}/${name}.json and .md\n`)
}

interface Options {
  quick: boolean
  only: string[]
  save: boolean
  second: boolean
  help: boolean
}

/** The options, or what is wrong with them. */
function readOptions(): Options | string {
  let values: Partial<Options>
  try {
    values = parseArgs({
      options: {
        quick: { type: 'boolean' },
        only: { type: 'string', multiple: true },
        save: { type: 'boolean' },
        second: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    }).values
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
  const { quick = false, only = [], save = false, second = false, help = false } = values
  const unknown = only.find((wanted) => !cases.some(({ name }) => name === wanted))
  if (unknown !== undefined) return `There is no case "${unknown}".`
  // Hurried figures in a file would be believed.
  if (save && quick) return '--save does not go with --quick.'
  if (second && !save) return '--second goes with --save.'
  return { quick, only, save, second, help }
}

process.exitCode = await main()
