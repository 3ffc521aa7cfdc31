import { brushSize, brushSizeRange } from '../../session/state.js'
import { Slider } from '../controls.js'
import { formatLength } from '../format.js'

/** The size of brushes and new bodies; `shown` is its length [m]. */
export function BrushSize({ shown }: { shown: number }) {
  return (
    <Slider
      label="Size"
      testId="brush-size"
      value={brushSize.value}
      {...brushSizeRange}
      step={0.001}
      text={formatLength(shown)}
      onInput={(value) => (brushSize.value = value)}
    />
  )
}
