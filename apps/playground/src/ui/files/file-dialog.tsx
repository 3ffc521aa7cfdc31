// The question about a dropped grid or body.

import type { Playground } from '../../playground.js'
import { incoming } from '../../session/state.js'
import { BodyQuestion } from './body-question.js'
import { MapQuestion } from './map-question.js'

export function FileDialog({ playground }: { playground: Playground }) {
  const asked = incoming.value
  if (!asked) return null
  const close = () => {
    // A dialog that was replaced by that of another file closes only itself.
    if (incoming.value === asked) incoming.value = undefined
  }
  return asked.kind === 'map' ? (
    <MapQuestion key={asked} map={asked.map} playground={playground} onClose={close} />
  ) : (
    <BodyQuestion key={asked} body={asked.body} playground={playground} onClose={close} />
  )
}
