// `npm run validate` runs every problem and prints the table; `-- --save` also writes it to docs/validation.md.
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { errorOf, type Finding, type Problem, passes } from './problem.js'
import { problems } from './problems/index.js'

const format = (value: number) =>
  value === 0 ? '0' : Math.abs(value) < 1e-3 || Math.abs(value) >= 1e5 ? value.toExponential(2) : value.toPrecision(6)

/** What stands before the exact answer. */
const SIGN = { relative: '', absolute: '', 'at most': '≤ ', 'at least': '≥ ' } as const

function row(finding: Finding): string[] {
  const expected = `${SIGN[finding.kind]}${format(finding.expected)}`
  const oneSided = finding.kind === 'at most' || finding.kind === 'at least'
  const tolerance = oneSided ? '' : `${format(finding.tolerance)}${finding.kind === 'relative' ? ' rel.' : ''}`
  const error = oneSided ? '' : format(errorOf(finding))
  const measured = `${format(finding.measured)}${finding.unit && finding.unit !== 'relative' ? ` ${finding.unit}` : ''}`
  return [finding.quantity, measured, expected, error, tolerance, passes(finding) ? 'ok' : 'FAILS']
}

const HEAD = ['quantity', 'measured', 'exact', 'error', 'allowed', '']

function markdown(results: readonly { problem: Problem; findings: Finding[] }[]): string {
  const sections = results.map(({ problem, findings }) => {
    const rows = findings.map((finding) => `| ${row(finding).join(' | ')} |`)
    return `## ${problem.name} (\`${problem.solver}\`)\n\nExact: ${problem.exact}.\n\n| ${HEAD.join(' | ')} |\n|${' --- |'.repeat(HEAD.length)}\n${rows.join('\n')}\n`
  })
  return `# Validation\n\nWritten by \`npm run validate -- --save\`; the same problems run in \`npm test\`.\n\n${sections.join('\n')}`
}

function print({ problem, findings }: { problem: Problem; findings: Finding[] }): void {
  const rows = [HEAD, ...findings.map(row)]
  const widths = HEAD.map((_, column) => Math.max(...rows.map((cells) => cells[column]!.length)))
  console.log(`\n${problem.name} (${problem.solver})\n  ${problem.exact}`)
  for (const cells of rows)
    console.log(`  ${cells.map((cell, column) => cell.padEnd(widths[column]!)).join('  ')}`.trimEnd())
}

const results: { problem: Problem; findings: Finding[] }[] = []
for (const problem of problems) {
  const result = { problem, findings: await problem.run() }
  print(result)
  results.push(result)
}
const findings = results.flatMap((result) => result.findings)
const failed = findings.filter((finding) => !passes(finding)).length
console.log(`\n${findings.length - failed} of ${findings.length} within tolerance`)
if (process.argv.includes('--save'))
  writeFileSync(fileURLToPath(new URL('../docs/validation.md', import.meta.url)), markdown(results))
process.exitCode = failed > 0 ? 1 : 0
