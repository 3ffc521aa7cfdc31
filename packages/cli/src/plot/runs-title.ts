import type { RunFolder } from '../results/run-folder.js'

/** Title of a figure: the name of the scene, or of the first and how many others. */
export function titleOf(runs: readonly RunFolder[]): string {
  const names = [...new Set(runs.map(({ manifest }) => manifest.scene.name || 'A run'))]
  return names.length <= 2 ? names.join(' and ') : `${names[0]} and ${names.length - 1} others`
}

/** Labels of the runs: names of their folders, or paths where names are the same. */
export function labelsOf(runs: readonly RunFolder[]): string[] {
  return runs.map((run) => (runs.filter(({ name }) => name === run.name).length > 1 ? run.path : run.name))
}

/** The unit as people write it, in brackets; nothing for a pure number. */
export function unitText(unit: string): string {
  if (unit === '' || unit === '1') return ''
  const text = unit.replaceAll(/(?<=[a-zA-Z])-?\d/g, (power) =>
    [...power].map((sign) => (sign === '-' ? '⁻' : '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(sign)])).join(''),
  )
  return `[${text}]`
}
