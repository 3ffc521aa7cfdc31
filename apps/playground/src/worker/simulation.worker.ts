// Owns the simulation. Runs it in real time by whole fixed steps and sends the surface whenever the page has given a
// buffer back; so the page may draw as slowly as it must without slowing the water, and no queue can build up.

import { createSimulation, SceneError, type Simulation, type WaterEvent } from 'seiche'
import { isBodyEvent } from '../tools/body-events.js'
import { bodyInfoOf, copyPoses, copySpray, wantsBodies } from './body-frames.js'
import { copyPacked, type FieldWatch, watchBed, watchSolids } from './field-watch.js'
import { FluidFrames, fluidInfoOf } from './fluid-frames.js'
import type { FromWorker, OpenRequest, ToWorker, Values } from './protocol.js'
import { copyFields, surfaceFieldsOf } from './surface-fields.js'

interface WorkerScope {
  postMessage(message: FromWorker, transfer?: Transferable[]): void
  addEventListener(type: 'message', listener: (event: MessageEvent<ToWorker>) => void): void
}

const scope = globalThis as unknown as WorkerScope

/** Between two reports [ms]. */
const reportInterval = 200
/** Frames under way at most: one being drawn, one waiting. */
const buffersInFlight = 2
/** Computing between two frames at most [ms], where steps take longer than the time that they are worth. */
const longestWork = 40

let simulation: Simulation | undefined
let running = false
let speed = 1
/** Room for frames; of a fluid it is only counted, for its buffers are in `fluid`. */
let spare: { heights?: Values; surfaceFields?: Values }[] = []
let fluid: FluidFrames | undefined
let surfaceFieldNames: readonly string[] = []
let solids: FieldWatch | undefined
let ground: FieldWatch | undefined
let hasBodies = false
/** Bodies the page knows of. */
let bodiesTold = 0
const sparePoses: Values[] = []
let unsent = false
let lastTick = 0
let lastReport = 0
let reportedStep = -1
let stepsTimed = 0
let timeSpent = 0
/** How long a step takes [ms], smoothed. */
let stepDuration = 0

scope.addEventListener('message', ({ data }) => {
  if (data.type === 'open') void open(data)
  else if (simulation) guarded(() => handle(simulation!, data))
})

async function open(request: OpenRequest): Promise<void> {
  try {
    hasBodies = wantsBodies(request.scene)
    const made = await createSimulation(request.scene, {
      source: request.source,
      // Loaded when a scene first has bodies.
      ...(hasBodies && { bodies: async (setup) => (await import('seiche/bodies')).rapier(setup) }),
      read: (path) => readFile(request.files, path),
      // Loaded when a scene first names an elevation model.
      elevation: async (bytes) => (await import('seiche/geotiff')).readGeotiff(bytes),
      ...(request.threads !== undefined && { threads: request.threads }),
    })
    const { scene, grid, timeStep, substeps, threads, remarks } = made
    const cells = grid.nx * grid.nz
    surfaceFieldNames = surfaceFieldsOf(made)
    const fluidInfo = fluidInfoOf(made)
    fluid = fluidInfo && new FluidFrames(made)
    spare = Array.from({ length: buffersInFlight }, () => ({
      ...(!fluidInfo && { heights: new Float32Array(cells) }),
      ...(surfaceFieldNames.length > 0 && { surfaceFields: new Float32Array(cells * surfaceFieldNames.length) }),
    }))
    simulation = made
    running = request.running
    solids = watchSolids(made)
    ground = watchBed(made)
    const hasTerrain = made.fieldNames.includes('bed')
    const machine = { timeStep, substeps, threads }
    const contents = { surfaceFieldNames, hasTerrain, hasBodies, ...(fluidInfo && { fluid: fluidInfo }) }
    scope.postMessage({ type: 'opened', info: { scene, grid: { ...grid }, ...machine, ...contents, remarks } })
    unsent = true
    lastTick = performance.now()
    tick()
  } catch (error) {
    fail(error)
  }
}

