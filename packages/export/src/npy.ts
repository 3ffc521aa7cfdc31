// NumPy's format: a file for each field and frame.

import { writeNpy } from 'seiche/npy'
import type { Format } from './format.js'
import { frameFile } from './frame-file.js'

/** float32, rows along z, columns along x. Of a fluid: rows along y, columns along x, and before them planes along z in a volume. */
export const npy: Format = {
  name: 'npy',
  summary: 'arrays for NumPy, a file for each field and frame',
  fieldsFor: (_run, _available, asked) => [...asked],
  filesOf: (frame, fields) => fields.map((field) => frameFile(field, frame, 'npy')),
  open: async (run, fields, output) => ({
    async add(frame) {
      for (const field of fields) {
        const bytes = writeNpy(await frame.values(field), run.fields[field]!.shape)
        await output.write(frameFile(field, frame.frame, 'npy'), bytes)
      }
    },
    finish: async () => undefined,
  }),
}
