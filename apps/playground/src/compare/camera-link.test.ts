import { Vector3 } from 'three/webgpu'
import { expect, it } from 'vitest'
import type { CameraPose } from '../view/camera-fit.js'
import { CameraLink } from './camera-link.js'

/** A view whose camera is only a pose. */
function camera(x: number) {
  const view = {
    pose: { position: new Vector3(x, 2, 3), target: new Vector3() } as CameraPose,
    focalLength: 500,
    setFocalLength: (length: number) => {
      view.focalLength = length
    },
    setCamera: ({ position, target }: CameraPose) => {
      view.pose = { position: position.clone(), target: target.clone() }
    },
  }
  return view
}

it('the second camera begins where the first is; afterwards the one that moves leads', () => {
  const [first, second, link] = [camera(1), camera(5), new CameraLink()]
  link.update(first, second)
  expect(second.pose.position.x).toBe(1)
  second.pose.position.x = 8
  link.update(first, second)
  expect(first.pose.position.x).toBe(8)
  first.pose.target.x = 4
  link.update(first, second)
  expect(second.pose.target.x).toBe(4)
})

it('rounding moves no camera', () => {
  const [first, second, link] = [camera(1), camera(1), new CameraLink()]
  link.update(first, second)
  second.pose.position.x += 1e-9
  link.update(first, second)
  expect(first.pose.position.x).toBe(1)
})

it('a view of another height draws at the scale of the first', () => {
  const [first, second, link] = [camera(1), camera(1), new CameraLink()]
  second.focalLength = 900
  link.update(first, second)
  expect(second.focalLength).toBe(500)
})
