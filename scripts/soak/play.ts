// Somebody plays with the page for a long time: scenes are switched, every tool is used. Memory must stay, and no worker may be left over.

import { readFile } from 'node:fs/promises'
import type { CDPSession } from 'playwright'
import { randomFrom } from '../../apps/playground/testing/hostile-files.js'
import { launch, serve, Visit } from '../../apps/playground/testing/served-page.js'

const SWITCHES = 50
/** Growth of memory that counts as none: the last third of the samples over the second third. */
const MOST_GROWTH = 1.1

interface Sample {
  /** JavaScript values of the page after a collection, and everything the page's process holds [MiB]. */
  heap: number
  process: number
  nodes: number
  listeners: number
  workers: number
}

/** Switches scenes, then plays for so many minutes. Returns whether all was well. */
export async function soakPlay(minutes: number, seed: number): Promise<boolean> {
  const server = await serve(true)
  const browser = await launch()
  try {
    const visit = await Visit.prepare(browser)
    const { page } = visit
    const session = await page.context().newCDPSession(page)
    const random = randomFrom(seed)
    await visit.open(`${server.address}?scene=playground`)
    const scenes = await page
      .getByTestId('scene')
      .locator('option')
      .evaluateAll((options) => (options as HTMLOptionElement[]).map(({ value }) => value))
    const workers = page.workers().length
    console.log('what                heap [MiB]  process [MiB]   nodes  listeners  workers')
    const switched = []
    for (let k = 0; k < SWITCHES; k++) {
      const scene = scenes[k % scenes.length]!
      if (scene !== (await page.getByTestId('scene').inputValue()))
        await visit.reopen(() => page.getByTestId('scene').selectOption(scene))
      await page.waitForTimeout(500)
      if (k % 5 === 4) switched.push(await report(`${k + 1} scenes`, visit, session))
    }
    const played = []
    const end = performance.now() + minutes * 60_000
    for (let minute = 1; performance.now() < end; minute++) {
      const until = performance.now() + 60_000
      while (performance.now() < until) await play(visit, random, scenes)
      played.push(await report(`${minute} min`, visit, session))
    }
    for (const complaint of visit.complaints) console.log(complaint)
    const flat = [switched, played].every(isFlat)
    const left = (await workersOfFirstScene(visit)) - workers
    console.log(
      `play: ${SWITCHES} scenes, ${played.length} min, memory ${flat ? 'flat' : 'grows'}, ${left} workers left, ${visit.complaints.length} complaints`,
    )
    return flat && left === 0 && visit.complaints.length === 0
  } finally {
    await browser.close()
    await server.close()
  }
}

/** Workers after the first scene was opened again: those of larger scenes, which have more threads, have ended. */
async function workersOfFirstScene(visit: Visit): Promise<number> {
  const { page } = visit
  await page.keyboard.press('Escape')
  if ((await page.getByTestId('scene').inputValue()) !== 'playground')
    await visit.reopen(() => page.getByTestId('scene').selectOption('playground'))
  await page.waitForTimeout(5000)
  return page.workers().length
}

/** One thing that a person does, of many. */
async function play(visit: Visit, random: () => number, scenes: readonly string[]): Promise<void> {
  const { page } = visit
  const { width, height } = page.viewportSize()!
  const point = (): [number, number] => [width * (0.1 + 0.5 * random()), height * (0.1 + 0.6 * random())]
  // Enter opens the gallery where its button has the focus.
  if ((await page.locator('dialog[open]').count()) > 0) await page.keyboard.press('Escape')
  // Pushed long enough, steep waves break, and their simulation stops.
  const restart = page.getByTestId('problem').getByRole('button', { name: 'Restart' })
  if ((await restart.count()) > 0) await visit.reopen(() => restart.click())
  const tools = await page.locator('[data-testid^=tool-]:not(:disabled)').all()
  const kind = random()
  if (kind < 0.55 && tools.length > 0) {
    const tool = tools[Math.floor(random() * tools.length)]!
    await tool.evaluate((input) => (input as HTMLInputElement).click())
    await page.mouse.move(...point())
    await page.mouse.down()
    for (let k = 0; k < 3; k++) await page.mouse.move(...point(), { steps: 5 })
    await page.mouse.up()
  } else if (kind < 0.75) await page.keyboard.press(random() < 0.7 ? 'Control+z' : 'Control+Shift+z')
  else if (kind < 0.85)
    await page.keyboard.press(['ArrowLeft', 'ArrowUp', 'Enter', ']', '['][Math.floor(random() * 5)]!)
  else if (kind < 0.9) {
    // A list that has the focus would take the key for a letter.
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
    await page.keyboard.press('?')
    await page.getByTestId('help').waitFor()
    await page.keyboard.press('Escape')
    await page.getByTestId('help').waitFor({ state: 'hidden' })
  } else if (kind < 0.95) await visit.reopen(() => page.getByTestId('reset').click())
  else {
    const scene = scenes[Math.floor(random() * scenes.length)]!
    if (scene !== (await page.getByTestId('scene').inputValue()))
      await visit.reopen(() => page.getByTestId('scene').selectOption(scene))
  }
  await page.waitForTimeout(400 + 800 * random())
}

async function report(what: string, { page }: Visit, session: CDPSession): Promise<Sample> {
  await session.send('HeapProfiler.collectGarbage')
  await session.send('Performance.enable')
  const { metrics } = await session.send('Performance.getMetrics')
  const metric = (name: string) => metrics.find((one) => one.name === name)?.value ?? 0
  const whole = await page.context().browser()!.newBrowserCDPSession()
  const { processInfo } = await whole.send('SystemInfo.getProcessInfo')
  await whole.detach()
  const renderers = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id)
  const sample = {
    heap: metric('JSHeapUsedSize') / 2 ** 20,
    process: (await Promise.all(renderers.map(residentMemory))).reduce((sum, value) => sum + value, 0),
    nodes: metric('Nodes'),
    listeners: metric('JSEventListeners'),
    workers: page.workers().length,
  }
  console.log(
    [
      what.padEnd(18),
      sample.heap.toFixed(1).padStart(10),
      sample.process.toFixed(0).padStart(14),
      ...[sample.nodes, sample.listeners, sample.workers].map((value) => `${value}`.padStart(9)),
    ].join(' '),
  )
  return sample
}

/** Memory of a process [MiB], 0 where the system does not say. */
async function residentMemory(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/VmRSS:\s+(\d+)/.exec(text)?.[1] ?? 0) / 1024
}

function isFlat(samples: readonly Sample[]): boolean {
  const third = Math.floor(samples.length / 3)
  if (third === 0) return true
  const mean = (part: readonly Sample[], of: keyof Sample) => part.reduce((sum, one) => sum + one[of], 0) / part.length
  return (['heap', 'nodes', 'listeners'] as const).every(
    (of) => mean(samples.slice(-third), of) <= MOST_GROWTH * mean(samples.slice(-2 * third, -third), of),
  )
}
