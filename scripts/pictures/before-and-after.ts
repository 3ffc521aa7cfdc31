// The page of every scene as it was drawn in one tiled basin for all, and as it is drawn now: docs/pictures.md. The old pictures are kept, the new ones
// are those of the gallery.
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Writes the page. */
export async function writeBeforeAndAfter(): Promise<void> {
  const kept = await readdir(`${root}docs/images/before`)
  const drawn = (await readdir(`${root}apps/playground/gallery`)).filter((file) => file.endsWith('.jpg'))
  const rows = await Promise.all(
    drawn.map(async (file) => {
      const before = kept.includes(file) ? `![before](images/before/${file})` : 'new scene'
      return [await titleOf(file.replace('.jpg', '')), before, `![now](../apps/playground/gallery/${file})`]
    }),
  )
  await writeFile(`${root}docs/pictures.md`, `${introduction}\n${aligned([['scene', 'before', 'now'], ...rows])}`)
}

/** A table of Markdown, its columns as wide as their longest cell. */
function aligned(rows: readonly string[][]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |\n`
  const [head, ...body] = rows
  return [head!, widths.map((width) => '-'.repeat(width)), ...body].map(line).join('')
}

async function titleOf(scene: string): Promise<string> {
  if (scene === 'playground') return 'The opening pool'
  const { name } = JSON.parse(await readFile(`${root}scenes/${scene}.json`, 'utf8')) as { name: string }
  return name
}

const introduction = `# Every scene, before and now

Each scene after some seconds of its water, drawn in software by WebGL 2, from the camera of the scene. "Before" is the drawing
in one tiled basin for all, with caustics from the curvature of the surface. The water is the same, bit for bit: only the
drawing has changed. \`npm run pictures -- gallery before-and-after\` takes the new pictures and writes this page.
`
