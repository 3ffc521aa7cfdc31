import { expect, it } from 'vitest'
import { encoderFor } from './encoders.js'

const size = { width: 1920, height: 1080 }

it('the codec that most programs read comes first', async () => {
  expect(await encoderFor('mp4', size, async () => true)).toEqual({ codec: 'avc', size })
  expect(await encoderFor('mp4', size, async (codec) => codec !== 'avc')).toEqual({ codec: 'av1', size })
  expect(await encoderFor('webm', size, async (codec) => codec === 'vp8')).toEqual({ codec: 'vp8', size })
})

it('a size that all encoders refuse is reduced, with even sides', async () => {
  const small = await encoderFor('mp4', size, async (_, { width }) => width <= 800)
  expect(small).toEqual({ codec: 'avc', size: { width: 720, height: 406 } })
  expect(await encoderFor('webm', size, async () => false)).toBeUndefined()
})
