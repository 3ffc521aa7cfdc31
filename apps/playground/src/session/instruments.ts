// The state of the instruments. They belong to the page: a scene that restarts keeps them, and no run contains them.

import { batch, computed, signal } from '@preact/signals'
import { type Probe, probeColors } from '../instruments/probe.js'
import { middleLine, type Profile, type SectionLine } from '../instruments/section.js'
import { Trace } from '../instruments/trace.js'
import type { WaterPoint } from '../tools/water-point.js'
import type { TracePart } from '../worker/instruments/probe-recorder.js'
import type { MeasuredDispersion } from '../worker/instruments/wave-recorder.js'
import type { InstrumentSettings, KernelTime, SimulationInfo } from '../worker/protocol.js'
import { readOnlyReasonOf } from './settings/solvers.js'

export type InstrumentName = 'probes' | 'section' | 'dispersion' | 'balances' | 'passes'

/** The instruments that are unfolded. */
export const unfolded = signal<ReadonlySet<InstrumentName>>(new Set())

export function unfold(name: InstrumentName, isOpen: boolean): void {
  if (unfolded.value.has(name) === isOpen) return
  const others = [...unfolded.value].filter((other) => other !== name)
  unfolded.value = new Set(isOpen ? [...others, name] : others)
}

/** The probes: those of the scene, then those that the person has placed. */
export const probes = signal<readonly Probe[]>([])
/** The values of the probes by name, and a number that changes with them. */
export const traces = new Map<string, Trace>()
export const tracesVersion = signal(0)

/** The line of the section, and the water along it; undefined until there is a frame. */
export const sectionLine = signal<SectionLine>([
  [0, 0],
  [0, 0],
])
export const profile = signal<Profile | undefined>(undefined)

/** The dispersion of the running water; undefined until enough of it is recorded. */
export const dispersion = signal<MeasuredDispersion | undefined>(undefined)

/** Time of each kernel per step [ms], smoothed, the longest first. */
export const passTimes = signal<readonly KernelTime[]>([])
/** Weight of the newest times. */
const smoothing = 0.3

/** Takes the times of the last steps. */
export function notePasses(passes: readonly KernelTime[]): void {
  const before = new Map(passTimes.value.map(({ kernel, milliseconds }) => [kernel, milliseconds]))
  passTimes.value = passes
    .map(({ kernel, milliseconds }) => {
      const mean = before.get(kernel) ?? milliseconds
      return { kernel, milliseconds: mean + smoothing * (milliseconds - mean) }
    })
    .sort((a, b) => b.milliseconds - a.milliseconds)
}

/** Marks of the instruments on the water. */
export interface Marks {
  probes: readonly { name: string; at: WaterPoint; color: string }[]
  /** Only while it is shown. */
  section: SectionLine | undefined
}

export const marks = computed<Marks>(() => ({
  probes: unfolded.value.has('probes')
    ? probes.value.map(({ name, at }, index) => ({ name, at, color: probeColors(index).mark }))
    : [],
  section: unfolded.value.has('section') ? sectionLine.value : undefined,
}))

/** Radius of the mark of a probe, in parts of the longest side of the water. */
export const markShare = 0.012

/** The instruments that the worker is asked for. Steps of prescribed waves that nobody measures can be skipped. */
export function settingsFor(info: Pick<SimulationInfo, 'scene'>): InstrumentSettings {
  const isMeasured = unfolded.value.has('probes') || readOnlyReasonOf(info.scene) === undefined
  return {
    probes: isMeasured ? probes.value : [],
    dispersion: unfolded.value.has('dispersion'),
    passes: unfolded.value.has('passes'),
  }
}

/** Another simulation runs. `isSameScene`: the same scene restarts, and the instruments stay where they are. */
export function resetInstruments(info: SimulationInfo, isSameScene: boolean): void {
  batch(() => {
    traces.clear()
    tracesVersion.value++
    profile.value = undefined
    dispersion.value = undefined
    passTimes.value = []
    if (isSameScene) return
    probes.value = info.fluid ? [] : info.scene.probes.map(({ name, at: [x, z] }) => ({ name, at: [x, z] }))
    if (!info.fluid) sectionLine.value = middleLine(info.grid)
  })
}

/** Takes new values of all probes. */
export function addTraces(parts: readonly TracePart[]): void {
  const names = new Set(parts.map(({ name }) => name))
  for (const name of traces.keys()) if (!names.has(name)) traces.delete(name)
  for (const { name, from, values } of parts) {
    const trace = traces.get(name) ?? new Trace()
    traces.set(name, trace)
    trace.cut(from)
    for (let k = 0; k < values.length; k++) trace.put(from + k, values[k]!)
  }
  tracesVersion.value++
}

/** Shows the dispersion that the simulation has measured. */
export function setDispersion(measured: MeasuredDispersion): void {
  dispersion.value = measured
}
