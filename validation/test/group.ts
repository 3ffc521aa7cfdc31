import { describe, expect, it } from 'vitest'
import { passes } from '../problem.js'
import { groups } from '../problems/index.js'

/** A test for each problem of a group: its findings are within their tolerances. */
export function testGroup(name: keyof typeof groups): void {
  for (const problem of groups[name])
    describe(`${problem.solver}: ${problem.name}`, () => {
      it('is within its tolerances', async () => {
        const findings = await problem.run()
        expect(findings.length).toBeGreaterThan(0)
        for (const finding of findings)
          expect(passes(finding), `${finding.quantity}: ${finding.measured}, exact ${finding.expected}`).toBe(true)
      })
    })
}
