// Writes packages/core/scene.schema.json, the scene format for editors, from the schema that the engine itself uses: a line for each
// property and definition, so that changes can be read and the file stays small.
import { writeFileSync } from 'node:fs'
import { sceneJsonSchema } from 'seiche'

const lines = (value: object) =>
  `{\n${Object.entries(value)
    .map(([key, inner]) => `${JSON.stringify(key)}: ${JSON.stringify(inner)}`)
    .join(',\n')}\n}`

const schema = sceneJsonSchema() as Record<string, object>
const members = Object.entries(schema).map(
  ([key, value]) =>
    `${JSON.stringify(key)}: ${key === 'properties' || key === 'definitions' ? lines(value) : JSON.stringify(value)}`,
)
writeFileSync(new URL('../packages/core/scene.schema.json', import.meta.url), `{\n${members.join(',\n')}\n}\n`)
