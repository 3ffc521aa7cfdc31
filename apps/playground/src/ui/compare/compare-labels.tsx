import type { Playground } from '../../playground.js'
import { loading } from '../../session/state.js'

/** The names of both simulations over their views, and messages about B. */
export function CompareLabels({ playground }: { playground: Playground }) {
  const comparison = playground.comparison.value
  if (!comparison) return null
  const [first, second] = comparison.labels.value
  const isDifference = comparison.showsDifference.value
  const isBusy = comparison.state.loading.value || loading.value
  return (
    <aside aria-label="Compared simulations">
      <p class="compare-label first" data-testid="label-a">
        <b>A</b>
        {first && ` · ${first}`}
      </p>
      <div class="compare-label second">
        <p data-testid="label-b">
          <b>{isDifference ? 'B − A' : 'B'}</b> · {isBusy ? 'is being opened…' : second || 'as A'}
        </p>
        {comparison.refusal.value !== undefined && (
          <p class="refusal" role="status" data-testid="b-refusal">
            B does not take this: {comparison.refusal}
          </p>
        )}
      </div>
    </aside>
  )
}
