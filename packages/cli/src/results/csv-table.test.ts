import { describe, expect, it } from 'vitest'
import { CsvTable } from './csv-table.js'

describe('CsvTable', () => {
  it('reads numbers and names by column', () => {
    const table = CsvTable.parse('step,body,x\n0,duck 1,1e-3\n5,duck 1,-2\n', 'bodies.csv')
    expect(table.columns).toEqual(['step', 'body', 'x'])
    expect(table.length).toBe(2)
    expect([...table.numbers('x')]).toEqual([0.001, -2])
    expect(table.texts('body')).toEqual(['duck 1', 'duck 1'])
  })

  it('reads quoted names, and lines that end as on Windows', () => {
    const table = CsvTable.parse('time,"probe:a ""b"", c"\r\n0,1\r\n', 'log.csv')
    expect(table.columns).toEqual(['time', 'probe:a "b", c'])
    expect([...table.numbers('probe:a "b", c')]).toEqual([1])
  })

  it('names the line of a row that was cut', () => {
    expect(() => CsvTable.parse('step,time\n0,0\n1', 'log.csv')).toThrow('log.csv:3: expected 2 values, got 1')
    expect(() => CsvTable.parse('', 'log.csv')).toThrow('log.csv is empty')
  })
})
