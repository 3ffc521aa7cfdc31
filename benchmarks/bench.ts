/** Runs the benchmark cases: see README.md. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { version } from 'seiche'
import { allocation } from './allocation.js'
import { columns } from './columns.js'
import { frames } from './frames.js'
import { iwave } from './iwave.js'
import { kassMiller } from './kass-miller.js'
import { cpuSlug, describeMachine, renderMachine } from './machine.js'
import { ocean } from './ocean.js'
import { poisson } from './poisson.js'
import { type CaseReport, renderCase } from './report.js'
import { shallowWater } from './shallow-water.js'

const cases = [columns, frames, iwave, ocean, kassMiller, shallowWater, poisson, allocation]

/** Load average above which somebody else is taking a good part of a core. */
const busy = 0.5

const usage = `Usage: npm run bench -- [--quick] [--only <case>]... [--save]

  --quick        a short run: seconds instead of minutes, wider spread
  --only <case>  this case alone; may be repeated
  --save         write benchmarks/results/<cpu>.json and .md (whole, unhurried runs only)

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
  const parts = [head]
  process.stdout.write(`${head}\n`)
  if (machine.load > busy) {
    process.stderr.write(`The machine is busy (load ${machine.load}); figures for two threads will suffer most.\n`)
  }

  const results: Record<string, CaseReport['data']> = {}
  const chosen = cases.filter(({ name }) => options.only.length === 0 || options.only.includes(name))
  for (const { name, run } of chosen) {
    const report = await run({
      quick: options.quick,
      progress: (message) => process.stderr.write(`${name}: ${message}\n`),
    })
    const text = renderCase(name, report)
    parts.push(text)
    results[name] = report.data
    process.stdout.write(`\n${text}\n`)
  }

  if (options.save) {
    const folder = fileURLToPath(new URL('./results/', import.meta.url))
    const file = `${folder}${cpuSlug(machine.cpu)}`
    mkdirSync(folder, { recursive: true })
    writeFileSync(`${file}.json`, `${JSON.stringify({ seiche: version, date, machine, results }, null, 2)}\n`)
    writeFileSync(`${file}.md`, `${parts.join('\n\n')}\n`)
    process.stderr.write(`saved benchmarks/results/${cpuSlug(machine.cpu)}.json and .md\n`)
  }
  return 0
}

interface Options {
  quick: boolean
  only: string[]
  save: boolean
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
        help: { type: 'boolean', short: 'h' },
      },
    }).values
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
  const { quick = false, only = [], save = false, help = false } = values
  const unknown = only.find((wanted) => !cases.some(({ name }) => name === wanted))
  if (unknown !== undefined) return `There is no case "${unknown}".`
  // A file that mixes hurried with unhurried figures, or keeps half of an older run, would be believed.
  if (save && (quick || only.length > 0)) return '--save goes neither with --quick nor with --only.'
  return { quick, only, save, help }
}

process.exitCode = await main()