async function readFile(files: Record<string, string>, path: string): Promise<Uint8Array> {
  const address = files[path.replace(/^\.\//, '')]
  if (!address) throw new Error(`${path} is not among the files of this page`)
  const response = await fetch(address)
  if (!response.ok) throw new Error(`${path} could not be loaded (${response.status})`)
  return new Uint8Array(await response.arrayBuffer())
}

function handle(sim: Simulation, message: Exclude<ToWorker, OpenRequest>): void {
  switch (message.type) {
    case 'run':
      running = message.running
      lastTick = performance.now()
      if (!running) report(sim)
      break
    case 'speed':
      speed = message.speed
      break
    case 'step':
      timed(() => {
        sim.step(message.count)
        return message.count
      })
      unsent = true
      report(sim)
      break
    case 'events':
      perform(sim, message.events)
      unsent = true
      if (!running) report(sim)
      break
    case 'record':
      scope.postMessage({ type: 'recorded', events: [...sim.events] })
      break
    case 'show':
      fluid?.show(message.fields)
      unsent = true
      break
    case 'recycle':
      spare.push({
        ...(message.heights && { heights: message.heights }),
        ...(message.surfaceFields && { surfaceFields: message.surfaceFields }),
      })
      if (message.fluid) fluid?.recycle(message.fluid)
      if (message.openness) solids?.recycle(message.openness)
      if (message.bed) ground?.recycle(message.bed)
      if (message.poses) sparePoses.push(message.poses)
      break
  }
  sendFrame(sim)
}

/** Water or bodies that do not take an event say so by a `SceneError`: that is for the person, and time goes on. */
function perform(sim: Simulation, events: readonly WaterEvent[]): void {
  for (const event of events)
    try {
      sim.apply(event)
    } catch (error) {
      if (!(error instanceof SceneError)) throw error
      // Of a fluid, too, single things cannot be, such as a wall that shuts it in.
      const single = isBodyEvent(event) || fluid !== undefined
      scope.postMessage({ type: single ? 'declined' : 'refused', message: error.message })
    }
}

function tick(): void {
  const sim = simulation
  if (!sim) return
  guarded(() => {
    const now = performance.now()
    if (running && timed(() => sim.advance(Math.min(((now - lastTick) / 1000) * speed, worthwhile(sim)))) > 0)
      unsent = true
    lastTick = now
    sendFrame(sim)
    if (now - lastReport >= reportInterval && sim.stepCount !== reportedStep) report(sim)
  })
  // Half a step: late by no more than that, and idle in between. Messages are heard while the timer waits.
  setTimeout(tick, Math.min(16, (sim.timeStep * 1000) / speed / 2))
}

/** How much time to simulate before the next frame [s]: slow steps come one by one, so that they are seen and hands are heard. */
function worthwhile({ timeStep }: Simulation): number {
  return stepDuration > 0 ? timeStep * Math.max(1, Math.floor(longestWork / stepDuration)) : timeStep
}

function timed(work: () => number): number {
  const start = performance.now()
  const steps = work()
  const spent = performance.now() - start
  timeSpent += spent
  stepsTimed += steps
  if (steps > 0) stepDuration += (stepDuration > 0 ? 0.2 : 1) * (spent / steps - stepDuration)
  return steps
}

function sendFrame(sim: Simulation): void {
  if (!unsent) return
  const surface = spare.pop()
  if (!surface) return
  const { heights, surfaceFields } = surface
  if (heights) copyPacked(sim.field('eta'), heights)
  const fields = fluid?.copy()
  if (surfaceFields) copyFields(sim, surfaceFieldNames, surfaceFields)
  const openness = solids?.changed()
  const bed = ground?.changed()
  unsent = false
  tellBodies(sim)
  const poses = hasBodies ? copyPoses(sim, sparePoses.pop()) : undefined
  const spray = copySpray(sim)
  const buffers = [heights, surfaceFields, openness, bed, poses, spray, ...Object.values(fields ?? {})]
  const transfer = buffers.flatMap((values) => values?.buffer ?? [])
  const seldom = {
    ...(openness && { openness }),
    ...(bed && { bed }),
    ...(poses && { poses }),
    ...(spray && { spray }),
  }
  const frame = { ...surface, ...(fields && { fluid: fields }), ...seldom, step: sim.stepCount, time: sim.time }
  scope.postMessage({ type: 'frame', ...frame }, transfer)
}

/** Tells the page of bodies that it does not know yet. */
function tellBodies({ bodies }: Simulation): void {
  if (bodies.length === bodiesTold) return
  bodiesTold = bodies.length
  scope.postMessage({ type: 'bodies', bodies: bodies.map(bodyInfoOf) })
}

function report(sim: Simulation): void {
  scope.postMessage({
    type: 'report',
    diagnostics: sim.diagnostics(),
    ...(stepsTimed > 0 && { stepDuration: timeSpent / stepsTimed }),
    ...(!running && { hash: sim.hash() }),
  })
  lastReport = performance.now()
  reportedStep = sim.stepCount
  stepsTimed = 0
  timeSpent = 0
}

function guarded(work: () => void): void {
  try {
    work()
  } catch (error) {
    simulation = undefined
    fail(error)
  }
}

function fail(error: unknown): void {
  scope.postMessage({ type: 'failed', message: error instanceof Error ? error.message : String(error) })
}
