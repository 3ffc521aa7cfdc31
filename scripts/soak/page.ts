// Damaged addresses and files of the playground: each is opened, or refused soon, with little memory and with a message of the page.

import { encodeRun } from '../../apps/playground/src/session/links/run-link.js'
import { damagedText, fullQuery, linkedRun, outcomeOfAddress } from '../../apps/playground/testing/hostile-addresses.js'
import { damaged, outcomeOfFile, randomFrom, wholeFiles } from '../../apps/playground/testing/hostile-files.js'

/** Longest time of a refusal [ms of the processor, which other programs do not lengthen], and the memory that may be left behind by it until the next collection [bytes]. */
const LONGEST = 50
const MOST = 16 * 2 ** 20

/** Half of the tries are addresses, the others files of every kind. Returns whether all was well. */
export async function soakPage(count: number, seed: number): Promise<boolean> {
  const random = randomFrom(seed)
  const link = await encodeRun(linkedRun)
  const files = wholeFiles.map(([name, bytes]) => ({
    name,
    next: () => {
      const copy = damaged(bytes, random)
      return () => outcomeOfFile(name, copy)
    },
  }))
  const kinds = [
    {
      name: 'addresses',
      share: 0.5,
      next: () => {
        const [query, fragment] = [damagedText(fullQuery, random), damagedText(link, random)]
        return () => outcomeOfAddress(query, fragment)
      },
    },
    ...files.map((kind) => ({ ...kind, share: 0.5 / files.length })),
  ]
  let well = true
  console.log('kind          tried  opened  refused  slowest [ms]  99.9 % [ms]  most memory [MiB]  trouble')
  for (const { name, share, next } of kinds) {
    const outcomes = { opened: 0, refused: 0, trouble: 0 }
    const times: number[] = []
    let memory = 0
    for (let k = Math.ceil(count * share); k > 0; k--) {
      const attempt = next()
      const before = usedMemory()
      const { outcome, time } = await timed(attempt)
      if (outcome === 'trouble') console.log(`${name}: neither opened nor refused`)
      outcomes[outcome]++
      if (outcome !== 'refused') continue
      // A collection of garbage may fall into any try, but hardly into two of the same.
      times.push(time > LONGEST ? Math.min(time, (await timed(attempt)).time) : time)
      memory = Math.max(memory, usedMemory() - before)
    }
    times.sort((a, b) => a - b)
    const slowest = times.at(-1) ?? 0
    well &&= outcomes.trouble === 0 && slowest <= LONGEST && memory <= MOST
    console.log(
      [
        name.padEnd(11),
        ...[outcomes.opened + outcomes.refused + outcomes.trouble, outcomes.opened, outcomes.refused].map((value) =>
          `${value}`.padStart(7),
        ),
        slowest.toFixed(1).padStart(12),
        (times[Math.floor(times.length * 0.999)] ?? 0).toFixed(1).padStart(12),
        (memory / 2 ** 20).toFixed(1).padStart(16),
        `${outcomes.trouble}`.padStart(10),
      ].join(' '),
    )
  }
  return well
}

async function timed(attempt: () => Promise<'opened' | 'refused'>) {
  const begin = process.cpuUsage()
  const outcome = await attempt().catch((error: unknown) => {
    console.log(error)
    return 'trouble' as const
  })
  const { user, system } = process.cpuUsage(begin)
  return { outcome, time: (user + system) / 1000 }
}

function usedMemory(): number {
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}
