// Makes the meshes of the scenes with bodies: scenes/duck.glb and scenes/boat.glb, x forward, y up. Only arithmetic and square
// roots: the same files everywhere.
//
//   node --import tsx scripts/meshes/make-meshes.ts
//
// Both are moved up or down so that y = 0 is their waterline when they weigh what the scenes give them.

import { writeFileSync } from 'node:fs'
import { polyhedronMoments } from '../../packages/core/src/bodies/geometry/moments.js'
import { boat } from './boat.js'
import { duck } from './duck.js'
import { atWaterline } from './waterline.js'
import { writeGlb } from './write-glb.js'

for (const [name, make, density] of [
  ['duck', duck, 260],
  ['boat', boat, 330],
] as const) {
  const { mesh, colors } = make()
  const floating = atWaterline(mesh, density / 1000)
  writeFileSync(new URL(`../../scenes/${name}.glb`, import.meta.url), writeGlb(name, floating, colors))
  const { amount, center } = polyhedronMoments(floating.vertices, floating.triangles)
  console.log(
    `${name}: ${floating.triangles.length / 3} triangles, ${amount.toPrecision(4)} m³, middle at (${center.map((c) => c.toFixed(4)).join(', ')}) m`,
  )
}
