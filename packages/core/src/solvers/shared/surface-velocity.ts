/**
 * Vertical velocity of the water at a sloping surface [m/s]. The surface rises with the water and with its flow along the slope, and its
 * potential changes along the slope with both: deta/dt = w - u·∇eta, ∇psi = u + w ∇eta. The flow along x and z is then ∇psi - w ∇eta.
 */
export function verticalVelocity(rise: number, psiX: number, psiZ: number, etaX: number, etaZ: number): number {
  return (rise + psiX * etaX + psiZ * etaZ) / (1 + etaX * etaX + etaZ * etaZ)
}
