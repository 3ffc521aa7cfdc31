import { float } from 'three/tsl'
import type { Node } from 'three/webgpu'

/** Refractive index of water for visible light [1]. */
export const refractiveIndex = 1.333

/** Share of light that water reflects at normal incidence [1]: ((n - 1) / (n + 1))². */
const normalReflectance = ((refractiveIndex - 1) / (refractiveIndex + 1)) ** 2

/** Share of light reflected when the cosine between ray and normal is `cosine`; Schlick's approximation of Fresnel (1994). */
export function fresnel(cosine: Node<'float'>): Node<'float'> {
  return float(1)
    .sub(cosine)
    .clamp(0, 1)
    .pow(5)
    .mul(1 - normalReflectance)
    .add(normalReflectance)
}
