import { expect, it } from 'vitest'
import { Trace } from './trace.js'
import { tracesCsv } from './traces-csv.js'

it('has a row for each step, and empty fields where a probe came later', () => {
  const [west, east] = [new Trace(), new Trace()]
  for (let step = 0; step < 3; step++) west.put(step, step / 10)
  east.put(2, -1.5)
  const table = tracesCsv(
    new Map([
      ['west', west],
      ['east', east],
    ]),
    0.1,
  )
  expect(table).toBe('time,west,east\n0,0,\n0.1,0.1,\n0.2,0.2,-1.5\n')
})
