// Khronos' validator of glTF files, as a test sees it.

import { createRequire } from 'node:module'
import { expect } from 'vitest'

interface Report {
  readonly issues: { readonly numErrors: number; readonly numWarnings: number; readonly messages: readonly unknown[] }
  readonly info: Readonly<Record<string, unknown>>
}

/** Expects a file without errors or warnings, and returns the validator's summary of it. */
export async function validateGltf(bytes: Uint8Array): Promise<Readonly<Record<string, unknown>>> {
  const validator = createRequire(import.meta.url)('gltf-validator') as {
    validateBytes(bytes: Uint8Array): Promise<Report>
  }
  const { issues, info } = await validator.validateBytes(bytes)
  // Two kinds of warnings and errors have messages; hints are not among them.
  expect(issues.messages.filter((message) => (message as { severity: number }).severity < 2)).toEqual([])
  expect([issues.numErrors, issues.numWarnings]).toEqual([0, 0])
  return info
}
