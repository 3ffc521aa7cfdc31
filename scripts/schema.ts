// Writes packages/core/scene.schema.json, the scene format for editors, from the schema that the engine itself uses.
import { writeFileSync } from 'node:fs'
import { sceneJsonSchema } from 'seiche'

writeFileSync(
  new URL('../packages/core/scene.schema.json', import.meta.url),
  `${JSON.stringify(sceneJsonSchema(), null, 2)}\n`,
)
