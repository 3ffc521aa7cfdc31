import type { Sky } from '@seiche/three'
import { cameraPosition, Fn, mix, output, positionWorld, smoothstep, vec4 } from 'three/tsl'
import type { Node } from 'three/webgpu'

/** Distance up to which the air is clear, and further distance at which two thirds of the light are lost, in extents of the water [1]. */
const [clear, lost] = [1, 4.5]
/** Share of the color overhead in thin haze [1]. */
const blue = 0.3

/**
 * Fog of the air over a landscape, to the color of the sky at the horizon. Air scatters blue light first: hills are blue before they are
 * as pale as the horizon.
 * @param reach Extent of the water [m].
 */
export function hazeOver(sky: Sky, reach: number): Node<'vec4'> {
  return Fn(() => {
    const along = positionWorld.sub(cameraPosition).toVar()
    const far = along
      .length()
      .sub(clear * reach)
      .max(0)
      .div(lost * reach)
      .toVar()
    const share = far.mul(far).negate().exp().oneMinus()
    // The sky at the horizon, whose glow is the sixth power without a call.
    const towardsSun = along.xz.div(along.xz.length().max(1e-6)).dot(sky.sunDirection.xz).max(0).toVar()
    const cubed = towardsSun.mul(towardsSun).mul(towardsSun).toVar()
    const horizon = sky.horizonColor.rgb.add(sky.sunColor.rgb.mul(cubed.mul(cubed).mul(0.12))).toVar()
    const air = mix(mix(horizon, sky.zenithColor.rgb, blue), horizon, smoothstep(0.4, 1.6, far))
    return vec4(mix(output.rgb, air, share), output.a)
  })()
}
