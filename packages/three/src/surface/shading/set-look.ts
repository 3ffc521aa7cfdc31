import type { Color, UniformNode, Vector3 } from 'three/webgpu'
import type { WaterLook } from './water-look.js'
import type { WaterMaterial } from './water-material.js'

const colors = ['sunColor', 'waterColor', 'crestColor', 'foamColor'] as const
const numbers = ['distortionScale', 'alpha', 'foamStart', 'foamFull', 'haze'] as const

/** Options of a look that are uniforms: they may change at any time, at no cost. */
export type ChangingLook = Pick<
  WaterLook,
  (typeof colors)[number] | (typeof numbers)[number] | 'absorption' | 'sunDirection'
>

/** Copies colours and numbers of a look into the uniforms of a material; others keep their value. */
export function setLook(material: WaterMaterial, look: ChangingLook): void {
  for (const name of colors)
    if (look[name] !== undefined) (material[name] as UniformNode<'color', Color>).value.set(look[name])
  for (const name of numbers) if (look[name] !== undefined) material[name].value = look[name]
  if (look.absorption) material.absorption.value.copy(look.absorption)
  if (look.sunDirection) (material.sunDirection.value as Vector3).copy(look.sunDirection).normalize()
}
