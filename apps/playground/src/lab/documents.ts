import type { Document } from './lesson.js'

/** The lecture documents by their letter in docs/lectures.md. */
export const documents: Record<Document, string> = {
  T: 'J. Tessendorf, Simulation of Interactive Surface Waves',
  M: 'M. Müller, How to write a Water Simulator',
  H: 'Fluid Effects: A Height Field Model',
  W: 'He Wang, Animation & Simulation: Fluids',
  E: 'Fluid dynamics, an exercise in computer animation',
}
