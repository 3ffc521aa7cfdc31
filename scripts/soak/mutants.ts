// Every scene of scenes/ with one value exchanged for a hostile one: is it read or refused within seconds, and by a SceneError?
//
// Mutants run in a process of their own, which is ended and begun again behind a mutant that does not answer.

import { fork } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createSimulation, planSimulation, SceneError, type SceneInput } from 'seiche'
import { rapier } from 'seiche/bodies'
import { readGeotiff } from 'seiche/geotiff'
import { mutantsOf } from '../../packages/core/testing/scene-mutants.js'

/** Real time after which a mutant counts as one that does not answer [ms]. */
const LONGEST = 20_000
/** Time of the processor after which a mutant is reported [ms]. */
const NOTABLE = 2000
/** Mutants with more cells or memory than this are planned and not created: to fill gigabytes takes its time. */
const MOST_CELLS = 1e6
const MOST_BYTES = 2 ** 28

const folder = new URL('../../scenes/', import.meta.url)

/** What a worker says: the mutant that it begins with, something that is wrong with it, or the end. */
type Word = { begins: number; name: string } | { trouble: string } | { ends: number }

/** Tries every mutant, or `count` of them evenly spread. Returns whether all was well. */
export async function soakMutants(count: number): Promise<boolean> {
  let [next, bad, tried] = [0, 0, 0]
  while (next >= 0) {
    let name = ''
    const worker = fork(new URL(import.meta.url), ['worker', String(next), String(count)])
    let timer: NodeJS.Timeout | undefined
    let finished = false
    worker.on('message', (word: Word) => {
      if ('trouble' in word) {
        bad++
        console.log(`${name}: ${word.trouble}`)
        return
      }
      clearTimeout(timer)
      if ('ends' in word) {
        finished = true
        return
      }
      tried++
      name = word.name
      next = word.begins + 1
      timer = setTimeout(() => worker.kill('SIGKILL'), LONGEST)
    })
    await new Promise((resolve) => worker.on('exit', resolve))
    clearTimeout(timer)
    if (finished) next = -1
    else {
      bad++
      console.log(`${name}: no answer within ${LONGEST / 1000} s, or the process ended`)
    }
  }
  console.log(`mutants: ${tried} tried, ${bad} with trouble`)
  return bad === 0
}

function* everyMutant() {
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.json')))
    for (const { name, scene } of mutantsOf(JSON.parse(readFileSync(new URL(file, folder), 'utf8'))))
      yield { name: `${file}: ${name}`, scene: scene as SceneInput }
}

async function attempt(scene: SceneInput): Promise<void> {
  const { cells, bytes } = planSimulation(scene)
  if (cells > MOST_CELLS || bytes > MOST_BYTES) return
  const read = (name: string) => readFile(new URL(name, folder))
  const sim = await createSimulation(scene, {
    threads: 1,
    readFile: read,
    readElevation: readGeotiff,
    rigidBodies: rapier,
  })
  sim.dispose()
}

async function work(first: number, count: number): Promise<void> {
  const say = (word: Word) => process.send!(word)
  const total = [...everyMutant()].length
  const every = Math.max(1, Math.floor(total / count))
  let number = 0
  for (const { name, scene } of everyMutant()) {
    const begins = number++
    if (begins < first || begins % every !== 0) continue
    say({ begins, name })
    const before = process.cpuUsage()
    await attempt(scene).catch((error: unknown) => {
      if (!(error instanceof SceneError)) say({ trouble: String(error) })
    })
    const { user, system } = process.cpuUsage(before)
    const spent = (user + system) / 1000
    if (spent > NOTABLE) say({ trouble: `took ${(spent / 1000).toFixed(1)} s` })
  }
  say({ ends: number })
  process.disconnect()
}

if (process.argv[2] === 'worker') await work(Number(process.argv[3]), Number(process.argv[4]))
