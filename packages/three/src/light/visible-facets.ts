// Facets of rough water, as seen from a direction. Their slopes are Gaussian and isotropic. A facet of slope s (towards the eye negative)
// shows the area t = cos θ - s sin θ per area of the level surface, where θ is the angle of the direction from the vertical; facets with
// t < 0 face away. t is therefore Gaussian, of mean c = cos θ and deviation d = σ sin θ, and cut off at 0. Facets occlude each other
// independently of their slope (Smith 1967), so that they are seen in proportion to t.

import type { Node } from 'three/webgpu'

/** Deviation that stands for that of smooth water: divisions stay finite, and nothing differs visibly [1]. */
const least = 1e-4

/**
 * Deviation d of the areas that facets show to a direction [1].
 * @param sine Sine of the angle between the direction and the vertical [1].
 * @param variance Variance of the slopes, both directions together [1].
 */
export function deviationOf(sine: Node<'float'>, variance: Node<'float'>): Node<'float'> {
  return variance.mul(0.5).sqrt().mul(sine).max(least)
}

/**
 * The area that all facets together show to a direction, over that of the level surface [1]: E[t] = c Φ(c / d) + d φ(c / d). It is c where
 * no facet faces away, and d / √(2π) at the horizon. The root between both is within 1.3 % of it, without an exponential.
 * @param cosine Area of the mean surface seen from the direction, over its area from above [1]: the cosine of θ for level water.
 */
export function shownArea(cosine: Node<'float'>, deviation: Node<'float'>): Node<'float'> {
  const cc = cosine.mul(cosine).toVar()
  const dd = deviation.mul(deviation).toVar()
  const more = dd
    .mul(dd)
    .mul(2 / Math.PI)
    .div(cc.mul(0.5).add(dd))
  return cc.add(more).sqrt().add(cosine).mul(0.5)
}

/**
 * Mean and deviation of t over what is seen. With a = c / d and s = Φ(a) d / E[t] they are d (a + s) and d √(2 - s (a + s)), which follow
 * from the moments of the cut-off distribution.
 * @param cosine As of `shownArea`.
 */
export function seenAreas(
  cosine: Node<'float'>,
  deviation: Node<'float'>,
): { mean: Node<'float'>; deviation: Node<'float'> } {
  const d = deviation.toVar()
  const a = cosine.div(d).toVar()
  // The normal distribution by a logistic function, to 3e-4 (Page 1977).
  const facing = a
    .mul(a)
    .mul(0.044715)
    .add(1)
    .mul(a)
    .mul(-2 * Math.sqrt(2 / Math.PI))
    .exp()
    .add(1)
  const s = d.div(facing.mul(shownArea(cosine, d))).toVar()
  const mean = a.add(s).toVar()
  return { mean: mean.mul(d), deviation: s.mul(mean).sub(2).negate().max(0).sqrt().mul(d) }
}
