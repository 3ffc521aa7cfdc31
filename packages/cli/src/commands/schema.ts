// `seiche schema`: the scene format as JSON Schema, for editors and other programs.

import type { Command } from 'commander'
import { sceneJsonSchema } from 'seiche'
import { writeAtomically } from '../output/atomic-file.js'
import type { Terminal } from '../terminal/terminal.js'

export function addSchema(program: Command, terminal: Terminal): void {
  program
    .command('schema')
    .summary('print the JSON Schema of scenes')
    .description('Print the scene format as JSON Schema, by which editors complete and check scenes.')
    .option('-o, --out <file>', 'write it to a file')
    .option('--force', 'replace the file if it exists')
    .action(async ({ out, force = false }: { out?: string; force?: boolean }) => {
      const text = formatSchema()
      await terminal.result(out === undefined ? text : await writeAtomically(out, `${text}\n`, { force }))
    })
}

export function formatSchema(): string {
  return JSON.stringify(sceneJsonSchema(), null, 2)
}
