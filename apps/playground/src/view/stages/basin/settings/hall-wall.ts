// The wall of a hall: painted masonry above a dado, and windows with daylight.

import { Fn, float, mix, positionWorld, smoothstep, vec3 } from 'three/tsl'
import { Color, Mesh, type Node, NodeMaterial, PlaneGeometry } from 'three/webgpu'
import type { Lighting } from '../../../shared/lighting.js'

/** Paint of the dado. */
const dadoPaint = new Color(0x6f8fa3)
/** Height of a course of blocks, and length of a block over it [1]. */
const [course, block] = [0.03, 2.4]
/** Distance between the middles of windows, their width, their height and the width of their frames, in parts of the reach [1]. */
const [pitch, width, height, frame] = [0.42, 0.3, 0.34, 0.007]

/** Position of a wall. */
export interface WallPlan {
  /** Longest side of what stands in front of the wall [m]; all sizes are measured by it. */
  reach: number
  /** Height of the floor [m]. */
  level: number
  /** Height of the dado, in parts of the reach [1]. */
  dado: number
  /** Whether it faces +z, else +x. */
  alongX: boolean
  /** Position on the axis that it faces [m]. */
  at: number
}

/** A wall that is seen from its front alone: a camera behind it looks through it. */
export function makeHallWall(lighting: Lighting, { reach, level, dado, alongX, at }: WallPlan): Mesh {
  const material = new NodeMaterial()
  material.name = 'wall of the hall'
  material.colorNode = Fn(() => {
    const up = positionWorld.y.sub(level).div(reach).toVar()
    const along = (alongX ? positionWorld.x : positionWorld.z).div(reach).toVar()
    const blur = positionWorld.fwidth().length().div(reach).toVar()
    /** 1 within a distance, 0 beyond, both softened by a pixel. */
    const within = (distance: Node<'float'>, limit: number): Node<'float'> =>
      smoothstep(blur.add(limit), blur.negate().add(limit), distance)
    const row = up.div(course).floor()
    const inBlock = along.div(course * block).add(row.mul(0.5))
    const toJoint = inBlock
      .fract()
      .sub(0.5)
      .abs()
      .oneMinus()
      .sub(0.5)
      .mul(course * block)
      .min(up.div(course).fract().sub(0.5).abs().oneMinus().sub(0.5).mul(course))
    // Joints that are thinner than a pixel are fainter.
    const joint = within(toJoint, 0.0012)
      .mul(smoothstep(0.006, 0.001, blur))
      .mul(-0.09)
      .add(1)
    const painted = mix(lighting.stone.rgb, vec3(dadoPaint.r, dadoPaint.g, dadoPaint.b), within(up, dado))
    const line = within(up.sub(dado).abs(), 0.004)
    const wall = mix(painted, vec3(0.86), line).mul(joint)
    const fall = smoothstep(2.5, 0, along.abs()).mul(0.3).add(0.7)
    const foot = smoothstep(0, 0.05, up).mul(0.3).add(0.7)
    const light = lighting.skylight.mul(0.9).add(lighting.sunlight.mul(0.45)).add(lighting.lamp.rgb.mul(0.15))

    const fromMiddle = along.div(pitch).fract().sub(0.5).mul(pitch).toVar()
    const fromSill = up.sub(dado + 0.05).toVar()
    const inside = within(fromMiddle.abs(), width / 2).mul(within(fromSill.sub(height / 2).abs(), height / 2))
    const bars = fromMiddle
      .abs()
      .min(
        fromMiddle
          .abs()
          .sub(width / 2)
          .abs(),
      )
      .min(fromSill.abs())
      .min(fromSill.sub(height / 2).abs())
      .min(fromSill.sub(height).abs())
    const sky = mix(lighting.sky.horizonColor.rgb, lighting.sky.zenithColor.rgb, fromSill.mul(0.8).add(0.05))
    const pane = mix(sky, vec3(0.32, 0.35, 0.37).mul(light), within(bars, frame))
    return mix(wall.mul(fall).mul(foot).mul(light), pane, inside.mul(float(0.97)))
  })()
  const wall = new Mesh(new PlaneGeometry(14 * reach, 3 * reach), material)
  wall.position.set(alongX ? 0 : at, level + 1.5 * reach, alongX ? at : 0)
  if (!alongX) wall.rotation.y = Math.PI / 2
  return wall
}
