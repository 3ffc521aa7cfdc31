// Damaged addresses and files of the playground: each is opened, or refused soon, with little memory and with a message of the page.

import { encodeRun } from '../../apps/playground/src/session/run-link.js'
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
    attempt: () => outcomeOfFile(name, damaged(bytes, random)),
  }))
  const kinds = [
    {
      name: 'addresses',
      share: 0.5,
      attempt: () => outcomeOfAddress(damagedText(fullQuery, random), damagedText(link, random)),
    },
    ...files.map((kind) => ({ ...kind, share: 0.5 / files.length })),
  ]
  let well = true
  console.log('kind          tried  opened  refused  slowest [ms]  99.9 % [ms]  most memory [MiB]  trouble')
  for (const { name, share, attempt } of kinds) {
    const outcomes = { opened: 0, refused: 0, trouble: 0 }
    const times: number[] = []
    let memory = 0
    for (let k = Math.ceil(count * share); k > 0; k--) {
      const [before, begin] = [usedMemory(), process.cpuUsage()]
      const outcome = await attempt().catch((error: unknown) => {
        console.log(`${name}: ${error}`)
        return 'trouble' as const
      })
      outcomes[outcome]++
      if (outcome !== 'refused') continue
      const { user, system } = process.cpuUsage(begin)
      times.push((user + system) / 1000)
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

function usedMemory(): number {
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}
