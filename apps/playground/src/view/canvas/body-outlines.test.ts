import { expect, it } from 'vitest'
import { RemoteBodies } from '../../session/remote-bodies.js'
import type { BodyInfo } from '../../worker/protocol.js'
import { isInside, outlineOf } from './body-outlines.js'

const bodyInfo = (shape: BodyInfo['pieces'][number]['shape']): BodyInfo => ({
  pieces: [{ shape, position: [0, 0, 0], rotation: [0, 0, 0, 1] }],
  isMovable: true,
  hasMotor: false,
})

it('outlines bodies as they lie', () => {
  const all = new RemoteBodies({ scene: { joints: [] } as never })
  all.set([bodyInfo({ kind: 'sphere', radius: 1 }), bodyInfo({ kind: 'cylinder', radius: 0.5, height: 4 })])
  const quarter = Math.SQRT1_2
  // The cylinder lies along x.
  all.setPoses(Float32Array.of(5, 0, 2, 0, 0, 0, 1, 500, 0.5, 0, 0, 0, 0, 0, quarter, quarter, 500, 0.5))
  const [ball, log] = all.bodies.map(outlineOf)
  for (const [x, z] of ball!) expect(Math.hypot(x - 5, z - 2)).toBeCloseTo(1, 5)
  expect(Math.max(...log!.map(([x]) => x))).toBeCloseTo(2, 5)
  expect(Math.max(...log!.map(([, z]) => z))).toBeCloseTo(0.5, 5)
  expect(isInside(ball!, [5.6, 2.6])).toBe(true)
  expect(isInside(ball!, [5.8, 2.8])).toBe(false)
  expect(isInside(log!, [1.9, 0.4])).toBe(true)
  expect(isInside(log!, [0.4, 1.9])).toBe(false)
})
