import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The files of a folder by name. Of the manifest everything but `execution`, which differs between runs. */
export async function outputsOf(folder: string): Promise<Record<string, string>> {
  const names = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  const outputs: Record<string, string> = {}
  for (const path of names.sort()) {
    const name = path.slice(folder.length + 1)
    const bytes = await readFile(path)
    if (name === 'manifest.json') {
      const { execution, ...rest } = JSON.parse(bytes.toString())
      outputs[name] = JSON.stringify(rest)
    } else outputs[name] = bytes.toString('base64')
  }
  return outputs
}
