import { DoubleSide, MeshBasicNodeMaterial } from 'three/webgpu'

type Parameters = ConstructorParameters<typeof MeshBasicNodeMaterial>[0]

/** A material whose colours reach the screen unchanged: without lights, fog and tone mapping. Default: both sides are drawn. */
export function unlitMaterial(name: string, parameters: Parameters = { side: DoubleSide }): MeshBasicNodeMaterial {
  const material = new MeshBasicNodeMaterial(parameters)
  material.name = name
  material.toneMapped = false
  material.fog = false
  return material
}
