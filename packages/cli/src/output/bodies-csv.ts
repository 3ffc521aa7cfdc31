import type { FloatingBody } from 'seiche'

export const bodiesName = 'bodies.csv'

/** Pose and velocity of each body, one line per body. */
export const bodyColumns: readonly { name: string; unit: string }[] = [
  { name: 'step', unit: '1' },
  { name: 'time', unit: 's' },
  { name: 'body', unit: '' },
  ...['x', 'y', 'z'].map((name) => ({ name, unit: 'm' })),
  ...['qx', 'qy', 'qz', 'qw'].map((name) => ({ name, unit: '1' })),
  ...['vx', 'vy', 'vz'].map((name) => ({ name, unit: 'm/s' })),
  { name: 'submerged', unit: '1' },
]

export const bodiesHeader = `${bodyColumns.map(({ name }) => name).join(',')}\n`

/** Names of bodies have no commas or quotes; a body without a name has its index. */
export function bodyRows(step: number, time: number, bodies: readonly FloatingBody[]): string {
  return bodies
    .map(({ index, name, position, rotation, velocity, submerged }) =>
      [step, time, name ?? index, ...position, ...rotation, ...velocity, submerged].join(','),
    )
    .map((row) => `${row}\n`)
    .join('')
}
