import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { WasmBackend } from '../../../core/src/backend/wasm/wasm-backend.js'
import { parseJson } from '../../../core/src/scene/parse/json.js'
import { sceneSchema } from '../../../core/src/scene/schema/scene.js'
import { formatEventLog } from '../scene/event-log.js'
import { capturedTerminal } from '../testing/captured-terminal.js'
import { scratchFolder, writeScene } from '../testing/scratch.js'
import { check } from './check.js'
import { run } from './run.js'

vi.mock('../../../core/src/scene/parse/json.js', { spy: true })

beforeEach(() => {
  vi.spyOn(sceneSchema, 'safeParse')
  // Called when fields and passes have been planned.
  vi.spyOn(WasmBackend, 'bytesFor')
})

afterEach(() => {
  vi.restoreAllMocks()
  vi.mocked(parseJson).mockClear()
})

function counts() {
  return {
    parsed: vi.mocked(parseJson).mock.calls.length,
    checked: vi.mocked(sceneSchema.safeParse).mock.calls.length,
    planned: vi.mocked(WasmBackend.bytesFor).mock.calls.length,
  }
}

it('run parses and checks the scene once, and plans the solver once', async () => {
  const root = await scratchFolder()
  await run(await writeScene(root), { out: join(root, 'out') }, capturedTerminal().terminal)
  expect(counts()).toEqual({ parsed: 1, checked: 1, planned: 1 })
})

it('run checks a scene once more with the events of a log', async () => {
  const root = await scratchFolder()
  const events = join(root, 'events.json')
  await writeFile(events, formatEventLog([]))
  await run(await writeScene(root), { out: join(root, 'out'), events }, capturedTerminal().terminal)
  expect(counts()).toEqual({ parsed: 1, checked: 2, planned: 1 })
})

it('check parses and checks the scene once, and plans the solver once', async () => {
  await check(await writeScene(await scratchFolder()))
  expect(counts()).toEqual({ parsed: 1, checked: 1, planned: 1 })
})
