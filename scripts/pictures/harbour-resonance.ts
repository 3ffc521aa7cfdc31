import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { drawFigure } from '../../examples/harbour-resonance/plot.js'
import { measuredTable, readAmplification } from '../../examples/harbour-resonance/results.js'

export function drawHarbourResonance(folder: string): void {
  writeFileSync(join(folder, 'harbour-resonance.svg'), drawFigure(readAmplification(measuredTable)))
}
