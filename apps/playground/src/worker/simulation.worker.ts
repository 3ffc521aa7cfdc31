// Runs the simulation in real time: handles the page's messages, and ticks in between.

import { kernelFiles } from './kernel-files.js'
import { LargeSceneError, type Opened, openSimulation } from './open-simulation.js'
import type { OpenRequest, Port, ToWorker } from './protocol.js'
import { SimulationHost } from './simulation-host.js'
import { WaitingMessages } from './undo/waiting-messages.js'

interface WorkerScope extends Port {
  addEventListener(type: 'message', listener: (event: MessageEvent<ToWorker>) => void): void
}

const scope = globalThis as unknown as WorkerScope
/** Undefined until a scene is open, and after a failure. */
let host: SimulationHost | undefined
const waiting = new WaitingMessages()
/** Called when the page has drawn the first water; undefined unless somebody waits for it. */
let waterDrawn: (() => void) | undefined
let timer: ReturnType<typeof setTimeout> | undefined

scope.addEventListener('message', ({ data }) => {
  if (data.type === 'open') void open(data)
  else
    guarded((host) => {
      if (isFree(host) || !waiting.keep(data, host.isReplaying ? 'replay' : 'goTo')) handle(host, data)
      if (host.isReplaying || host.isGoing) tickIn(0)
    })
})

/** Whether it takes messages that concern the run. */
function isFree(host: SimulationHost): boolean {
  return !host.isReplaying && !host.isGoing && !host.awaitsBodies
}

function handle(host: SimulationHost, message: Exclude<ToWorker, OpenRequest>): void {
  switch (message.type) {
    case 'run':
      host.setRunning(message.running, message.paced)
      break
    case 'speed':
      host.setSpeed(message.speed)
      break
    case 'step':
      host.step(message.count)
      break
    case 'goTo':
      host.goTo(message.step)
      break
    case 'events':
      host.apply(message.events, message.action)
      break
    case 'undo':
      host.undo(message.direction)
      break
    case 'record':
      host.sendRecord()
      break
    case 'snapshot':
      host.sendSnapshot()
      break
    case 'field':
      host.sendField(message.name)
      break
    case 'mesh':
      void host.sendMesh(message.dye, message.level)
      break
    case 'show':
      host.show(message.fields)
      break
    case 'instruments':
      host.setInstruments(message)
      break
    case 'recycle':
      host.recycle(message)
      break
    case 'drawn':
      waterDrawn?.()
      break
  }
}

async function open(request: OpenRequest): Promise<void> {
  try {
    const opened = await openSimulation(request, {
      kernels: kernelFiles,
      ...(request.waterFirst && { waterReady: (water) => showWater(water, request) }),
    })
    if (host) host.beginWithBodies()
    else begin(opened, request)
    tick()
  } catch (error) {
    if (error instanceof LargeSceneError) scope.postMessage({ type: 'large', ...error.size })
    else fail(error)
  }
}

function begin({ sim, info }: Opened, { running, paced }: OpenRequest): SimulationHost {
  host = new SimulationHost(sim, info, running, scope, paced)
  scope.postMessage({ type: 'opened', info })
  return host
}

/** Shows water whose time has not begun. Resolves when the page has drawn it, and has its connection free for the bodies. */
function showWater(water: Opened, request: OpenRequest): Promise<void> {
  begin(water, request).showWithoutBodies()
  return new Promise((resolve) => {
    waterDrawn = () => {
      waterDrawn = undefined
      resolve()
    }
  })
}

function tick(): void {
  guarded((host) => {
    const delay = host.tick()
    handleWaiting(host)
    tickIn(isFree(host) ? delay : 0)
  })
}

/** Ticks after a time [ms], instead of whenever the next tick was due. */
function tickIn(delay: number): void {
  clearTimeout(timer)
  timer = setTimeout(tick, delay)
}

/** Handles the messages that have waited; another undo among them, or another step to go to, lets the others wait on. */
function handleWaiting(host: SimulationHost): void {
  while (isFree(host)) {
    const message = waiting.take()
    if (!message) return
    handle(host, message)
  }
}

/** Runs a function on the simulation; an error stops it for good. */
function guarded(work: (host: SimulationHost) => void): void {
  if (!host) return
  try {
    work(host)
  } catch (error) {
    host = undefined
    fail(error)
  }
}

function fail(error: unknown): void {
  scope.postMessage({ type: 'failed', message: error instanceof Error ? error.message : String(error) })
}
