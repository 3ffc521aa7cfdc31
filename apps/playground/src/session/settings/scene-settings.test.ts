import { readdirSync, readFileSync } from 'node:fs'
import { createSimulation, parseScene, sceneJsonSchema } from 'seiche'
import { describe, expect, it } from 'vitest'
import {
  choiceHelp,
  otherSolver,
  type SceneSetting,
  settingsOf,
  solversFor,
  solversOf,
  words,
} from './scene-settings.js'
import type { JsonObject, SchemaNode } from './schema-node.js'
import { applySettings } from './settings.js'

const schema = sceneJsonSchema() as SchemaNode
const folder = new URL('../../../../../scenes/', import.meta.url)
const names = readdirSync(folder).filter((name) => name.endsWith('.json'))
const textOf = (name: string) => readFileSync(new URL(name, folder), 'utf8')

function of(text: string): Map<string, SceneSetting> {
  const settings = settingsOf(schema, parseScene(text), JSON.parse(text) as JsonObject)
  return new Map(settings.map((setting) => [setting.path, setting]))
}

it.each(names)('%s: every setting has a name, a help and a control that holds its value', (name) => {
  const settings = of(textOf(name))
  expect(settings.size).toBeGreaterThan(5)
  for (const { path, label, help, control, value } of settings.values()) {
    expect(label, path).toMatch(/\S/)
    expect(help, path).toMatch(/\w{3}/)
    if (control.kind === 'choice' && value !== undefined)
      expect(
        control.options.map((option) => option.value),
        path,
      ).toContain(value)
    if (control.kind === 'number') {
      if (value !== undefined) expect(typeof value, path).toBe('number')
      if (control.low !== undefined) expect(control.high, path).toBeGreaterThan(control.low)
      if (control.isLogarithmic) expect(control.low, path).toBeGreaterThan(0)
    }
    if (control.kind === 'flag') expect([undefined, true, false], path).toContain(value)
  }
})

it.each(names)('%s: as its settings have it, the scene is the same', (name) => {
  const text = textOf(name)
  const values = Object.fromEntries(
    [...of(text).values()].flatMap(({ path, value, control }) =>
      value === undefined || control.kind === 'part' ? [] : [[path, value]],
    ),
  )
  expect(parseScene(applySettings(text, { values }))).toEqual(parseScene(text))
})

it('names units, limits and texts of the schema', () => {
  const rain = of(
    JSON.stringify({ seiche: 1, grid: { cells: [8, 8], cellSize: 1 }, solver: { type: 'columns', depth: 2 } }),
  )
  expect(rain.get('solver.depth')).toMatchObject({
    label: 'Depth',
    group: 'Solver',
    unit: 'm',
    value: 2,
    initial: 2,
    isMain: true,
    control: { kind: 'number', low: 0.2, high: 20, isLogarithmic: true },
  })
  expect(rain.get('solver.depth')!.help).toContain('waves travel at sqrt(g depth)')
  expect(rain.get('solver.damping')).toMatchObject({ unit: '1/s', value: 0, initial: 0, control: { low: 0, high: 2 } })
  expect(rain.get('solver.viscosity')).toMatchObject({ control: { least: 0, isLogarithmic: true, high: 0.01 } })
  expect(rain.get('boundaries.x-')).toMatchObject({ label: 'x−', group: 'Edges', value: 'reflect', initial: 'reflect' })
  expect(rain.get('timeStep')).toMatchObject({ unit: 's', isMain: false })
  expect(rain.has('coupling')).toBe(false)
  expect(rain.get('splashes')).toMatchObject({ value: undefined, control: { kind: 'flag' }, isOptional: true })
})

it('has settings for parts that are there, and adds and removes parts that may be absent', () => {
  const ocean = of(textOf('ocean-gale.json'))
  expect(ocean.get('solver.spectrum')).toMatchObject({ isMain: true, control: { kind: 'choice' } })
  expect(ocean.get('solver.windSpeed')).toMatchObject({ unit: 'm/s', isMain: true })
  const calm = JSON.stringify({ seiche: 1, grid: { cells: [16, 16], cellSize: 1 }, solver: { type: 'ocean' } })
  const absent = of(calm)
  expect(absent.get('solver.swell')).toMatchObject({ value: undefined, control: { kind: 'part' } })
  expect(absent.has('solver.swell.height')).toBe(false)
  const { example } = absent.get('solver.swell')!.control as { example: JsonObject }
  const added = of(applySettings(calm, { values: { 'solver.swell': example } }))
  expect(added.get('solver.swell.height')).toMatchObject({ group: 'Swell', unit: 'm', value: 1.5 })
  const beach = of(textOf('beach-swell.json'))
  expect(beach.get('solver.trains.1.height')).toMatchObject({ group: 'Train 2', value: 0.25 })
  expect(beach.get('solver.slope.slope')).toMatchObject({ group: 'Slope', value: 0.05 })
})

it('has the coupling of bodies, the diffusivity of dyes, and the components of velocities', () => {
  expect(of(textOf('balls-in-a-tank.json')).get('coupling')).toMatchObject({ isMain: true, value: 'displacement' })
  const ink = of(textOf('ink-in-water.json'))
  expect(ink.get('fluid.dyes.blue.diffusivity')).toMatchObject({ unit: 'm²/s', group: 'Dye “blue”' })
  expect([...ink.keys()].some((path) => path.startsWith('fluid.boundaries.z'))).toBe(false)
  const street = of(textOf('vortex-street.json'))
  expect([...street.values()].find(({ label }) => label === 'Inflow x')).toMatchObject({ unit: 'm/s' })
})

it('reads the sentence about a choice out of the text', () => {
  const help =
    'Advection scheme. semi-lagrangian: first order, smooths. maccormack, bfecc: second order, limited. quick: fluxes. Default maccormack'
  expect(choiceHelp(help, 'semi-lagrangian')).toBe('first order, smooths')
  expect(choiceHelp(help, 'maccormack')).toBe('second order, limited')
  expect(choiceHelp('reflect: a wall. fixed: held', 'fixed')).toBe('held')
  expect(choiceHelp('nothing about it', 'fixed')).toBeUndefined()
})

it('turns keys into words', () => {
  expect(words('surfaceTension')).toBe('Surface tension')
  expect(words('tau')).toBe('Tau')
})

describe('other solvers', () => {
  const solvers = solversOf(schema)

  it('are offered where they can run the water', () => {
    const offered = (name: string) => solversFor(solvers, parseScene(textOf(name))).map(({ type }) => type)
    expect(offered('rain.json')).toEqual(['columns', 'iwave', 'kass-miller', 'shallow-water'])
    expect(offered('hill-lake.json')).toEqual(['kass-miller', 'shallow-water'])
    expect(offered('ocean-gale.json')).toEqual(['ocean'])
    expect(offered('ink-in-water.json')).toEqual(['stable-fluids'])
  })

  it.each(names)('%s runs with every solver that is offered for it', async (name) => {
    const text = textOf(name)
    const scene = parseScene(text)
    if (/"(npy|image|geotiff|file)"/.test(text) || scene.bodies.length > 0 || scene.fluid) return
    for (const solver of solversFor(solvers, scene).filter(({ type }) => type !== scene.solver.type)) {
      const values = { ...otherSolver(solver, scene), 'grid.cells': [32, Math.min(32, scene.grid.cells[1])] }
      const sim = await createSimulation(applySettings(text, { values }), { threads: 1 })
      expect(sim.scene.solver.type).toBe(solver.type)
      sim.step(2)
      sim.dispose()
    }
  })
})
