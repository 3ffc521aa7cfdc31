// Computes one lesson at a time, so that a slow scheme never holds up the page.

import { models } from '../lessons/models.js'
import type { LessonModel } from './model.js'
import type { Answer, Request } from './protocol.js'

let lesson = ''
let model: LessonModel | undefined
/** Questions are answered one after the other, also while a model is being opened. */
let turn: Promise<void> = Promise.resolve()

addEventListener('message', ({ data }: MessageEvent<Request>) => {
  turn = turn.then(() => answer(data))
})

async function answer(request: Request): Promise<void> {
  try {
    await carryOut(request)
    send({ type: 'frame', frame: model?.frame(), outOfBounds: model?.outOfBounds?.() })
  } catch (error) {
    send({ type: 'failed', message: error instanceof Error ? error.message : String(error) })
  }
}

async function carryOut(request: Request): Promise<void> {
  switch (request.type) {
    case 'open':
      lesson = request.lesson
      return open(request.values)
    case 'change':
      if (!model?.change?.(request.values)) await open(request.values)
      return
    case 'advance':
      return model?.advance(request.seconds)
    case 'step':
      return model?.step()
    case 'act':
      return model?.act?.(request.action)
  }
}

async function open(values: Extract<Request, { type: 'open' }>['values']): Promise<void> {
  model?.dispose?.()
  model = undefined
  const load = models[lesson]
  if (!load) throw new Error(`There is no lesson “${lesson}”.`)
  const { openModel } = await load()
  model = await openModel(values as never)
}

function send(message: Answer): void {
  postMessage(message)
}
