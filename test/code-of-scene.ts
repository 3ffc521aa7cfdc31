// The code for three.js that the playground offers for a scene of the folder `scenes`.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createSimulation } from 'seiche'
import { rapier } from 'seiche/bodies'
import { readGeotiff } from 'seiche/geotiff'
import { defaultDisplay, type FluidDisplay } from '../apps/playground/src/session/display/fluid-display.js'
import { dataFilesOf, threeCode } from '../apps/playground/src/ui/take-away/scene-code.js'
import { infoOf } from '../apps/playground/src/worker/simulation-info.js'

const scenes = fileURLToPath(new URL('../scenes/', import.meta.url))

/** A scene as the page shows it. */
export interface ShownScene {
  id: string
  display?: Partial<FluidDisplay>
  heightScale?: number
}

/** The code of a scene, and the names of the files that it reads besides the scene. */
export async function codeOf({
  id,
  display = {},
  heightScale = 1,
}: ShownScene): Promise<{ code: string; files: readonly string[] }> {
  const text = readFileSync(join(scenes, `${id}.json`), 'utf8')
  const sim = await createSimulation(text, {
    threads: 1,
    rigidBodies: rapier,
    readElevation: readGeotiff,
    readFile: async (path) => readFileSync(join(scenes, path)),
  })
  const info = infoOf(sim, 'bodies' in (JSON.parse(text) as object))
  sim.dispose()
  const shown = info.fluid && { ...defaultDisplay(info), ...display }
  return {
    code: threeCode({ info, stem: id, heightScale, ...(shown && { display: shown }) }),
    files: dataFilesOf(info.scene),
  }
}
